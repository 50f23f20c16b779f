import { currencyOf, type Price } from '../../schemas/domain/assets.ts';
import { type Decimal, type Exact, isObject } from '../../schemas/json/exact.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import { listedAssets } from './acquiringRecords.ts';
import { numberIn } from './exchangeLists.ts';

/** Returns the number of a field if it is more than 0. A limit or a rate of 0 cannot be used in a calculation. */
function positiveIn(value: Exact | undefined, name: string): Decimal | undefined {
  const number = numberIn(value, name);
  return number?.gt(0) ? number : undefined;
}

function priceOf(options: Exact | undefined, asset: string, currency: string): Price {
  const entry = field(field(field(options, 'amountInOptions'), asset), currency);
  const isOwn = currency === currencyOf(asset);
  const own = isOwn ? field(field(options, 'limits'), asset) : undefined;
  const limit = (name: 'minLimit' | 'maxLimit') =>
    positiveIn(entry, name) ??
    positiveIn(own, name) ??
    (isOwn ? positiveIn(field(options, `${name}s`), asset) : undefined);
  const [minLimit, maxLimit] = [limit('minLimit'), limit('maxLimit')];
  return { asset, currency, isOwn, minLimit, maxLimit, rate: positiveIn(entry, 'convertRate') };
}

/** Returns the prices of deposit options in a stable order. The own currency of an asset is always among them. */
export function pricesIn(options: Exact | undefined): Price[] {
  return listedAssets(options)
    .toSorted()
    .flatMap((asset) => {
      const entries = field(field(options, 'amountInOptions'), asset);
      const named = isObject(entries) ? Object.keys(entries) : [];
      const currencies = [...new Set([...named, currencyOf(asset)])].sort();
      return currencies.map((currency) => priceOf(options, asset, currency));
    });
}

/** Returns the first price of an asset in its own currency. */
export const ownPrice = (prices: readonly Price[]): Price | undefined => prices.find(({ isOwn }) => isOwn);

/** Returns the first price of an asset in another currency that has a conversion rate. */
export const convertedPrice = (prices: readonly Price[]): Price | undefined =>
  prices.find(({ isOwn, rate }) => !isOwn && rate !== undefined);

/**
 * Returns a price in one currency that is within the limits of every asset with a price in this currency. The end user may choose any of these assets. It is
 * an own price only if it is for each of them: a limit that follows a rate moves.
 */
export function priceForAll(prices: readonly Price[], { currency, ...price }: Price): Price {
  const same = prices.filter((one) => one.currency === currency);
  const [mins, maxes] = [same.flatMap((one) => one.minLimit ?? []), same.flatMap((one) => one.maxLimit ?? [])];
  const minLimit = mins.reduce<Decimal | undefined>((most, one) => (most?.gt(one) ? most : one), undefined);
  const maxLimit = maxes.reduce<Decimal | undefined>((least, one) => (least?.lt(one) ? least : one), undefined);
  return { ...price, currency, isOwn: same.every(({ isOwn }) => isOwn), minLimit, maxLimit };
}
