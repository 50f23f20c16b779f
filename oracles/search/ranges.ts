import { parseInstant } from '../../schemas/domain/formats.ts';
import { decimal, type ExactObject } from '../../schemas/json/exact.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { amountIn, createdAtOf, inBothPages, type Page, pageOf, paymentIdOf } from '../answers/searchPage.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { framePages, missedFaults, type PageFrame } from './filters.ts';
import { newest, paymentsLookedAt } from './looked.ts';

/** The two values of a range, in ascending order. */
export interface Bounds {
  field: 'createdAt' | 'amount';
  low: string;
  high: string;
}

/** A requested range: the exchange, and its two values. */
export interface RangeSearch extends Bounds {
  exchange: string;
}

/** One try of an encoding: two ranges. Each range excludes payments at its own end. */
export interface EncodingTrial extends PageFrame {
  encoding: string;
  ranged: readonly RangeSearch[];
}

/** Where a payment is, relative to a range. */
export type Side = 'inside' | 'outside' | 'unsaid';

/** How a target compares a negative amount with a range: as it shows it, or without its sign. The interface does not say. */
export type SignReading = 'as shown' | 'without sign';

/** Returns whether a payment is inside or outside a range; 'unsaid' if it is on a bound, or if its amount is negative and the reading of signs is unknown. */
export function sideOf(payment: ExactObject, { field: name, low, high }: Bounds, signs?: SignReading): Side {
  if (name === 'amount') {
    const shown = amountIn(payment);
    if (!shown || (shown.isNegative() && signs === undefined)) return 'unsaid';
    const amount = signs === 'without sign' ? shown.abs() : shown;
    if (amount.lt(decimal(low)) || amount.gt(decimal(high))) return 'outside';
    return amount.gt(decimal(low)) && amount.lt(decimal(high)) ? 'inside' : 'unsaid';
  }
  const [made, from, to] = [createdAtOf(payment), parseInstant(low)?.epochNs, parseInstant(high)?.epochNs];
  if (!made || from === undefined || to === undefined) return 'unsaid';
  const [early, late] = [made.ns - made.unitNs, made.ns + made.unitNs];
  if (late < from || early > to) return 'outside';
  return early > from && late < to ? 'inside' : 'unsaid';
}

/** A range with its answer; the page is undefined if it was not accepted. */
export interface AnsweredRange {
  range: RangeSearch;
  page: Page | undefined;
}

/** The two pages around the requests for ranges. */
export interface PagesAround {
  before: Page;
  after: Page;
}

interface Found {
  strays: Fault[];
  missed: Fault[];
  /** The number of payments, present the whole time, that the range excludes. */
  others: number;
}

function compared({ before, after }: PagesAround, { range, page }: AnsweredRange): Found {
  const there = inBothPages(before, after).map((one) => one.after);
  const inside = there.filter((payment) => sideOf(payment, range) === 'inside');
  const odd = (page?.items ?? []).filter((payment) => sideOf(payment, range) === 'outside');
  return {
    strays: odd.map((payment) => ({
      code: 'stray',
      payment: paymentIdOf(payment),
      where: page?.exchange.request ?? '',
      seen: `${range.field} ${excerpt(field(payment, range.field))}`,
      exchanges: [range.exchange],
    })),
    missed: page ? missedFaults(page, inside) : [],
    others: there.filter((payment) => sideOf(payment, range) === 'outside').length,
  };
}

/** How far answers match their ranges: exactly, by only one of the two values, or not at all. */
export type RangeFit = 'exact' | 'one value' | 'none';

/** Returns how well a target understood the ranges in one encoding. */
export function rangeFit(bounds: PagesAround, answers: readonly AnsweredRange[]): RangeFit {
  const found = answers.map((answered) => compared(bounds, answered));
  if (answers.some(({ page }) => !page) || found.some(({ missed }) => missed.length > 0)) return 'none';
  const narrowed = found.some(({ strays, others }) => others > 0 && strays.length === 0);
  if (!narrowed) return 'none';
  // The answers exclude payments beyond one of the two values, so the target read at least that one.
  return found.every(({ strays }) => strays.length === 0) ? 'exact' : 'one value';
}

const order: readonly RangeFit[] = ['exact', 'one value'];

/** A try with its answers, and how well the target understood it. */
interface Fitted extends EncodingTrial {
  bounds: PagesAround;
  answers: readonly AnsweredRange[];
  fit: RangeFit;
}

/** Returns tries with their answers and how well the target understood each; leaves out those around which the pages are unknown. */
export const fittedIn = (record: RunRecord, tries: readonly EncodingTrial[]): Fitted[] =>
  tries.flatMap((one) => {
    const bounds = framePages(record, one);
    if ('state' in bounds) return [];
    const answers = one.ranged.map((range) => ({ range, page: pageOf(record.exchange(range.exchange)) }));
    return [{ ...one, bounds, answers, fit: rangeFit(bounds, answers) }];
  });

/** Returns the try that the target understood best. */
const best = (fitted: readonly Fitted[]): Fitted | undefined =>
  order.flatMap((fit) => fitted.filter((one) => one.fit === fit))[0];

type RangeArgs = { key: string; tries: readonly EncodingTrial[] };

/** The tries of the whole run for ranges of one field besides these, by whichever requirement. */
function furtherTries({ assertions }: RunRecord, { key, tries }: RangeArgs): EncodingTrial[] {
  const known = new Set(tries.flatMap(({ ranged }) => ranged.map(({ exchange }) => exchange)));
  return assertions.flatMap(({ oracle, args }) => {
    if (oracle !== 'rangesHold' && oracle !== 'rangeEncoding') return [];
    const made = args as RangeArgs;
    const isFurther = ({ ranged }: EncodingTrial) => !ranged.some(({ exchange }) => known.has(exchange));
    return made.key === key ? made.tries.filter(isFurther) : [];
  });
}

const exchangesOf = ({ before, ranged, after }: EncodingTrial) => [
  before,
  ...ranged.map(({ exchange }) => exchange),
  after,
];

const unread = (key: string, tries: readonly EncodingTrial[]): OracleResult =>
  faultResult({
    code: 'noEvidence',
    wanted: `an encoding for two values of ${key} that the target understands`,
    exchanges: tries.flatMap(exchangesOf),
  });

/** Learns how two values of a range are written for this target (SRC-06). */
export function rangeEncoding(record: RunRecord, { key, tries }: RangeArgs): OracleResult {
  const found = best(fittedIn(record, tries));
  return found ? learned(`a range of ${key}`, found.encoding, exchangesOf(found)) : unread(key, tries);
}

/**
 * In the encoding that the target understands, a range returns exactly the payments between its two values (SRC-05). An encoding that was understood once in the run
 * is understood in each of its tries.
 */
export function rangesHold(record: RunRecord, { key, tries }: RangeArgs): OracleResult {
  const [own, further] = [fittedIn(record, tries), fittedIn(record, furtherTries(record, { key, tries }))];
  const found = best(own) ?? best(further);
  if (!found) return unread(key, tries);
  const alike = [...own, ...further].filter(({ encoding, fit }) => encoding === found.encoding && fit !== 'exact');
  const faults = alike.flatMap(({ bounds, answers }) => answers.map((answered) => compared(bounds, answered)));
  const { before } = found.bounds;
  const result = toResult(
    [found, ...alike].flatMap(exchangesOf),
    faults.flatMap(({ strays, missed }) => [...strays, ...missed]),
  );
  return paymentsLookedAt(result, before, { at: before.items.length, why: newest });
}
