import { type Exact, isObject, sameValue } from '../../../schemas/json/exact.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { isTimeField } from '../../core/contractShape.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { sameInstant } from '../../payments/viewAgreement.ts';
import { type StatusHistory, statusHistories } from './statusHistory.ts';

/** Two successive sightings of a record in one view. */
interface Pair {
  before: AcquiringSighting;
  after: AcquiringSighting;
}

type PairRule = (pair: Pair) => readonly Fault[];

const valuesOf = ({ before, after }: Pair, name: string) =>
  [field(before.value, name), field(after.value, name)] as const;

/** True if two values are the same, are the same instant in any notation, or are objects whose common members are equal. */
function isSame(name: string, one: Exact, other: Exact): boolean {
  if (isTimeField(name)) return sameInstant(one, other);
  if (!isObject(one) || !isObject(other)) return sameValue(one, other);
  return Object.keys(one).every((member) => {
    const [a, b] = [field(one, member), field(other, member)];
    return a === undefined || b === undefined || sameValue(a, b);
  });
}

/**
 * True if a value differs from the previous sighting, or is missing although a read has shown it. The answer to a creation may show more fields than a read.
 */
function isMoved(pair: Pair, name: string): boolean {
  const [one, other] = valuesOf(pair, name);
  if (one === undefined) return false;
  return other === undefined ? pair.before.source !== 'create' : !isSame(name, one, other);
}

function moved(pair: Pair, name: string): Fault {
  const [one, other] = valuesOf(pair, name);
  return {
    code: 'differs',
    what: `${pair.after.where}/${name}`,
    wanted: `${excerpt(one ?? 'nothing')}, as before,`,
    seen: excerpt(other ?? 'nothing'),
    exchanges: [pair.before.exchange.id, pair.after.exchange.id],
  };
}

const movedAmong =
  (names: readonly string[]): PairRule =>
  (pair) =>
    names.filter((name) => isMoved(pair, name)).map((name) => moved(pair, name));

const faultsIn = ({ sightings }: StatusHistory, rule: PairRule): Fault[] =>
  sightings.slice(1).flatMap((after, index) => rule({ before: sightings[index] ?? after, after }));

const seenAgain = (record: RunRecord, of: ReadBack): StatusHistory[] =>
  statusHistories(record).filter(({ kind, sightings }) => kind === of && sightings.length > 1);

function ruledBy(record: RunRecord, kind: ReadBack, rule: PairRule): OracleResult {
  const lives = seenAgain(record, kind);
  if (lives.length === 0)
    return faultResult({ code: 'noEvidence', wanted: `a ${kind} that was read more than once`, exchanges: [] });
  const exchanges = lives.flatMap(({ sightings }) => sightings.slice(-1).map(({ exchange }) => exchange.id));
  return toResult(
    exchanges,
    lives.flatMap((life) => faultsIn(life, rule)),
  );
}

/** A checkout or a request keeps showing the values it was created with, in every status (CHK-02a, CHK-04, REQ-03). */
export function rests(
  record: RunRecord,
  { kind, fields }: { kind: ReadBack; fields: readonly string[] },
): OracleResult {
  return ruledBy(record, kind, movedAmong(fields));
}

/** The fields from which payAmount follows. If one of these fields changes, payAmount may change too. */
const parts = ['requestAmount', 'requestAmountConverted', 'convertRate', 'payerPlatformFee'];

function arePartsSame(pair: Pair): boolean {
  return parts.every((name) => {
    const [one, other] = valuesOf(pair, name);
    return one === undefined || other === undefined ? one === other : isSame(name, one, other);
  });
}

/** payAmount is the expected payment, not the received one. It stays the same while the fields from which it follows stay the same (REQ-04). */
export function payAmountRests(record: RunRecord, _args: Record<string, never>): OracleResult {
  return ruledBy(record, 'request', (pair) => {
    const isPriced = numberIn(pair.before.value, 'requestAmount') !== undefined;
    const isShown = numberIn(pair.after.value, 'payAmount') !== undefined;
    return isPriced && isShown && arePartsSame(pair) ? movedAmong(['payAmount'])(pair) : [];
  });
}

const limits = ['minLimit', 'maxLimit'];

/** Returns the requests without a price whose limits one view showed more than once. */
export const repeatedlySeenLimits = (record: RunRecord): StatusHistory[] =>
  seenAgain(record, 'request').filter(
    ({ sightings }) =>
      sightings.every(({ value }) => field(value, 'requestAmount') === undefined) &&
      sightings.some(({ value }) => limits.some((name) => numberIn(value, name))),
  );

/** A request without a price keeps its limits if reads have shown them (REQ-02). */
export const keepsLimits = (life: StatusHistory): Fault[] =>
  faultsIn(life, (pair) =>
    limits.filter((name) => isMoved(pair, name) && !numberIn(pair.after.value, name)).map((name) => moved(pair, name)),
  );
