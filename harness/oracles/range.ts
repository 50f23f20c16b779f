import { decimal, type Exact } from '../../schemas/exact.ts';
import { parseInstant } from '../../schemas/formats.ts';
import { excerpt, type Fault } from '../fault.ts';
import { field, type RunRecord } from '../record.ts';
import { type Frame, framed, left } from './filter.ts';
import { amountIn, createdAtOf, idOf, lasting, type Page, pageOf } from './page.ts';
import { faulty, learned, type Ruling, ruling } from './ruling.ts';

/** A range that was asked for: the exchange, and the two values in the order of their size. */
export interface Ranged {
  exchange: string;
  field: 'createdAt' | 'amount';
  low: string;
  high: string;
}

/** One try of an encoding: two ranges that each leave something out, on another side. */
export interface Try extends Frame {
  encoding: string;
  ranged: readonly Ranged[];
}

type Side = 'inside' | 'outside' | 'unsaid';

/** Where a payment lies; on a bound, or where the text leaves it open, it is unsaid. Signs of pay-outs are not shown. */
function sideOf(payment: Exact, { field: name, low, high }: Ranged): Side {
  if (name === 'amount') {
    const amount = amountIn(payment);
    if (!amount || amount.isNegative()) return 'unsaid';
    if (amount.lt(decimal(low)) || amount.gt(decimal(high))) return 'outside';
    return amount.gt(decimal(low)) && amount.lt(decimal(high)) ? 'inside' : 'unsaid';
  }
  const [made, from, to] = [createdAtOf(payment), parseInstant(low)?.epochNs, parseInstant(high)?.epochNs];
  if (!made || from === undefined || to === undefined) return 'unsaid';
  const [early, late] = [made.ns - made.unitNs, made.ns + made.unitNs];
  if (late < from || early > to) return 'outside';
  return early > from && late < to ? 'inside' : 'unsaid';
}

/** An answered range between the two pages of its frame; no page where it was not accepted. */
export interface Answered {
  range: Ranged;
  page: Page | undefined;
}

/** The two pages between which ranges were asked for. */
export interface Bounds {
  before: Page;
  after: Page;
}

interface Found {
  strays: Fault[];
  missed: Fault[];
  /** How many payments were there that the range leaves out. */
  others: number;
}

function compared({ before, after }: Bounds, { range, page }: Answered): Found {
  const there = lasting(before, after).map((one) => one.after);
  const inside = there.filter((payment) => sideOf(payment, range) === 'inside');
  const odd = (page?.items ?? []).filter((payment) => sideOf(payment, range) === 'outside');
  return {
    strays: odd.map((payment) => ({
      code: 'stray',
      payment: idOf(payment),
      where: page?.exchange.request ?? '',
      seen: `${range.field} ${excerpt(field(payment, range.field))}`,
      exchanges: [range.exchange],
    })),
    missed: page ? left(page, inside) : [],
    others: there.filter((payment) => sideOf(payment, range) === 'outside').length,
  };
}

/** How far answers are what their ranges ask for: exactly, by one of the two values only, or not at all. */
export type Fit = 'exact' | 'one value' | 'none';

/** How well a target understood the ranges of one encoding. */
export function fitOf(bounds: Bounds, answers: readonly Answered[]): Fit {
  const found = answers.map((answered) => compared(bounds, answered));
  if (answers.some(({ page }) => !page) || found.some(({ missed }) => missed.length > 0)) return 'none';
  const narrowed = found.some(({ strays, others }) => others > 0 && strays.length === 0);
  if (!narrowed) return 'none';
  // It left out what one of the two values forbids: it read at least that one.
  return found.every(({ strays }) => strays.length === 0) ? 'exact' : 'one value';
}

const order: readonly Fit[] = ['exact', 'one value'];

/** The try that was understood best, and what the answers of it were. */
function best(record: RunRecord, tries: readonly Try[]) {
  const fitted = tries.flatMap((one) => {
    const bounds = framed(record, one);
    if ('state' in bounds) return [];
    const answers = one.ranged.map((range) => ({ range, page: pageOf(record.exchange(range.exchange)) }));
    return [{ ...one, bounds, answers, fit: fitOf(bounds, answers) }];
  });
  return order.flatMap((fit) => fitted.filter((one) => one.fit === fit))[0];
}

const exchangesOf = ({ before, ranged, after }: Try) => [before, ...ranged.map(({ exchange }) => exchange), after];

const unread = (key: string, tries: readonly Try[]): Ruling =>
  faulty({
    code: 'noEvidence',
    wanted: `a way to write two values of ${key} that the target understands`,
    exchanges: tries.flatMap(exchangesOf),
  });

/** How two values of a range are written for this target (SRC-06). */
export function rangeEncoding(record: RunRecord, { key, tries }: { key: string; tries: readonly Try[] }): Ruling {
  const found = best(record, tries);
  return found ? learned(`a range of ${key}`, found.encoding, exchangesOf(found)) : unread(key, tries);
}

/** A range returns what lies between its two values and nothing else (SRC-05), in the encoding that was understood. */
export function rangesHold(record: RunRecord, { key, tries }: { key: string; tries: readonly Try[] }): Ruling {
  const found = best(record, tries);
  if (!found) return unread(key, tries);
  const faults = found.answers.map((answered) => compared(found.bounds, answered));
  return ruling(
    exchangesOf(found),
    faults.flatMap(({ strays, missed }) => [...strays, ...missed]),
  );
}
