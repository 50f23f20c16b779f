import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { clockMovedBetween } from '../../core/movedClock.ts';
import { isFinalStatus } from '../../payments/lifecycle.ts';
import { announcementOf, textsOf } from '../received/announcement.ts';
import { answerName, attemptOutcome } from '../received/answers.ts';
import {
  type AnnouncementAttempts,
  announcementsIn,
  duplicateMs,
  nameOf,
  roundsOf,
  triedUntilAccepted,
} from '../received/attempts.ts';
import { playedMs, targetEndMs } from '../received/deadlines.ts';
import { receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { isOfEarlierRecord } from '../received/earlierRecords.ts';
import { crowded, crowdedRound } from './crowds.ts';

type Round = readonly Delivery[];

/** The attempts of one announcement of this run in rounds, and how many of them failed at its beginning and at its end. */
export interface Told extends AnnouncementAttempts {
  /** What its bodies name as their record: the record of the kind, or else a payment. */
  record: string | undefined;
  rounds: readonly Round[];
  failedFirst: number;
  failedLast: number;
}

const hasFailed = (round: Round) => round.every((one) => attemptOutcome(one) === 'failure');

function leading(rounds: readonly Round[]): number {
  const end = rounds.findIndex((round) => !hasFailed(round));
  return end < 0 ? rounds.length : end;
}

/** Returns every announcement of this run, whatever caused it, by the answers that it got. Leaves out records that were created before the run. */
export const announcementsOfRun = memoizedByRecord((record): Told[] => {
  const posted = receivedDeliveries(record)
    .map(({ delivery }) => delivery)
    .filter((delivery) => delivery.line.request.method === 'POST' && !isOfEarlierRecord(record, delivery));
  return announcementsIn(posted).map((set) => {
    const rounds = roundsOf(set.attempts, duplicateMs);
    const [first] = set.attempts;
    const record = first && (announcementOf(first).id ?? textsOf(first).find((text) => text.startsWith('PMT-')));
    return { ...set, record, rounds, failedFirst: leading(rounds), failedLast: leading(rounds.toReversed()) };
  });
});

/** The records that may reach a status several times, because they were FROZEN meanwhile. */
const returning = memoizedByRecord(
  (record) => new Set(announcementsOfRun(record).flatMap(({ id, status }) => (status === 'FROZEN' ? [id] : []))),
);

/** The announcements whose attempts belong to one transition, so that they can be counted. */
const countable = memoizedByRecord((record) =>
  announcementsOfRun(record).filter(({ id, isAmbiguous }) => !isAmbiguous && !returning(record).has(id)),
);

/** The kinds whose retries repeat an earlier body after a webhook has told a later one, so that no retry is replaced by that of a later state. */
const repeatingKinds = memoizedByRecord((record) => {
  const sets = announcementsOfRun(record).filter((set) => set.record !== undefined && !returning(record).has(set.id));
  const repeats = (one: Told) =>
    sets.some(
      (other) =>
        other !== one &&
        other.record === one.record &&
        other.kind === one.kind &&
        (other.attempts[0]?.targetMs ?? 0) > (one.attempts[0]?.targetMs ?? 0) + duplicateMs &&
        (one.rounds.at(-1)?.[0]?.targetMs ?? 0) > (other.attempts[0]?.targetMs ?? 0) + duplicateMs,
    );
  return new Set(sets.filter(repeats).map(({ kind }) => kind));
});

/**
 * Returns the most failed attempts after which some announcement of a kind was sent again. If the retries of a kind may tell a later status, they cannot be
 * counted, and it is known only whether there are any.
 */
function provenRetries(record: RunRecord, kind: AnnouncementAttempts['kind']): number {
  const retriesOf = ({ failedFirst, rounds }: Told) => Math.min(failedFirst, rounds.length - 1);
  const isAny = announcementsOfRun(record).some((set) => retriesOf(set) > 0) ? 1 : 0;
  if (!repeatingKinds(record).has(kind)) return isAny;
  const own = countable(record).filter((set) => set.kind === kind);
  return Math.max(isAny, ...own.map(retriesOf));
}

/** True if the retry may have come as another webhook, with a later state of the same record. */
function mayBeReplaced(record: RunRecord, lost: Told): boolean {
  if (repeatingKinds(record).has(lost.kind) && !returning(record).has(lost.id)) return false;
  if (lost.isAmbiguous) return true;
  if (isFinalStatus(lost.status)) return false;
  const since = lost.attempts[0]?.targetMs ?? 0;
  const others = announcementsOfRun(record).filter(({ id, kind }) => id === lost.id && kind === lost.kind);
  return others.some(
    ({ attempts, rounds, status }) =>
      status !== lost.status && rounds.length > 1 && (attempts.at(-1)?.targetMs ?? 0) > since,
  );
}

/** The failed attempts at the end of an announcement, each on its own: after a leap of the clock, those that are overdue come at once and count as one round. */
function failedAtTheEnd({ attempts }: Told): number {
  const success = attempts.findLastIndex((one) => !hasFailed([one]));
  return attempts.length - 1 - success;
}

/**
 * Returns how many attempts at one announcement the receiver may have missed: one each time that it did not listen, and one that was under way when the run moved the
 * target's clock, so that its answer came too late. Where an announcement gets one retry alone, as far as is known, no move can hide both.
 */
function maybeMissed(record: RunRecord, proven: number): number {
  const isMoved = clockMovedBetween(record, 0n, 1n << 80n) > 0n;
  return record.webhooks.notListening.length + (isMoved && proven > 1 ? 1 : 0);
}

/**
 * True if the last attempt of an announcement failed, and another announcement of its kind was sent again after as many failures. The receiver may have missed some
 * attempts, also before the first one that it saw.
 */
function isLost(record: RunRecord, told: Told): boolean {
  const { kind, failedLast, attempts } = told;
  const last = attempts.at(-1);
  if (!last || failedLast === 0 || targetEndMs(record) - last.targetMs < playedMs) return false;
  const [failed, proven] = [Math.max(failedLast, failedAtTheEnd(told)), provenRetries(record, kind)];
  return failed + maybeMissed(record, proven) <= proven;
}

const idsOf = ({ attempts }: AnnouncementAttempts) => attempts.map(({ id }) => id);

/** Reports an announcement that failed and was not sent again, although the time of all retries is over (WHK-05, WHK-10). */
export function isSentAgain(record: RunRecord) {
  return (set: Told): Fault | undefined => {
    if (record.lost || !isLost(record, set) || mayBeReplaced(record, set)) return undefined;
    const answer = answerName(set.attempts.at(-1)?.line.answer ?? { status: 0 });
    const wanted = `a retry after ${answer} to attempt ${set.rounds.length}`;
    const fault = { code: 'differs', what: nameOf(set), wanted, seen: 'no retry', exchanges: idsOf(set) } as const;
    return unlessDisturbed(record, fault);
  };
}

/** Returns the announcements of this run that failed and were lost, whatever caused them (WHK-05). */
export const lostDeliveries = memoizedByRecord((record): Fault[] =>
  announcementsOfRun(record).flatMap((set) => isSentAgain(record)(set) ?? []),
);

/** True if a failed body never came again, although its announcement was sent again. */
function isChanged({ rounds }: Told): boolean {
  const bodiesOf = (some: readonly Round[]) => new Set(some.flat().map(({ line }) => line.request.body.sha256));
  return rounds.slice(1).some((_, index) => {
    const [failed, later] = [rounds[index] ?? [], bodiesOf(rounds.slice(index + 1))];
    return hasFailed(failed) && ![...bodiesOf([failed])].some((body) => later.has(body));
  });
}

/** Reports retries of this run with another body than the failed attempt (WHK-06b). */
export const changedRetries = memoizedByRecord((record): Fault[] => {
  const changed = countable(record).filter((set) => isChanged(set));
  return changed.map((set) => ({
    code: 'differs',
    what: `the retries of ${nameOf(set)}`,
    wanted: 'the same body in every attempt',
    seen: 'another body',
    exchanges: idsOf(set),
  }));
});

/** Reports retries of this run that came within seconds of each other, after failures (WHK-06b). */
export const crowdedRetries = memoizedByRecord((record): Fault[] =>
  countable(record).flatMap((set) => {
    const crowd = crowdedRound(record, triedUntilAccepted(set));
    return crowd ? [crowded(set, crowd)] : [];
  }),
);

/** Returns the announcements of this run of which every attempt failed, and whose attempts can be counted (WHK-06a). */
export const alwaysFailed = memoizedByRecord((record): AnnouncementAttempts[] =>
  countable(record).filter(({ rounds, failedFirst }) => failedFirst === rounds.length),
);
