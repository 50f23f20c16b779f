import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { isFinalStatus } from '../../payments/lifecycle.ts';
import {
  type AnnouncementAttempts,
  announcementsIn,
  delaysOf,
  duplicateMs,
  roundMs,
  roundsOf,
  shorterDelays,
} from '../received/attempts.ts';
import { clockMovedBetween } from '../received/deadlines.ts';
import { receivedDeliveries } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { answerName, attemptOutcome, outcomeMeant } from './answers.ts';
import { type Experiment, type ExperimentFinding, experimentResult, type Question } from './experiments.ts';

/** Retries of one delivery (§ Webhook delivery). */
const mostRetries = 10;

/** A schedule has shown its growth after so many rounds. */
const tellingRounds = 4;

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

const nameOf = ({ kind, id, status }: AnnouncementAttempts) =>
  `the ${kind ?? ''} webhook that ${id} is ${status}`.replace('  ', ' ');

/** A payment that may be in one status several times is announced several times. */
const mayReturn = ({ announcements }: Experiment) => announcements.some(({ status }) => status === 'FROZEN');

/** The first attempt of an announcement and its copies, where all of them failed. */
function failedFirst({ attempts }: AnnouncementAttempts): readonly Delivery[] | undefined {
  const [first = []] = roundsOf(attempts, duplicateMs);
  return first.length > 0 && first.every((one) => attemptOutcome(one) === 'failure') ? first : undefined;
}

/**
 * Retried: it came once more. A target may tell in a retry what its record has come to meanwhile: another announcement that came more
 * often than it need have may be such a retry.
 */
function isRetried({ announcements }: Experiment, failed: AnnouncementAttempts): boolean {
  if (roundsOf(failed.attempts, duplicateMs).length > 1) return true;
  if (isFinalStatus(failed.status)) return false;
  const since = failed.attempts[0]?.targetMs ?? 0;
  const others = announcements.filter((other) => other !== failed && (other.attempts.at(-1)?.targetMs ?? 0) > since);
  return others.some(({ attempts }) => roundsOf(attempts, duplicateMs).length > 1);
}

/** What failed is sent again (WHK-05): seen at once where it is, concluded only when its time is over. */
export function retriesAfter(record: RunRecord, asked: Question): OracleResult {
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const failed = experiment.announcements.filter((set) => failedFirst(set) !== undefined);
    const answer = answerName(experiment.line.plan[0]);
    if (failed.length === 0) return { wanted: `a delivery that was answered by ${answer}` };
    const lost = failed.filter((set) => !isRetried(experiment, set));
    if (lost.length === 0) return 'held';
    if (!experiment.isComplete)
      return { wanted: `a retry of ${nameOf(lost[0] as AnnouncementAttempts)} after ${answer}` };
    return {
      faults: lost.map((set) =>
        unlessDisturbed(record, {
          code: 'differs',
          what: nameOf(set),
          wanted: `sent again after ${answer}`,
          seen: 'it was not',
          exchanges: idsOf(set.attempts),
        }),
      ),
    };
  });
}

/** More retries than the text allows, whatever copies there were; one round that comes out of step may be copies of another. */
function tooMany(set: AnnouncementAttempts): Fault | undefined {
  if (set.isAmbiguous) return undefined;
  const rounds = roundsOf(set.attempts, roundMs);
  const tries = rounds.length - Math.min(1, shorterDelays(rounds).any);
  const times = roundsOf(set.attempts, duplicateMs).length;
  if (tries <= mostRetries + 1 && times <= 2 * (mostRetries + 1)) return undefined;
  return {
    code: 'differs',
    what: `the retries of ${nameOf(set)}`,
    wanted: `at most ${mostRetries}`,
    seen: `${Math.max(tries, times) - 1} in ${Math.round(spanMs(set) / 60_000)} minutes`,
    exchanges: idsOf(set.attempts),
  };
}

const spanMs = ({ attempts }: AnnouncementAttempts) => (attempts.at(-1)?.targetMs ?? 0) - (attempts[0]?.targetMs ?? 0);

