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

/** Returns bodies with a price that the seed draws for a name, by the deposit options of a project; now and then the checkout has none. */
export function drawnBodies(
  { worker, name }: { worker: Pick<Worker, 'run'>; name: string },
  options: Exact | undefined,
  asset: string,
): Bodies {
  const plain = plainBodies(asset);
  const prices = pricesIn(options).filter(({ isOwn, rate }) => isOwn || rate !== undefined);
  const [first, ...others] = prices.filter((price) => price.asset === asset);
  if (!first) return plain;
  const drawn = (what: string) => drawnNumber(worker, `${name} ${what} of a sample`);
  const price = drawnItem(worker, `${name} price of a sample`, [first, ...others]);
  const forAll = amountInTurn(priceForAll(prices, price), drawn('amount'));
  const fixedAmount = { amount: jsonNumber(forAll), currency: price.currency };
  return {
    checkout: drawn('type') % 3 === 0 ? plain.checkout : checkoutBody('FIXED_PRICE', { fixedAmount }),
    request: requestBody(price, jsonNumber(amountInTurn(price, drawn('amount')))),
  };
}
