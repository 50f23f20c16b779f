import { chainFamily } from '../../../schemas/domain/addresses.ts';
import { blockchainOf, currencyOf } from '../../../schemas/domain/assets.ts';
import { coins } from '../../../schemas/domain/currencies.ts';
import { formats } from '../../../schemas/domain/formats.ts';
import type { ExactNumber } from '../../../schemas/json/decimal.ts';
import {
  type Decimal,
  decimal,
  type Exact,
  type ExactObject,
  isExactNumber,
  isObject,
} from '../../../schemas/json/exact.ts';
import { field, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { listedAssets } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { rateDirection } from '../requests/conversion.ts';

/** The maps by asset of § Deposit options. A party that pays no fee may have no map of fees, or an empty map. */
const limitMaps = ['limits', 'minLimits', 'maxLimits'];
const feeMaps = [
  'merchantFixedPlatformFees',
  'merchantPercentPlatformFees',
  'payerFixedPlatformFees',
  'payerPercentPlatformFees',
];

function mapIn(value: Exact | undefined, name: string): ExactObject | undefined {
  const found = field(value, name);
  return isObject(found) ? found : undefined;
}

/** Returns the maps by asset in deposit options, with the names of the maps. Empty maps of fees are left out. */
function mapsWithAssets(value: ExactObject): [string, ExactObject][] {
  return [...limitMaps, ...feeMaps].flatMap((name) => {
    const map = mapIn(value, name);
    const hasContent = map && (limitMaps.includes(name) || Object.keys(map).length > 0);
    return hasContent ? [[name, map] as [string, ExactObject]] : [];
  });
}

/** True if deposit options list an asset. */
export const listsAssets = ({ value }: Sighting): boolean => listedAssets(value).length > 0;

/** True if deposit options list an asset and have a map to compare with the list (DEP-02). */
export const hasMaps = (options: Sighting): boolean => listsAssets(options) && mapsWithAssets(options.value).length > 0;

const words = (assets: readonly string[]) => excerpt(assets.join(' ') || 'none');

/** A map by asset has exactly the assets of cryptoCurrencies as its keys (DEP-02). */
export function namesItsAssets({ exchange, where, value }: Sighting): Fault[] {
  const assets = new Set(listedAssets(value));
  return mapsWithAssets(value).flatMap(([name, map]): Fault[] => {
    const named = Object.keys(map).filter((asset) => assets.has(asset) || field(map, asset) !== undefined);
    if (named.length === assets.size && named.every((asset) => assets.has(asset))) return [];
    const what = `the assets of ${where}/${name}`;
    return [{ code: 'differs', what, wanted: words([...assets]), seen: words(named), exchanges: [exchange.id] }];
  });
}

const bounds = ['minLimit', 'maxLimit'] as const;

/** A limit is the same in limits and in minLimits or maxLimits, if both show it (DEP-02). */
export function limitsAreOne({ exchange, where, value }: Sighting): Fault[] {
  return Object.entries(mapIn(value, 'limits') ?? {}).flatMap(([asset, limit]) =>
    bounds.flatMap((bound): Fault[] => {
      const [here, there] = [numberIn(limit, bound), numberIn(mapIn(value, `${bound}s`), asset)];
      if (!here || !there || here.eq(there)) return [];
      const what = `${where}/limits/${asset}/${bound}`;
      const wanted = `${there.toFixed()}, which ${bound}s shows,`;
      return [{ code: 'differs', what, wanted, seen: here.toFixed(), exchanges: [exchange.id] }];
    }),
  );
}

/** True for an identifier that starts with a currency and ends with a blockchain: it has the two in the wrong order. A name such as ETH means both. */
function isTurned(asset: string): boolean {
  const [first, last] = [blockchainOf(asset), currencyOf(asset)];
  const isCurrency = coins.includes(first) && chainFamily(first) === undefined;
  return isCurrency && !coins.includes(last) && chainFamily(last) !== undefined;
}

/** Every asset that deposit options name is <BLOCKCHAIN>_<CURRENCY> (DEP-03). */
export function namesAssets({ exchange, where, value }: Sighting): Fault[] {
  const listed = listedAssets(value).map((asset): [string, string] => ['cryptoCurrencies', asset]);
  const keys = [...limitMaps, ...feeMaps, 'amountInOptions'].flatMap((name) =>
    Object.keys(mapIn(value, name) ?? {}).map((asset): [string, string] => [name, asset]),
  );
  return [...listed, ...keys]
    .filter(([, asset]) => !formats['asset-id'](asset) || isTurned(asset))
    .map(([name, asset]) => ({
      code: 'notAnId',
      where: `${where}/${name}`,
      wanted: 'an asset identifier <BLOCKCHAIN>_<CURRENCY>',
      seen: excerpt(asset),
      exchanges: [exchange.id],
    }));
}

/** The limits of an asset, in its own currency or in another one. */
interface Entry {
  asset: string;
  /** The currency of the limits, if amountInOptions gives one. */
  quote?: string;
  at: string;
  limit: ExactObject;
}

/** Returns the limits that deposit options show, of every asset and in every currency. */
export function limitEntriesIn(value: ExactObject): Entry[] {
  const own = Object.entries(mapIn(value, 'limits') ?? {}).map(([asset, limit]) => ({
    asset,
    at: `limits/${asset}`,
    limit,
  }));
  const others = Object.entries(mapIn(value, 'amountInOptions') ?? {}).flatMap(([asset, options]) =>
    Object.entries(isObject(options) ? options : {}).map(([quote, limit]) => ({
      asset,
      quote,
      at: `amountInOptions/${asset}/${quote}`,
      limit,
    })),
  );
  return [...own, ...others].flatMap((entry) => {
    const { limit } = entry;
    return isObject(limit) ? [{ ...entry, limit }] : [];
  });
}

/** True if deposit options show limits (DEP-04). */
export const hasLimits = ({ value }: Sighting): boolean => limitEntriesIn(value).length > 0;

/** convertRate and convertPair are both null or both set (DEP-04). */
export function convertsWholly({ exchange, where, value }: Sighting): Fault[] {
  return limitEntriesIn(value).flatMap(({ at, limit }): Fault[] => {
    const [rate, pair] = [field(limit, 'convertRate'), field(limit, 'convertPair')];
    if ((rate === undefined) === (pair === undefined)) return [];
    const [missing, set] = rate === undefined ? ['convertRate', 'convertPair'] : ['convertPair', 'convertRate'];
    const wanted = `a value, since ${set} is ${excerpt(rate ?? pair)},`;
    return [{ code: 'differs', what: `${where}/${at}/${missing}`, wanted, seen: 'null', exchanges: [exchange.id] }];
  });
}

/** A limit in another currency, with the asset's own limit and the rate between them. */
interface Converted {
  at: string;
  bound: string;
  figure: ExactNumber;
  limit: Decimal;
  rate: Decimal;
  /** True if the pair shows a rate from the other currency into the crypto currency. The limit of the asset is then divided by the rate. */
  isTurned: boolean;
}

/** Returns the rate of an entry. Limits in the asset's own currency need no rate; limits in another currency without a rate cannot be judged. */
function rateOf({ asset, quote, limit }: Entry): Decimal | undefined {
  const rate = numberIn(limit, 'convertRate');
  return rate ?? (quote === currencyOf(asset) ? decimal('1') : undefined);
}

function convertedIn(value: ExactObject): Converted[] {
  return limitEntriesIn(value).flatMap((entry) => {
    const { asset, quote, at } = entry;
    const rate = rateOf(entry);
    if (quote === undefined || !rate) return [];
    const figures = { pair: textField(entry.limit, 'convertPair'), currency: currencyOf(asset), amountIn: quote };
    const isTurned = rate.gt(0) && rateDirection(figures) === 'crypto last';
    return bounds.flatMap((bound) => {
      const limit = numberIn(field(mapIn(value, 'limits'), asset), bound) ?? numberIn(mapIn(value, `${bound}s`), asset);
      const figure = field(entry.limit, bound);
      return limit && isExactNumber(figure) ? [{ at, bound, figure, limit, rate, isTurned }] : [];
    });
  });
}

/** True if deposit options show limits in several currencies (DEP-05). */
export const hasConverted = ({ value }: Sighting): boolean => convertedIn(value).length > 0;

/** Returns the number of decimals that a figure shows. If the figure has an exponent, returns the number of decimals of its value. */
function placesOf(figure: ExactNumber): number {
  const [, fraction = ''] = /^-?\d+\.(\d+)$/.exec(figure.value) ?? [];
  return Math.max(fraction.length, decimal(figure).decimalPlaces());
}

const exactly = ({ limit, rate, isTurned }: Converted) => (isTurned ? limit.div(rate) : limit.times(rate));

/**
 * True if a limit equals the asset's limit times the rate, or divided by it. The limit may be exact, cut or rounded to its decimals, or calculated in doubles.
 */
function isConverted(converted: Converted): boolean {
  const { figure, limit, rate, isTurned } = converted;
  const shown = decimal(figure);
  const inDoubles = isTurned ? limit.toNumber() / rate.toNumber() : limit.toNumber() * rate.toNumber();
  if (Number.isFinite(inDoubles) && shown.eq(decimal(String(inDoubles)))) return true;
  return shown
    .minus(exactly(converted))
    .abs()
    .lt(decimal('10').pow(-placesOf(figure)));
}

/** A limit in amountInOptions equals the limit of the asset times convertRate (DEP-05). */
export function limitsConvert({ exchange, where, value }: Sighting): Fault[] {
  return convertedIn(value)
    .filter((converted) => !isConverted(converted))
    .map((converted) => {
      const { at, bound, figure, limit, rate, isTurned } = converted;
      const how = `${limit.toFixed()} ${isTurned ? '÷' : '×'} ${rate.toFixed()}`;
      const wanted = `${exactly(converted).toFixed()} (${how})`;
      return { code: 'differs', what: `${where}/${at}/${bound}`, wanted, seen: figure.value, exchanges: [exchange.id] };
    });
}

/** Two currencies that deposit options convert: the currency of an asset, and another currency in which the asset's limits are shown. */
export interface ConvertedPair {
  base: string;
  quote: string;
  asset: string;
}

/** Returns the pairs that the deposit options convert, each once (ART-01). */
export function convertedPairsIn(options: Exact | undefined): ConvertedPair[] {
  if (!isObject(options)) return [];
  const pairs = limitEntriesIn(options).flatMap(({ asset, quote }): [string, ConvertedPair][] => {
    const base = currencyOf(asset);
    return quote === undefined || quote === base ? [] : [[`${base}/${quote}`, { base, quote, asset }]];
  });
  return [...new Map(pairs).values()];
}
