import { longestWindowMs, type RateLimit } from '../../../oracles/limits/models/limiterModels.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';

/** The requests of one method class of an account: one goes after the other, or where answers are slow, one wave after the other. */
export interface RequestLane {
  limit: RateLimit;
  /** Sends so many requests at once and tells how each ended. */
  ask(count: number): Promise<Attempt>[];
  /** How long the last answer took, ms; 0 before the first. */
  tookMs(): number;
  /** Waits for a moment of the clock that attempts are told by, ms. */
  until(ms: number): Promise<void>;
  /** Is called once the allowance is used up: a request was just refused. */
  usedUp?(): Promise<void>;
  /** Is called when the used up allowance was looked at for the last time. */
  looked?(): void;
  /** Is called when the first half and when the last burst of a round is about to be sent. */
  beforeHalf?(): Promise<void>;
  beforeLast?(): Promise<void>;
}

/** When a burst ends: after so many refusals, but not before `least` requests nor after `most`. */
interface Burst {
  refusals: number;
  least?: number;
  most: number;
  /** So many requests it will take, as far as can be said. */
  expected: number;
  refused?(): Promise<void>;
}

/** Moments of a round, in windows: after the allowance was used up, and after half of it was sent again. */
const looks = [0.45, 0.7];
const secondHalf = 0.35;

/** So much later than a window after the last request, in windows: a server may round the window up. */
const slack = 0.03;

/** Between two rounds, and before the first: so long that nothing of before counts, in windows. */
export const restWindows = 1 + slack;

const isRefused = ({ outcome }: Attempt) => outcome === 'refused';

/** A burst is to last no longer than this, in windows: a limiter that fills again meanwhile is never seen full. */
const burstWindows = 0.1;

/** No more at once than there are connections. */
const mostAtOnce = 8;

/** How many go at once: one where answers are quick, and else what the burst needs to be short; beyond what was expected as many again. */
function atOnce({ expected, most }: Burst, sent: number, { limit, tookMs }: RequestLane): number {
  const left = sent < expected ? expected - sent : sent;
  const wanted = Math.ceil((left * tookMs()) / (burstWindows * limit.windowMs));
  return Math.max(1, Math.min(wanted, left, most - sent, mostAtOnce));
}

/** Sends a burst; what is to be done when the first is refused begins at once, with the others of its wave still on their way. */
export async function burst(lane: RequestLane, how: Burst): Promise<Attempt[]> {
  const { refusals, least = 0, most, refused } = how;
  const sent: Attempt[] = [];
  let seen = 0;
  const ended = async (asked: Promise<Attempt>) => {
    const attempt = await asked;
    if (!isRefused(attempt)) return attempt;
    seen += 1;
    if (seen === 1) await refused?.();
    return attempt;
  };
  while (sent.length < most && (seen < refusals || sent.length < least))
    sent.push(...(await Promise.all(lane.ask(atOnce(how, sent.length, lane)).map(ended))));
  return sent;
}

const endOf = (attempts: readonly Attempt[]) => Math.max(0, ...attempts.map(({ receivedMs }) => receivedMs));

/**
 * Uses up an allowance that has rested: first at once, then, a window later, half and half. A window that slides gives the first half
 * back when it is a window old, a fixed one gives all at once, a bucket gives one after the other.
 */
export async function exhaustQuota(lane: RequestLane): Promise<Attempt[]> {
  const { of, windowMs } = lane.limit;
  const half = Math.ceil(of / 2);
  const { usedUp: refused } = lane;
  const all = { refusals: 2, least: of + 1, most: 2 * of + 2, expected: of + 2 };
  const sent = await burst(lane, { ...all, ...(refused && { refused }) });
  // What was never refused is no limiter.
  if (!sent.some(isRefused)) return sent;
  const send = async (fromMs: number, how: Burst) => {
    await lane.until(fromMs);
    const attempts = await burst(lane, how);
    sent.push(...attempts);
    return attempts;
  };
  const usedUpMs = endOf(sent);
  for (const after of looks) await send(usedUpMs + after * windowMs, { refusals: 1, most: half + 2, expected: 1 });
  const oneLater = longestWindowMs(windowMs) + slack * windowMs;
  lane.looked?.();
  await lane.until(usedUpMs + oneLater);
  await lane.beforeHalf?.();
  const first = await send(usedUpMs + oneLater, { refusals: 1, most: half, expected: half });
  const firstMs = endOf(first);
  await send(firstMs + secondHalf * windowMs, { refusals: 1, most: of + 2, expected: of + 2 });
  await lane.until(firstMs + oneLater);
  await lane.beforeLast?.();
  await send(firstMs + oneLater, { refusals: 1, most: of + 2, expected: of + 2 });
  return sent;
}
