import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { clockMovedBetween } from '../../core/movedClock.ts';
import { type AnnouncementAttempts, duplicateMs, nameOf, roundMs, roundsOf } from '../received/attempts.ts';

/** True for a round that came because the clock was moved, and not because the round was due. This round says nothing about the schedule. */
export function isBrought(
  record: RunRecord,
  before: readonly Delivery[] | undefined,
  round: readonly Delivery[],
): boolean {
  const [from, to] = [before?.[0], round[0]];
  if (!from || !to) return false;
  const movedMs = Number(clockMovedBetween(record, from.receivedNs, to.receivedNs) / 1_000_000n);
  const ranMs = Number((to.receivedNs - from.receivedNs) / 1_000_000n);
  return movedMs > 0 && to.targetMs - from.targetMs >= ranMs + movedMs - duplicateMs;
}

/** Returns attempts at one announcement that came within half a minute of each other, more than an attempt and its copy; undefined if there are none. */
export function crowdedRound(record: RunRecord, attempts: readonly Delivery[]): readonly Delivery[] | undefined {
  const rounds = roundsOf(attempts, roundMs);
  return rounds.find(
    (round, index) => roundsOf(round, duplicateMs).length > 2 && !isBrought(record, rounds[index - 1], round),
  );
}

/** Reports attempts that came within half a minute of each other (WHK-06b). */
export const crowded = (set: AnnouncementAttempts, crowd: readonly Delivery[]): Fault => ({
  code: 'differs',
  what: `the retries of ${nameOf(set)}`,
  wanted: 'minutes apart',
  seen: `${crowd.length} within ${roundMs / 1000} s`,
  exchanges: set.attempts.map(({ id }) => id),
});
