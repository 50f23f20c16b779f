import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn, ratesIn } from '../../answers/exchangeLists.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { listedRates, optionsOfProjects } from '../requests/listedTerms.ts';
import type { Asked } from './acquiringRates.ts';

/** A rate moves, and may carry another spread than that of the deposit options: it may differ by this part. */
const mostPart = decimal('0.2');

/** Returns the bid and the ask of each pair in the lists of exchange rates. */
const exchangeRates = memoizedByRecord((record: RunRecord) =>
  record.of('GET /v1/user/exchange/rates').flatMap((list) => (list.class === 'accepted' ? ratesIn(list) : [])),
);

/** Returns the prices of a pair in the lists of exchange rates, whichever of its two assets they name first. */
function pricesListed(record: RunRecord, { base, quote }: Asked): Decimal[] {
  return exchangeRates(record).flatMap((one) => {
    if (one.base === base && one.quote === quote) return [one.bid, one.ask];
    return one.base === quote && one.quote === base ? [one.bid, one.ask].map((price) => decimal('1').div(price)) : [];
  });
}

/** Returns the rates of a pair that the deposit options of all projects list. */
function ratesListed(record: RunRecord, { base, quote }: Asked): Decimal[] {
  const options = [...optionsOfProjects(record).values()].flat();
  const assets = new Set(options.flatMap((one) => Object.keys(field(one, 'amountInOptions') ?? {})));
  const named = [...assets].filter((asset) => asset === base || currencyOf(asset) === base);
  return named.flatMap((asset) => listedRates(options, asset, quote));
}

/** Returns what other lists say of a pair: deposit options, or else exchange rates. */
function known(record: RunRecord, asked: Asked): Decimal[] {
  const listed = ratesListed(record, asked);
  return listed.length > 0 ? listed : pricesListed(record, asked);
}

/** A rate is about one of those by which deposit options convert the same pair, or exchange orders (§ Acquiring rate, rate; ART-01). No words relate the two, so this only warns. */
export function ratesNear(record: RunRecord, { asked }: { asked: readonly Asked[] }): OracleResult {
  const faults = asked.flatMap((one): Fault[] => {
    const sent = record.exchange(one.exchange);
    const rate = sent.class === 'accepted' ? numberIn(sent.json, 'rate') : undefined;
    const listed = known(record, one);
    const [first] = listed;
    if (!rate || !first || listed.some((other) => other.minus(rate).abs().lte(other.times(mostPart)))) return [];
    const what = `the rate of ${one.base} in ${one.quote}`;
    return [{ code: 'farRate', what, wanted: first.toFixed(), seen: rate.toFixed(), exchanges: [one.exchange] }];
  });
  return toResult(
    asked.map(({ exchange }) => exchange),
    faults,
  );
}
