import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import type { Asked } from './acquiringRates.ts';

/** A rate that the target answered. */
interface Told extends Asked {
  rate: Decimal;
}

const toldIn = (record: RunRecord, asked: readonly Asked[]): Told[] =>
  asked.flatMap((one) => {
    const sent = record.exchange(one.exchange);
    const rate = sent.class === 'accepted' ? numberIn(sent.json, 'rate') : undefined;
    return rate?.gt(0) ? [{ ...one, rate }] : [];
  });

/** Returns what one unit of an asset is worth in another one, by the rates of both in each third currency. */
function worths(told: readonly Told[], { base, quote }: Told): Decimal[] {
  const inThird = (asset: string) => told.filter((one) => one.base === asset && ![base, quote].includes(one.quote));
  return inThird(base).flatMap(({ quote: third, rate }) => {
    const other = inThird(quote).find((one) => one.quote === third);
    return other ? [rate.div(other.rate)] : [];
  });
}

/** The two ways differ visibly if they differ by more than this many units of the last decimal. */
const visible = 2;

/**
 * The rates of a pair in its two ways are not one and the same figure, as if base and quote did not matter (ART-01). Two assets of about the same worth may have
 * it, so the rates of both in third currencies must say that their worths differ by more than a rate shows.
 */
export function ratesTurn(record: RunRecord, { asked }: { asked: readonly Asked[] }): OracleResult {
  const told = toldIn(record, asked);
  const faults = told.flatMap((one, nth): Fault[] => {
    const back = told.slice(nth + 1).find(({ base, quote }) => base === one.quote && quote === one.base);
    if (!back?.rate.eq(one.rate)) return [];
    const unit = decimal('10').pow(-one.rate.decimalPlaces());
    const gaps = worths(told, one).map((worth) => worth.minus(decimal('1').div(worth)));
    const isApart = gaps.length > 0 && gaps.every((gap) => gap.abs().gt(unit.times(visible)));
    const what = `the rate of ${back.base} in ${back.quote}`;
    const wanted = `another figure than the rate of ${one.base} in ${one.quote}`;
    const exchanges = [one.exchange, back.exchange];
    return isApart ? [{ code: 'differs', what, wanted, seen: back.rate.toFixed(), exchanges }] : [];
  });
  return toResult(
    told.map(({ exchange }) => exchange),
    faults,
  );
}
