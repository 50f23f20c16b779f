import { placesOf } from '../../../generators/amounts/prices.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, type Exact, roundTo } from '../../../schemas/json/exact.ts';
import { grouped } from '../../../traffic/journal/runRecord.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';
import { takenInOwn } from './payableAsset.ts';
import type { Widget } from './projects.ts';

/** An amount at a limit of an asset: the limit itself in the asset's own currency, the nearest amount within it in another. */
interface AmountAtLimit {
  name: string;
  project: string;
  price: Price;
  amount: Decimal;
}

const limits = ['minLimit', 'maxLimit'] as const;

/** Returns what a project takes for an asset: its own currency, unless the options name other currencies only, and each currency that has a rate. */
function takenFor(options: Exact | undefined, asset: string): Price[] {
  const own = takenInOwn(options, asset);
  const others = pricesIn(options).filter((one) => one.asset === asset && !one.isOwn && one.rate !== undefined);
  return [...(own ? [own] : []), ...others];
}

/** Returns the amount at a limit of a price. In another currency it has the decimals that this surely supports. */
function amountAt(price: Price, limit: (typeof limits)[number]): Decimal | undefined {
  const amount = price[limit];
  if (amount === undefined || price.isOwn) return amount;
  return roundTo(amount, placesOf(price), limit === 'minLimit' ? 'UP' : 'DOWN');
}

/**
 * Returns the least and the largest amount of each asset, each in a drawn currency of a drawn project that takes the asset in it: both are within the limits. Where
 * the payer pays the fees, whether the maximum includes them is not shown, so that project is not asked for it.
 */
export function amountsAtLimits(widgets: readonly Widget[], worker: Pick<Worker, 'run'>): AmountAtLimit[] {
  const taken = widgets.flatMap(({ id: project, assets, options, settings }) =>
    assets.flatMap((asset) =>
      takenFor(options.json, asset).map((price) => ({ project, price, payer: settings.feePaidBy })),
    ),
  );
  return [...grouped(taken, ({ price }) => price.asset)].toSorted().flatMap(([asset, ofAsset]) =>
    limits.flatMap((limit) => {
      const name = `${limit} of ${asset}`;
      const [first, ...others] = ofAsset.filter(({ payer }) => limit === 'minLimit' || payer !== 'payer');
      const one = first && drawnItem(worker, name, [first, ...others]);
      const amount = one && amountAt(one.price, limit);
      return one && amount?.gt(0) ? [{ name, project: one.project, price: one.price, amount }] : [];
    }),
  );
}
