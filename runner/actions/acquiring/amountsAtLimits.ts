import type { Price } from '../../../schemas/domain/assets.ts';
import type { Decimal } from '../../../schemas/json/exact.ts';
import { grouped } from '../../../traffic/journal/runRecord.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';
import { takenInOwn } from './payableAsset.ts';
import type { Widget } from './projects.ts';

/** An amount that equals a limit of an asset, in the asset's own currency. */
interface AmountAtLimit {
  name: string;
  project: string;
  price: Price;
  amount: Decimal;
}

const limits = ['minLimit', 'maxLimit'] as const;

/**
 * Returns the least and the largest amount of each asset, in the asset's own currency: both are within the limits. Each is asked of a drawn project that takes
 * the asset in its own currency. Where the payer pays the fees, whether the maximum includes them is not shown, so that project is not asked for it.
 */
export function amountsAtLimits(widgets: readonly Widget[], worker: Pick<Worker, 'run'>): AmountAtLimit[] {
  const own = widgets.flatMap(({ id: project, assets, options, settings }) =>
    assets.flatMap((asset) => {
      const price = takenInOwn(options.json, asset);
      return price ? [{ project, price, payer: settings.feePaidBy }] : [];
    }),
  );
  return [...grouped(own, ({ price }) => price.asset)].toSorted().flatMap(([asset, ofAsset]) =>
    limits.flatMap((limit) => {
      const name = `${limit} of ${asset}`;
      const [first, ...others] = ofAsset.filter(({ payer }) => limit === 'minLimit' || payer !== 'payer');
      const one = first && drawnItem(worker, name, [first, ...others]);
      const amount = one?.price[limit];
      return one && amount?.gt(0) ? [{ name, project: one.project, price: one.price, amount }] : [];
    }),
  );
}
