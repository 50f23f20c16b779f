import { currencyOf } from '../../../schemas/domain/assets.ts';
import { field, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { listedAssets } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { limitEntriesIn } from './depositOptions.ts';

const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toUpperCase();

/** Reports limits of a currency for an asset that the options do not list (DEP-02). Not every asset needs limits in another currency. */
export function limitsListedAssets({ exchange, where, value }: Sighting): Fault[] {
  const listed = new Set(listedAssets(value));
  if (listed.size === 0) return [];
  const foreign = new Set(
    limitEntriesIn(value).flatMap(({ asset, quote }) => (quote && !listed.has(asset) ? [asset] : [])),
  );
  return [...foreign].map((asset) => ({
    code: 'differs',
    what: `the assets of ${where}/amountInOptions`,
    wanted: excerpt([...listed].join(' ')),
    seen: asset,
    exchanges: [exchange.id],
  }));
}

/** Reports a minimum above its maximum (DEP-02). A maximum of 0 may mean that there is none. */
export function leavesRoom({ exchange, where, value }: Sighting): Fault[] {
  return limitEntriesIn(value).flatMap(({ at, limit }): Fault[] => {
    const [least, most] = [numberIn(limit, 'minLimit'), numberIn(limit, 'maxLimit')];
    if (!least || !most || most.isZero() || least.lte(most)) return [];
    const wanted = `at least ${least.toFixed()}, the minLimit,`;
    return [
      { code: 'differs', what: `${where}/${at}/maxLimit`, wanted, seen: most.toFixed(), exchanges: [exchange.id] },
    ];
  });
}

/** Reports a convertPair without the currency of its asset, or without that of its limits (DEP-04). How the two are joined is not shown. */
export function pairsOfTheirCurrencies({ exchange, where, value }: Sighting): Fault[] {
  return limitEntriesIn(value).flatMap(({ asset, quote, at, limit }): Fault[] => {
    const pair = textField(limit, 'convertPair');
    if (pair === undefined) return [];
    const currencies = [currencyOf(asset), ...(quote === undefined ? [] : [quote])];
    if (currencies.every((one) => plain(pair).includes(plain(one)))) return [];
    const wanted = `${currencies.join(' and ')}, which it converts,`;
    const seen = excerpt(field(limit, 'convertPair') ?? null);
    return [{ code: 'differs', what: `${where}/${at}/convertPair`, wanted, seen, exchanges: [exchange.id] }];
  });
}
