import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { numberIn } from '../../../oracles/answers/exchangeLists.ts';
import { blockchainOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, type Exact } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import type { Widget } from './projects.ts';
import { type AskedAmount, overTwiceTheLeast, twiceTheLeast } from './transfers.ts';

/** What a project can be asked to be paid in: an asset, at a small price, and another asset of the same blockchain. */
export interface PayableAsset {
  project: string;
  asset: string;
  price: AskedAmount;
  /** In another currency than the asset's own, where the project prices it in one: what is asked for is then not what is paid. */
  converted: AskedAmount;
  minLimit: Decimal;
  /** What goes to the same addresses and is not what was asked for; undefined where the project has none. */
  other?: string;
}

/** The least of an asset, in its own currency. */
function leastOf(options: Exact | undefined, asset: string): Decimal | undefined {
  const limit = field(field(options, 'limits'), asset);
  return numberIn(limit, 'minLimit') ?? numberIn(field(options, 'minLimits'), asset);
}

/** What an asset can be asked for: in its own currency, where it is taken in that, and in the one whose figures are furthest above it. */
function askedOf(options: Exact | undefined, asset: string): AskedAmount[] {
  const prices = pricesIn(options).filter((price) => price.asset === asset);
  const taken = field(field(options, 'amountInOptions'), asset);
  const own = prices.find(
    ({ isOwn, currency }) => isOwn && (prices.length === 1 || field(taken, currency) !== undefined),
  );
  const others = prices.flatMap(({ isOwn, currency, minLimit }) =>
    minLimit && !isOwn ? [{ currency, minLimit }] : [],
  );
  const ranked = others.toSorted((a, b) => b.minLimit.comparedTo(a.minLimit));
  return [
    ...(own ? [{ currency: own.currency, amount: twiceTheLeast(own.minLimit ?? decimal('0')) }] : []),
    ...ranked.slice(0, 1).map(({ currency, minLimit }) => ({ currency, amount: overTwiceTheLeast(minLimit) })),
  ];
}

function payableIn({ id, assets, options: { json } }: Widget): PayableAsset[] {
  return assets.flatMap((asset) => {
    const [price, ...others] = askedOf(json, asset);
    const minLimit = leastOf(json, asset);
    if (!price || !minLimit) return [];
    const other = assets.find((one) => one !== asset && blockchainOf(one) === blockchainOf(asset));
    const converted = others[0] ?? price;
    return [{ project: id, asset, price, converted, minLimit, ...(other !== undefined && { other }) }];
  });
}

/** What some projects can be asked to be paid in, rather where another asset goes to the same address; undefined where they show no limits. */
export function payableAssetOf(widgets: readonly Widget[]): PayableAsset | undefined {
  const all = widgets.flatMap(payableIn);
  return all.find(({ other }) => other !== undefined) ?? all[0];
}
