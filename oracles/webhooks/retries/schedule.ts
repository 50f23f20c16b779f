import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { isFinalStatus } from '../../payments/lifecycle.ts';
import { answerName, attemptOutcome, outcomeMeant } from '../received/answers.ts';
import {
  type AnnouncementAttempts,
  announcementsIn,
  delaysOf,
  duplicateMs,
  nameOf,
  roundMs,
  roundsOf,
  shorterDelays,
  spanMs,
} from '../received/attempts.ts';
import { receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { crowded, crowdedRound, isBrought } from './crowds.ts';
import { alwaysFailed, changedRetries, crowdedRetries, lostDeliveries } from './everyDelivery.ts';
import { type Experiment, type ExperimentFinding, experimentResult, type Question } from './experiments.ts';
import { tooMany } from './retryCount.ts';

/** The number of rounds after which a schedule has shown whether its delays grow. */
const conclusiveRounds = 4;

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

/** True if a payment of the experiment was FROZEN. It may then reach the same status several times, and each time is announced. */
const mayReturn = ({ announcements }: Experiment) => announcements.some(({ status }) => status === 'FROZEN');

/** Returns the first attempt of an announcement together with its copies; undefined if not all of them failed. */
function failedFirst({ attempts }: AnnouncementAttempts): readonly Delivery[] | undefined {
  const [first = []] = roundsOf(attempts, duplicateMs);
  return first.length > 0 && first.every((one) => attemptOutcome(one) === 'failure') ? first : undefined;
}

/**
 * True if a failed announcement was retried. A retry may carry a later status of the record, so it also counts if another, later announcement was sent several
 * times.
 */
function isRetried({ announcements }: Experiment, failed: AnnouncementAttempts): boolean {
  if (roundsOf(failed.attempts, duplicateMs).length > 1) return true;
  if (isFinalStatus(failed.status)) return false;
  const since = failed.attempts[0]?.targetMs ?? 0;
  const others = announcements.filter((other) => other !== failed && (other.attempts.at(-1)?.targetMs ?? 0) > since);
  return others.some(({ attempts }) => roundsOf(attempts, duplicateMs).length > 1);
}

/** Returns what a rule finds in all deliveries of this run, whatever caused them. They are judged when the run is over. */
const amongAll = (record: RunRecord, find: (record: RunRecord) => Fault[]) => (record.live ? [] : find(record));

/** A failed delivery is sent again (WHK-05). A retry is seen at once; its absence is concluded only when the time is over. */
export function retriesAfter(record: RunRecord, asked: Question): OracleResult {
  const others = amongAll(record, lostDeliveries);
  if (others.length > 0) return toResult([], others);
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const failed = experiment.announcements.filter((set) => failedFirst(set) !== undefined);
    const answer = answerName(experiment.line.plan[0]);
    if (failed.length === 0) return { wanted: `a delivery answered with ${answer}` };
    const lost = failed.filter((set) => !isRetried(experiment, set));
    if (lost.length === 0) return 'held';
    if (!experiment.isComplete)
      return { wanted: `a retry of ${nameOf(lost[0] as AnnouncementAttempts)} after ${answer}` };
    return {
      faults: lost.map((set) =>
        unlessDisturbed(record, {
          code: 'differs',
          what: nameOf(set),
          wanted: `a retry after ${answer}`,
          seen: 'no retry',
          exchanges: idsOf(set.attempts),
        }),
      ),
    };
  });
}

/** No delivery has more than 10 retries (WHK-06a). An extra retry is reported at once; that none comes is known only at the end. */
export function retriesAtMost(record: RunRecord, asked: Question): OracleResult {
  const others = amongAll(record, (all) => alwaysFailed(all).flatMap((set) => tooMany(set) ?? []));
  if (others.length > 0) return toResult([], others);
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const faults = mayReturn(experiment) ? [] : experiment.announcements.flatMap((set) => tooMany(set) ?? []);
    if (faults.length > 0) return { faults };
    const isTried = experiment.announcements.some(({ attempts }) => roundsOf(attempts, roundMs).length > 1);
    return experiment.isComplete && isTried ? 'held' : { wanted: 'the last retry of a delivery that always fails' };
  });
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

/** Returns the delays between rounds during which the receiver listened the whole time. */
function observedDelays(record: RunRecord, { line }: Experiment, rounds: readonly (readonly Delivery[])[]): number[] {
  const wasListening = (from: number, to: number) =>
    // A target may show times in whole seconds.
    line.listened.some(
      ({ fromAt, untilAt }) => Date.parse(fromAt) <= from + duplicateMs && to <= Date.parse(untilAt) + duplicateMs,
    );
  return delaysOf(rounds).filter((delay, index) => {
    const start = rounds[index]?.[0]?.targetMs ?? 0;
    return wasListening(start, start + delay) && !isBrought(record, rounds[index], rounds[index + 1] ?? []);
  });
}

