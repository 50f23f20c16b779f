import { type Decimal, decimal, type Exact, isExactNumber, isObject } from '../schemas/exact.ts';
import type { Widget } from './projects.ts';
import { field } from './record.ts';
import { type Price, twiceTheLeast } from './transfers.ts';

/** What a project can be asked to be paid in: an asset, at a small price, and another asset of the same blockchain. */
export interface Payable {
  project: string;
  asset: string;
  price: Price;
  minLimit: Decimal;
  /** What goes to the same addresses and is not what was asked for; undefined where the project has none. */
  other?: string;
}

const numberAt = (value: Exact | undefined, name: string): Decimal | undefined => {
  const found = field(value, name);
  return isExactNumber(found) ? decimal(found) : undefined;
};

const chainOf = (asset: string) => asset.slice(0, asset.lastIndexOf('_'));

/** The currency that an asset is priced in, and the least amount: its own, or the first that the deposit options show for it. */
function pricing(options: Exact | undefined, asset: string): { currency: string; least: Decimal } | undefined {
  const own = asset.slice(asset.lastIndexOf('_') + 1);
  const priced = field(field(options, 'amountInOptions'), asset);
  const [first] = isObject(priced) ? Object.keys(priced) : [];
  const currency = isObject(priced) && field(priced, own) === undefined && first !== undefined ? first : own;
  const limit = field(field(options, 'limits'), asset);
  const least =
    numberAt(field(priced, currency), 'minLimit') ??
    numberAt(limit, 'minLimit') ??
    numberAt(field(options, 'minLimits'), asset);
  return least && { currency, least };
}

function payableIn({ id, assets, options: { json } }: Widget): Payable[] {
  return assets.flatMap((asset) => {
    const priced = pricing(json, asset);
    if (!priced) return [];
    const other = assets.find((one) => one !== asset && chainOf(one) === chainOf(asset));
    const limit = numberAt(field(field(json, 'limits'), asset), 'minLimit');
    const price = { amount: twiceTheLeast(priced.least), currency: priced.currency };
    return [{ project: id, asset, price, minLimit: limit ?? priced.least, ...(other !== undefined && { other }) }];
  });
}

/** What some projects can be asked to be paid in, rather where another asset goes to the same address; undefined where they show no limits. */
export function payableOf(widgets: readonly Widget[]): Payable | undefined {
  const all = widgets.flatMap(payableIn);
  return all.find(({ other }) => other !== undefined) ?? all[0];
}
