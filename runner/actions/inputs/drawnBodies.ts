import { amountInTurn, jsonNumber } from '../../../generators/amounts/prices.ts';
import { bareRequest, requestBody } from '../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { Exact } from '../../../schemas/json/exact.ts';
import type { CheckoutBody, RequestBody } from '../../../schemas/requestTypes.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem, drawnNumber } from './turns.ts';

/** The bodies of a checkout, and of a request in an asset if there is one. */
interface Bodies {
  checkout: CheckoutBody;
  request?: RequestBody;
}

/** Returns bodies without a price, which requirements can share as control requests. */
export const plainBodies = (asset: string | undefined): Bodies => ({
  checkout: checkoutBody('NO_PRICE'),
  ...(asset !== undefined && { request: bareRequest(asset) }),
});

/** Where a value is drawn from, and its name. */
interface Drawing {
  worker: Pick<Worker, 'run'>;
  name: string;
}

/** Returns which of some assets a checkout has preselected, if any: any of them may be, and a price, if there is one, must suit each. */
export function preselection(
  { worker, name }: Drawing,
  assets: readonly string[],
): Pick<CheckoutBody, 'preselectedCryptoCurrency'> {
  const asset = drawnItem(worker, `${name}, preselected`, [undefined, ...assets]);
  return asset === undefined ? {} : { preselectedCryptoCurrency: asset };
}

/** Returns the body of a checkout without a price. */
export const freeCheckout = (drawing: Drawing, assets: readonly string[]): CheckoutBody =>
  checkoutBody('NO_PRICE', preselection(drawing, assets));

/** Returns bodies with a price that the seed draws for a name, by the deposit options of a project; now and then the checkout has none. */
export function drawnBodies({ worker, name }: Drawing, options: Exact | undefined, asset: string): Bodies {
  const plain = plainBodies(asset);
  const prices = pricesIn(options).filter(({ isOwn, rate }) => isOwn || rate !== undefined);
  const [first, ...others] = prices.filter((price) => price.asset === asset);
  if (!first) return plain;
  const drawn = (what: string) => drawnNumber(worker, `${name} ${what} of a sample`);
  const price = drawnItem(worker, `${name} price of a sample`, [first, ...others]);
  const forAll = amountInTurn(priceForAll(prices, price), drawn('amount'));
  const fixedAmount = { amount: jsonNumber(forAll), currency: price.currency };
  const preselected = preselection({ worker, name }, [asset]);
  const priced = drawn('type') % 3 === 0 ? {} : { fixedAmount };
  return {
    checkout: checkoutBody('fixedAmount' in priced ? 'FIXED_PRICE' : 'NO_PRICE', { ...priced, ...preselected }),
    request: requestBody(price, jsonNumber(amountInTurn(price, drawn('amount')))),
  };
}
