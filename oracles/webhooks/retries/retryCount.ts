import type { Fault } from '../../../traffic/outcome/fault.ts';
import {
  type AnnouncementAttempts,
  delaysOf,
  duplicateMs,
  nameOf,
  roundMs,
  roundsOf,
  shorterDelays,
  spanMs,
  triedUntilAccepted,
} from '../received/attempts.ts';

/** The most retries of one delivery (§ Webhook delivery). */
const mostRetries = 10;

/** Retries are a few minutes apart, so what comes within this time of a retry is a copy of it, ms. */
const besideMs = 50_000;

/**
 * Counts the tries of a delivery; the interface sets no limit to duplicates. A copy comes after a success, beside a try, or sooner than the growing delays allow.
 * If all attempts are within seconds of each other there is no schedule to be beside, and all of them are tries.
 */
function triesOf(set: AnnouncementAttempts): number {
  const failing = triedUntilAccepted(set);
  const times = roundsOf(failing, duplicateMs);
  if (delaysOf(times).every((delay) => delay < roundMs)) return times.length;
  const rounds = roundsOf(failing, besideMs);
  return rounds.length - shorterDelays(rounds).any;
}

/** Reports more retries than allowed (WHK-06a). */
export function tooMany(set: AnnouncementAttempts): Fault | undefined {
  if (set.isAmbiguous) return undefined;
  const tries = triesOf(set);
  if (tries <= mostRetries + 1) return undefined;
  return {
    code: 'differs',
    what: `the retries of ${nameOf(set)}`,
    wanted: `at most ${mostRetries}`,
    seen: `${tries - 1} in ${Math.round(spanMs(set) / 60_000)} minutes`,
    exchanges: set.attempts.map(({ id }) => id),
  };
}
