import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { minAbsenceWaitNs, visibilityDeadlineNs } from './creationEffect.ts';

const nsPerMs = 1_000_000n;

/** Returns by how much the target's clock was certainly moved between two times, ns. */
export function clockMovedBetween({ controlActions }: RunRecord, from: bigint, until: bigint): bigint {
  const moves = controlActions.filter(
    ({ what, ok, askedNs, atNs }) => what === 'clock' && ok && BigInt(askedNs ?? atNs) >= from && BigInt(atNs) <= until,
  );
  const ms = moves.map(({ args }) => (args as { advanceMs?: number }).advanceMs ?? 0);
  return ms.reduce((sum, one) => sum + BigInt(Math.round(one)), 0n) * nsPerMs;
}

/** Returns the time on the target's clock that certainly passed from the answer of an exchange to another exchange, ns; negative if they overlap. */
export const passedBetween = (
  record: RunRecord,
  { receivedNs }: { receivedNs: bigint },
  { sentNs }: Exchange,
): bigint => sentNs - receivedNs + clockMovedBetween(record, receivedNs, sentNs);

/** True if a target had its time to show, by one exchange, what it knew when it answered another. */
export const hadTimeToShow = (record: RunRecord, from: { receivedNs: bigint }, until: Exchange): boolean =>
  passedBetween(record, from, until) >= (visibilityDeadlineNs(record) ?? minAbsenceWaitNs);

/** True for a 401 after the target's clock was moved: the credential may have expired on the way, which says nothing about what was asked for. */
export const mayHaveExpired = (record: RunRecord, { status, sentNs }: Exchange): boolean =>
  status === 401 && clockMovedBetween(record, 0n, sentNs) > 0n;