function oddSteps(record: RunRecord, experiment: Experiment, set: AnnouncementAttempts): Fault[] {
  const rounds = roundsOf(set.attempts, roundMs);
  const differs = (what: string, wanted: string, seen: string): Fault => ({
    code: 'differs',
    what: `${what} of ${nameOf(set)}`,
    wanted,
    seen,
    exchanges: idsOf(set.attempts),
  });
  const crowd = crowdedRound(record, set.attempts);
  const delays = observedDelays(record, experiment, rounds);
  const [first = 0, last = 0] = [delays[0], delays.at(-1)];
  const isGrowing = last > first && shorterDelays(rounds).byHalf < 2;
  const bodies = new Set(set.attempts.map(({ line }) => line.request.body.sha256));
  return [
    ...(crowd ? [crowded(set, crowd)] : []),
    ...(delays.length >= conclusiveRounds - 1 && delays.length === rounds.length - 1 && !isGrowing
      ? [differs('the delays', 'growing', delays.map(seconds).join(', '))]
      : []),
    ...(bodies.size > 1
      ? [differs('the bodies', 'the same body in every attempt', `${bodies.size} different ones`)]
      : []),
  ];
}

/**
 * Reports a failed announcement that was not sent again, while another announcement of the same record was repeated. The retries then carry a later status
 * instead of the same body.
 */
function replacedBodies({ announcements }: Experiment, failed: AnnouncementAttempts): Fault[] {
  const since = failed.attempts.at(-1)?.targetMs ?? 0;
  const isOnce = failedFirst(failed) !== undefined && roundsOf(failed.attempts, duplicateMs).length === 1;
  const later = (other: AnnouncementAttempts) =>
    roundsOf(
      other.attempts.filter(({ targetMs }) => targetMs >= since + roundMs),
      roundMs,
    ).length;
  if (!isOnce || !announcements.some((other) => other !== failed && later(other) >= conclusiveRounds)) return [];
  const what = `the retries of ${nameOf(failed)}`;
  const seen = 'another body with a later status';
  return [{ code: 'differs', what, wanted: 'attempts with the same body', seen, exchanges: idsOf(failed.attempts) }];
}

/** Retries are minutes apart, with growing delays and the same body (WHK-06b). */
export function retriesLater(record: RunRecord, asked: Question): OracleResult {
  const others = amongAll(record, (all) => [...changedRetries(all), ...crowdedRetries(all)]);
  if (others.length > 0) return toResult([], others);
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const odd = experiment.announcements
      .filter(({ isAmbiguous }) => !isAmbiguous)
      .flatMap((set) => [...oddSteps(record, experiment, set), ...replacedBodies(experiment, set)]);
    const faults = mayReturn(experiment) ? [] : odd;
    if (faults.length > 0) return { faults };
    const isConclusive = experiment.announcements.some(
      ({ attempts }) => roundsOf(attempts, roundMs).length >= conclusiveRounds,
    );
    const isOver = experiment.line.state !== 'open';
    const isTried = experiment.announcements.some(({ attempts }) => roundsOf(attempts, roundMs).length > 1);
    return isConclusive || (isOver && isTried) ? 'held' : { wanted: 'some retries of a delivery that always fails' };
  });
}

/** True if a valid answer was planned with a delay within the limit, but the sender disconnected before it. */
const leftWaiting = ({ line: { answer, answered } }: Delivery) =>
  answered === 'left' && outcomeMeant(answer) === 'success' && 'afterMs' in answer && (answer.afterMs ?? 0) >= 1_000;

/** Counts the rounds that came although every attempt before them succeeded. */
function needless(rounds: readonly (readonly Delivery[])[]): number {
  return rounds.slice(1).filter((_, index) => rounds[index]?.every((one) => attemptOutcome(one) === 'success')).length;
}

/** An answer of 200 ends the schedule of retries; a single extra copy is allowed at any time (WHK-04). A sender that disconnects early once is not reported. */
function goesOn(set: AnnouncementAttempts): Fault | undefined {
  const rounds = roundsOf(set.attempts, roundMs);
  const neverWaits = rounds.filter((round) => round.every(leftWaiting)).length >= conclusiveRounds;
  if (set.isAmbiguous || !(neverWaits || needless(rounds) >= 2)) return undefined;
  const seen = `${rounds.length - 1} more in ${Math.round(spanMs(set) / 60_000)} minutes`;
  const what = `the attempts after ${nameOf(set)} was answered with 200`;
  return { code: 'differs', what, wanted: 'at most one copy', seen, exchanges: idsOf(set.attempts) };
}

/** Reports retries that go on after a 200, in all deliveries of this run, whatever caused the deliveries. */
function repeatedDeliveries(record: RunRecord): Fault[] {
  const sets = announcementsIn(receivedDeliveries(record).map(({ delivery }) => delivery));
  const returning = new Set(sets.flatMap(({ id, status }) => (status === 'FROZEN' ? [id] : [])));
  return sets.flatMap((set) => (returning.has(set.id) ? [] : (goesOn(set) ?? [])));
}

/** A delivery that was answered with 200 in time is not sent repeatedly (WHK-04). */
export function restsAfterSuccess(record: RunRecord, asked: Question): OracleResult {
  const others = amongAll(record, repeatedDeliveries);
  if (others.length > 0) return toResult([], others);
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const faults = mayReturn(experiment) ? [] : experiment.announcements.flatMap((set) => goesOn(set) ?? []);
    if (faults.length > 0) return { faults };
    const isTaken = experiment.announcements.some(({ attempts }) =>
      attempts.some((one) => attemptOutcome(one) === 'success'),
    );
    return experiment.isComplete && isTaken
      ? 'held'
      : { wanted: 'the attempts after a delivery that was answered with 200' };
  });
}
