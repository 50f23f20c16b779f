import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import { field, grouped, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { AcquiringSighting } from '../../answers/acquiringRecords.ts';
import { type StatusMove, statusMovesIn } from '../../core/history.ts';
import { paymentHistories } from '../../payments/lifecycle.ts';
import { acquiringCause, paymentCause } from './moveCauses.ts';
import { isPaidAtLast } from './paidAddresses.ts';
import { statusHistories } from './statusHistory.ts';

/** A status transition of one kind of record, seen by the reads of this run or of an earlier one. */
export interface ObservedMove extends StatusMove {
  kind: 'payment' | 'checkout' | 'request';
  /** What the suite did to the record, in words. Only what follows the same cause is compared with a baseline value. */
  cause: string;
}

const lifecycles = {
  payment: paymentLifecycle,
  checkout: checkoutLifecycle,
  request: requestLifecycle,
} as const satisfies Record<ObservedMove['kind'], unknown>;

const kinds = ['payment', 'checkout', 'request'] as const;

/** Returns the baseline key of the transitions from a status after a cause. */
export function baselineKeyOf({ kind, from, cause }: Pick<ObservedMove, 'kind' | 'from' | 'cause'>): string {
  return `${kind} from ${from}, ${cause}`;
}

/** Returns how far a record in a status has come. */
const stageOf = (kind: ObservedMove['kind'], status: string): number =>
  lifecycles[kind].stages.findIndex((some: readonly string[]) => some.includes(status));

const isState = (kind: ObservedMove['kind'], status: string) => stageOf(kind, status) >= 0;

/** True if a transition ends on the way of a known one: the reads of the baseline may have missed that status. */
const isOnTheWay = ({ kind, to }: ObservedMove, known: ObservedMove): boolean =>
  isState(kind, to) && stageOf(kind, known.from) < stageOf(kind, to) && stageOf(kind, to) < stageOf(kind, known.to);

/** Returns the transitions that earlier runs stored as baseline values. */
function baselineMoves(record: RunRecord, kind: ObservedMove['kind']): ObservedMove[] {
  return Object.entries(record.runs[0]?.pins?.['LIF-16'] ?? {}).flatMap(([key, seen]) => {
    const [, from, cause] = new RegExp(`^${kind} from (\\w+), (.+)$`).exec(key) ?? [];
    if (from === undefined || cause === undefined || !isState(kind, from)) return [];
    return seen.split(', ').map((to) => ({ kind, from, to, cause, exchanges: [] }));
  });
}

/** True if a checkout has no request. A checkout without a request had no status between NEW and its end. */
const isUnlinked = ({ value }: AcquiringSighting) => field(value, 'request') === undefined;

function stepsOf(record: RunRecord, kind: ObservedMove['kind']): ObservedMove[] {
  if (kind === 'payment')
    return paymentHistories(record).flatMap(({ sightings }) =>
      statusMovesIn(sightings, () => false).map((move) => ({ ...move, kind, cause: paymentCause(record, move.later) })),
    );
  const isComplete = kind === 'checkout' ? isUnlinked : () => false;
  // What the final reads pay differs from run to run, and so does what becomes of it.
  const lives = statusHistories(record).filter(
    (life) => life.kind === kind && !life.sightings.some((one) => isPaidAtLast(record, one)),
  );
  return lives.flatMap((life) => {
    const cause = acquiringCause(record, life);
    return cause === undefined
      ? []
      : statusMovesIn(life.sightings, isComplete).map((move) => ({ ...move, kind, cause }));
  });
}

/** True if a chain of two or more other transitions leads from the first status to the second. */
function isExplained({ from, to }: StatusMove, all: readonly StatusMove[]): boolean {
  const next = (state: string) => all.filter((one) => one.from === state).map((one) => one.to);
  const reached = new Set<string>();
  const open = next(from).filter((state) => state !== to && state !== from);
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    if (next(state).includes(to)) return true;
    open.push(...next(state).filter((one) => one !== from));
  }
  return false;
}

function movesOf(record: RunRecord, kind: ObservedMove['kind']): ObservedMove[] {
  const seen = stepsOf(record, kind);
  const baseline = baselineMoves(record, kind);
  const all = [...seen, ...baseline];
  const before = grouped(baseline, baselineKeyOf);
  const isFiner = (move: ObservedMove) => before.get(baselineKeyOf(move))?.some((one) => isOnTheWay(move, one));
  const single = seen.filter((move) => move.isComplete || !(isExplained(move, all) || isFiner(move)));
  // Only a new transition is a change. A transition of the baseline that this run did not see is no change.
  const evidence = grouped(seen, baselineKeyOf);
  const known = baseline.flatMap((move) => {
    const exchanges = evidence.get(baselineKeyOf(move))?.flatMap((one) => one.exchanges);
    return exchanges ? [{ ...move, exchanges }] : [];
  });
  return [...single, ...known];
}

/**
 * Returns the transitions between successive reads of one view (LIF-16). A transition is left out if a chain of others explains it, since reads may have missed
 * the statuses in between.
 */
export function observedMoves(record: RunRecord): ObservedMove[] {
  return kinds.flatMap((kind) => movesOf(record, kind));
}
