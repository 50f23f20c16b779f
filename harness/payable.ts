import { blockchainOf, currencyOf } from '../schemas/assets.ts';
import { type Decimal, type Exact, isObject } from '../schemas/exact.ts';
import { numberIn } from './oracles/rates.ts';
import type { Widget } from './projects.ts';
import { field } from './record.ts';
import { oddTwice, type Price, twiceTheLeast } from './transfers.ts';

/** What a project can be asked to be paid in: an asset, at a small price, and another asset of the same blockchain. */
export interface Payable {
  project: string;
  asset: string;
  price: Price;
  /** In another currency than the asset's own, where the project prices it in one: what is asked for is then not what is paid. */
  converted: Price;
  minLimit: Decimal;
  /** What goes to the same addresses and is not what was asked for; undefined where the project has none. */
  other?: string;
}

/** The least of an asset, in its own currency. */
function leastOf(options: Exact | undefined, asset: string): Decimal | undefined {
  const limit = field(field(options, 'limits'), asset);
  return numberIn(limit, 'minLimit') ?? numberIn(field(options, 'minLimits'), asset);
}

/** The prices that an asset can be asked for: in its own currency, and in the one whose figures are furthest above it. */
function pricesOf(options: Exact | undefined, asset: string): Price[] {
  const priced = field(field(options, 'amountInOptions'), asset);
  const least = leastOf(options, asset);
  const all = isObject(priced) ? Object.entries(priced) : [];
  const shown = all.flatMap(([currency, limit]) => {
    const figure = numberIn(limit, 'minLimit');
    return figure ? [{ currency, figure }] : [];
  });
  const own =
    shown.find(({ currency }) => currency === currencyOf(asset))?.figure ?? (all.length > 0 ? undefined : least);
  const others = shown.filter(({ currency }) => currency !== currencyOf(asset));
  const ranked = others.toSorted((a, b) => b.figure.comparedTo(a.figure));
  return [
    ...(own ? [{ currency: currencyOf(asset), amount: twiceTheLeast(own) }] : []),
    ...ranked.slice(0, 1).map(({ currency, figure }) => ({ currency, amount: oddTwice(figure) })),
  ];
}

function payableIn({ id, assets, options: { json } }: Widget): Payable[] {
  return assets.flatMap((asset) => {
    const [price, ...others] = pricesOf(json, asset);
    const minLimit = leastOf(json, asset);
    if (!price || !minLimit) return [];
    const other = assets.find((one) => one !== asset && blockchainOf(one) === blockchainOf(asset));
    const converted = others[0] ?? price;
    return [{ project: id, asset, price, converted, minLimit, ...(other !== undefined && { other }) }];
  });
}

/** What some projects can be asked to be paid in, rather where another asset goes to the same address; undefined where they show no limits. */
export function payableOf(widgets: readonly Widget[]): Payable | undefined {
  const all = widgets.flatMap(payableIn);
  return all.find(({ other }) => other !== undefined) ?? all[0];
}
