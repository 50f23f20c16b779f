import { amountsOfSizes } from '../../../generators/amounts/prices.ts';
import { checkoutBody, expiry, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { currencyOf, type Price } from '../../../schemas/domain/assets.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import type { ControlActions } from '../../worker/controlActions.ts';
import { targetNow } from '../../worker/targetNow.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import type { Widget } from './projects.ts';
import type { ReadBacks } from './readBack.ts';

/** The sizes of prices, small ones first. */
export const feeSizes = ['small', 'middling', 'large', 'huge'] as const;

/** How the currency of a price is related to the asset in which it is paid: a fee may be left out where nothing is converted, or where only coins are. */
const relations: readonly ((price: Price, coins: ReadonlySet<string>) => boolean)[] = [
  ({ isOwn }) => isOwn,
  ({ isOwn, rate, currency }, coins) => !isOwn && rate !== undefined && coins.has(currency),
  ({ isOwn, rate, currency }, coins) => !isOwn && rate !== undefined && !coins.has(currency),
];

/** A checkout of a project, and what its end user chooses. */
export interface FeeChoice {
  project: string;
  body: CheckoutBody;
  asset: string;
  amount?: string;
}

/** The minutes that such a checkout lives. */
const lifeMinutes = 30;

/** Returns the checkouts of projects with a price of one size, for each relation of the price to the asset that is paid; without the relations that no project has. */
export function choicesOfSize(
  widgets: readonly Widget[],
  size: string,
  { run }: Pick<Worker, 'run'>,
): (readonly [FeeChoice, ...FeeChoice[]])[] {
  const coins = new Set(widgets.flatMap(({ assets }) => assets.map(currencyOf)));
  return relations.flatMap((isSo, nth) => {
    const [one, ...more] = widgets.flatMap(({ id: project, options }): FeeChoice[] => {
      const all = pricesIn(options.json);
      const [first, ...others] = all.filter((price) => isSo(price, coins));
      if (!first) return [];
      const name = `price ${nth} of ${project}, ${size}`;
      const within = priceForAll(all, drawnItem({ run }, name, [first, ...others]));
      const chosen = amountsOfSizes(within, drawnNumber({ run }, name)).find((amount) => amount.size === size);
      const body = chosen && fixedCheckout(within, expiry(targetNow(options), lifeMinutes), chosen.amount);
      return body ? [{ project, body, asset: within.asset }] : [];
    });
    return one ? [[one, ...more] as const] : [];
  });
}

/** Returns checkouts of each project and of each type without a price of its merchant, with an option and with an own amount; the fee of these is not the payer's. */
const openChoices = (widgets: readonly Widget[], size: string, { run }: Pick<Worker, 'run'>): FeeChoice[] =>
  widgets.flatMap(({ id: project, assets, settings }) => {
    const nth = drawnNumber({ run }, `open choice of ${project}, ${size}`);
    const asset = assets[nth % Math.max(1, assets.length)] ?? '';
    const amounts = settings.suggested?.amounts ?? [];
    const amount = amounts[nth % Math.max(1, amounts.length)];
    const suggested = { project, body: checkoutBody('SUGGESTED_FIXED_PRICE'), asset };
    const isFree = settings.suggested?.manualInput === true;
    // What an end user enters himself is none of the options.
    const own = amount !== undefined && isFree ? [decimal(amount).plus('0.37').toFixed()] : [];
    const entered = amount === undefined ? [] : [amount, ...own];
    return [
      { project, body: checkoutBody('NO_PRICE'), asset },
      ...entered.map((one) => ({ ...suggested, amount: one })),
    ];
  });

/** What choices are made with. */
interface Parts {
  worker: Pick<Worker, 'run'>;
  control: ControlActions;
  readBacks: ReadBacks;
}

/**
 * Makes checkouts of every project by payment links, which cost no POST, chooses on them, and reads what they ask for: with prices of one size in each relation
 * to the asset that is paid, and of the other types. Nothing is made where the target offers no links.
 */
export async function chooseForFees(
  { worker, control, readBacks }: Parts,
  widgets: readonly Widget[],
  size: string,
): Promise<void> {
  if (!control.declared || !readBacks.has('checkout')) return;
  for (const { project, body, asset, amount } of [
    ...choicesOfSize(widgets, size, worker).flat(),
    ...openChoices(widgets, size, worker),
  ]) {
    const link = await control.tryPaymentLink(project, body);
    if (!link) return;
    await control.chooseAgain(link.checkout, { asset, ...(amount !== undefined && { amount }) });
    await readBacks.read('checkout', { project, id: link.checkout });
  }
}