/** No delivery has more than 10 retries (WHK-06a); the next one convicts at once, that none comes is known only at the end. */
export function retriesAtMost(record: RunRecord, asked: Question): OracleResult {
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const faults = mayReturn(experiment) ? [] : experiment.announcements.flatMap((set) => tooMany(set) ?? []);
    if (faults.length > 0) return { faults };
    const isTried = experiment.announcements.some(({ attempts }) => roundsOf(attempts, roundMs).length > 1);
    return experiment.isComplete && isTried ? 'held' : { wanted: 'the last retry of a delivery that always fails' };
  });
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

/** True for a round that came where a jump of the clock ended, and not when it was due: it says nothing of a schedule. */
function isBrought(record: RunRecord, before: readonly Delivery[] | undefined, round: readonly Delivery[]): boolean {
  const [from, to] = [before?.[0], round[0]];
  if (!from || !to) return false;
  const movedMs = Number(clockMovedBetween(record, from.receivedNs, to.receivedNs) / 1_000_000n);
  const ranMs = Number((to.receivedNs - from.receivedNs) / 1_000_000n);
  return movedMs > 0 && to.targetMs - from.targetMs >= ranMs + movedMs - duplicateMs;
}

/** Delays between two rounds with somebody there to hear what came between. */
function heardDelays(record: RunRecord, { line }: Experiment, rounds: readonly (readonly Delivery[])[]): number[] {
  const isHeard = (from: number, to: number) =>
    // A target may tell its time in whole seconds.
    line.listened.some(
      ({ fromAt, untilAt }) => Date.parse(fromAt) <= from + duplicateMs && to <= Date.parse(untilAt) + duplicateMs,
    );
  return delaysOf(rounds).filter((delay, index) => {
    const start = rounds[index]?.[0]?.targetMs ?? 0;
    return isHeard(start, start + delay) && !isBrought(record, rounds[index], rounds[index + 1] ?? []);
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
  const crowd = rounds.find(
    (round, index) => roundsOf(round, duplicateMs).length > 2 && !isBrought(record, rounds[index - 1], round),
  );
  const delays = heardDelays(record, experiment, rounds);
  const [first = 0, last = 0] = [delays[0], delays.at(-1)];
  const isGrowing = last > first && shorterDelays(rounds).byHalf < 2;
  const bodies = new Set(set.attempts.map(({ line }) => line.request.body.sha256));
  return [
    ...(crowd ? [differs('the retries', 'minutes apart', `${crowd.length} within ${seconds(roundMs)}`)] : []),
    ...(delays.length >= tellingRounds - 1 && delays.length === rounds.length - 1 && !isGrowing
      ? [differs('the delays', 'growing', delays.map(seconds).join(', '))]
      : []),
    ...(bodies.size > 1 ? [differs('the bodies', 'the same in every attempt', `${bodies.size} different ones`)] : []),
  ];
}

/** What failed was not sent again, and another announcement of its record ever again: its retries say what is so now. */
function toldOtherwise({ announcements }: Experiment, failed: AnnouncementAttempts): Fault[] {
  const since = failed.attempts.at(-1)?.targetMs ?? 0;
  const isOnce = failedFirst(failed) !== undefined && roundsOf(failed.attempts, duplicateMs).length === 1;
  const later = (other: AnnouncementAttempts) =>
    roundsOf(
      other.attempts.filter(({ targetMs }) => targetMs >= since + roundMs),
      roundMs,
    ).length;
  if (!isOnce || !announcements.some((other) => other !== failed && later(other) >= tellingRounds)) return [];
  const what = `the retries of ${nameOf(failed)}`;
  const seen = 'another body, which tells of a later status';
  return [{ code: 'differs', what, wanted: 'with the same body', seen, exchanges: idsOf(failed.attempts) }];
}

/** Retries are minutes apart, with growing delays, and the same body (WHK-06b). */
export function retriesLater(record: RunRecord, asked: Question): OracleResult {
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const odd = experiment.announcements
      .filter(({ isAmbiguous }) => !isAmbiguous)
      .flatMap((set) => [...oddSteps(record, experiment, set), ...toldOtherwise(experiment, set)]);
    const faults = mayReturn(experiment) ? [] : odd;
    if (faults.length > 0) return { faults };
    const isTold = experiment.announcements.some(({ attempts }) => roundsOf(attempts, roundMs).length >= tellingRounds);
    const isOver = experiment.line.state !== 'open';
    const isTried = experiment.announcements.some(({ attempts }) => roundsOf(attempts, roundMs).length > 1);
    return isTold || (isOver && isTried) ? 'held' : { wanted: 'some retries of a delivery that always fails' };
  });
}

