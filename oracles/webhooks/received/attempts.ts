import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import { grouped } from '../../../traffic/journal/runRecord.ts';
import { announcementOf } from './announcement.ts';
import { attemptOutcome } from './answers.ts';

/** The attempts of all deliveries with the same content for one record: one announcement, or several that cannot be distinguished. */
export interface AnnouncementAttempts {
  kind: WebhookKind | undefined;
  id: string;
  status: string;
  /** True if the same body may announce several transitions or records, so that they cannot be counted separately. */
  isAmbiguous: boolean;
  /** The attempts in the order of the target's clock. If two have the same time there, the suite's clock decides. */
  attempts: readonly Delivery[];
}

/** Describes an announcement in a few words. */
export const nameOf = ({ kind, id, status }: AnnouncementAttempts): string =>
  `the ${kind ?? ''} webhook with ${status} for ${id}`.replace('  ', ' ');

const byTime = (one: Delivery, other: Delivery) =>
  one.targetMs - other.targetMs || (one.receivedNs < other.receivedNs ? -1 : 1);

/** Sorts deliveries by the target's clock. */
function inTime(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.toSorted(byTime);
}

/** Groups deliveries into announcements with their attempts. Deliveries without a record or a status are grouped by body. */
export function announcementsIn(deliveries: readonly Delivery[]): AnnouncementAttempts[] {
  const announcements = deliveries.map(announcementOf);
  const groups = grouped(announcements, ({ kind, id, status, delivery }) =>
    id === undefined || status === undefined
      ? `${kind} ${delivery.line.request.body.sha256}`
      : [kind, id, status].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, id = 'a record', status = 'a status' } = first;
    const isNamed = first.id !== undefined || kind === 'staticAddressPayment';
    const isVague = kind !== 'payment' && (!isNamed || first.status === undefined);
    return [{ kind, id, status, isAmbiguous: isVague, attempts: inTime(group.map(({ delivery }) => delivery)) }];
  });
}

/** Two attempts that are closer together than this may be copies of the same attempt, ms. */
export const duplicateMs = 2_000;

/** Attempts closer together than this belong to one round of a schedule with delays of minutes, ms. */
export const roundMs = 30_000;

/** Groups attempts into rounds. A round has the given length from its first attempt. */
export function roundsOf(attempts: readonly Delivery[], withinMs: number): Delivery[][] {
  const rounds: Delivery[][] = [];
  for (const attempt of inTime(attempts)) {
    const round = rounds.at(-1);
    const [first] = round ?? [];
    if (round && first && attempt.targetMs - first.targetMs < withinMs) round.push(attempt);
    else rounds.push([attempt]);
  }
  return rounds;
}

/**
 * Returns how many announcements some attempts are at least, of bodies that may be equal: a retry of a failed attempt has its body and comes minutes later, so that
 * attempts at about one time, or that were all accepted, announce something each. Duplicates are not told apart from them.
 */
export function leastAnnouncements(deliveries: readonly Delivery[]): number {
  const byText = grouped(deliveries, ({ line }) => line.request.body.sha256);
  return [...byText.values()]
    .map((same) => {
      const accepted = same.filter((one) => attemptOutcome(one) === 'success').length;
      return Math.max(accepted, ...roundsOf(same, roundMs).map((round) => round.length));
    })
    .reduce((sum, one) => sum + one, 0);
}

/** Returns the delays between the first attempts of successive rounds, ms. */
export function delaysOf(rounds: readonly (readonly Delivery[])[]): number[] {
  const starts = rounds.flatMap(([first]) => first?.targetMs ?? []);
  return starts.slice(1).map((start, index) => start - (starts[index] ?? start));
}

/** Counts the delays that are shorter than the delay before them: `any` if shorter by more than the length of a round, `byHalf` if less than half as long. */
export function shorterDelays(rounds: readonly (readonly Delivery[])[]): { any: number; byHalf: number } {
  const delays = delaysOf(rounds);
  const pairs = delays.slice(1).map((delay, index) => ({ delay, before: delays[index] ?? 0 }));
  return {
    any: pairs.filter(({ delay, before }) => delay < before - roundMs).length,
    byHalf: pairs.filter(({ delay, before }) => delay < before / 2).length,
  };
}

/** Returns the attempts up to the first that was accepted: what comes later is a copy. */
export function triedUntilAccepted({ attempts }: AnnouncementAttempts): readonly Delivery[] {
  const success = attempts.findIndex((one) => attemptOutcome(one) === 'success');
  return success < 0 ? attempts : attempts.slice(0, success + 1);
}

/** Returns the time between the first and the last attempt, ms. */
export const spanMs = ({ attempts }: AnnouncementAttempts) =>
  (attempts.at(-1)?.targetMs ?? 0) - (attempts[0]?.targetMs ?? 0);