/** A sound answer was to come after some seconds, in time, and its sender had left. */
const leftWaiting = ({ line: { answer, answered } }: Delivery) =>
  answered === 'left' && outcomeMeant(answer) === 'success' && 'afterMs' in answer && (answer.afterMs ?? 0) >= 1_000;

/** How many rounds came although nothing before them had failed, or may have. */
function needless(rounds: readonly (readonly Delivery[])[]): number {
  return rounds.slice(1).filter((_, index) => rounds[index]?.every((one) => attemptOutcome(one) === 'success')).length;
}

/** No schedule of retries follows an answer of 200: one copy more, at any time, may (WHK-04). Who is slow once may find the sender gone. */
function goesOn(set: AnnouncementAttempts): Fault | undefined {
  const rounds = roundsOf(set.attempts, roundMs);
  const neverWaits = rounds.filter((round) => round.every(leftWaiting)).length >= tellingRounds;
  if (set.isAmbiguous || !(neverWaits || needless(rounds) >= 2)) return undefined;
  const seen = `${rounds.length - 1} more in ${Math.round(spanMs(set) / 60_000)} minutes`;
  const what = `what follows ${nameOf(set)}, which was answered 200`;
  return { code: 'differs', what, wanted: 'nothing but a copy', seen, exchanges: idsOf(set.attempts) };
}

/** All that came in this run, whoever caused it. */
function goneOn(record: RunRecord): Fault[] {
  const sets = announcementsIn(receivedDeliveries(record).map(({ delivery }) => delivery));
  const returning = new Set(sets.flatMap(({ id, status }) => (status === 'FROZEN' ? [id] : [])));
  return sets.flatMap((set) => (returning.has(set.id) ? [] : (goesOn(set) ?? [])));
}

/** Nothing is sent again and again that was answered 200 in time (WHK-04). */
export function restsAfterSuccess(record: RunRecord, asked: Question): OracleResult {
  const others = record.live ? [] : goneOn(record);
  if (others.length > 0) return toResult([], others);
  return experimentResult(record, asked, (experiment): ExperimentFinding => {
    const faults = mayReturn(experiment) ? [] : experiment.announcements.flatMap((set) => goesOn(set) ?? []);
    if (faults.length > 0) return { faults };
    const isTaken = experiment.announcements.some(({ attempts }) =>
      attempts.some((one) => attemptOutcome(one) === 'success'),
    );
    return experiment.isComplete && isTaken ? 'held' : { wanted: 'what follows a delivery that was answered 200' };
  });
}

/** True where every round of a schedule has two attempts: two events and not one with copies (LIF-03, WHK-10). */
export function announcedTwice({ announcements }: Pick<Experiment, 'announcements'>): Fault[] {
  return announcements.flatMap((set): Fault[] => {
    const rounds = roundsOf(set.attempts, roundMs);
    if (set.isAmbiguous || rounds.length < tellingRounds || rounds.some((round) => round.length < 2)) return [];
    const seen = `at least 2 in each of ${rounds.length} rounds`;
    const what = `attempts of ${nameOf(set)}`;
    return [{ code: 'differs', what, wanted: 'one webhook, sent again', seen, exchanges: idsOf(set.attempts) }];
  });
}
