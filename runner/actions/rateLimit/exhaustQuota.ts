import { longestWindowMs, type RateLimit } from '../../../oracles/limits/models/limiterModels.ts';
import type { Attempt } from '../../../oracles/limits/models/overlappingAttempts.ts';

/** The requests of one method class of an account. They are sent one after another, or in groups if answers are slow. */
export interface RequestLane {
  limit: RateLimit;
  /** Sends a number of requests at once and reports how each one ended. */
  ask(count: number): Promise<Attempt>[];
  /** The duration of the last answer, ms; 0 before the first. */
  tookMs(): number;
  /** Waits for a time, ms, on the clock of the attempts. */
  until(ms: number): Promise<void>;
  /** Called when the quota is used up and a request was just refused. */
  usedUp?(): Promise<void>;
  /** Called after the last look at the used-up quota. */
  looked?(): void;
  /** Called before the first half, and before the last burst, of a round. */
  beforeHalf?(): Promise<void>;
  beforeLast?(): Promise<void>;
}

/** When a burst ends: after this many refusals, but not before `least` requests and never after `most`. */
interface Burst {
  refusals: number;
  least?: number;
  most: number;
  /** The expected number of requests. */
  expected: number;
  refused?(): Promise<void>;
}

/** Moments of a round, in windows: the looks after the quota was used up, and the second half after the first. */
const looks = [0.45, 0.7];
const secondHalf = 0.35;

/** Additional wait after a window, in windows, because a server may round the window up. */
const slack = 0.03;

/** The rest before each round, in windows, after which no earlier request counts. */
export const restWindows = 1 + slack;

const isRefused = ({ outcome }: Attempt) => outcome === 'refused';

/** The longest duration of a burst, in windows. A limiter that refills during a burst would never be seen full. */
const burstWindows = 0.1;

/** At most as many requests at once as there are connections. */
const mostAtOnce = 8;

/**
 * Returns how many requests to send at once: one if answers are quick, else enough to keep the burst short. After the expected number, the count sent so far
 * may double.
 */
function atOnce({ expected, most }: Burst, sent: number, { limit, tookMs }: RequestLane): number {
  const left = sent < expected ? expected - sent : sent;
  const wanted = Math.ceil((left * tookMs()) / (burstWindows * limit.windowMs));
  return Math.max(1, Math.min(wanted, left, most - sent, mostAtOnce));
}

/** Sends a burst. The action on the first refusal starts immediately, while the rest of its group is still on the way. */
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
 * Uses up a rested quota at once, and one window later in two halves. A sliding window returns the first half when that is one window old, a fixed window
 * returns all at once, a bucket returns requests one by one.
 */
export async function exhaustQuota(lane: RequestLane): Promise<Attempt[]> {
  const { of, windowMs } = lane.limit;
  const half = Math.ceil(of / 2);
  const { usedUp: refused } = lane;
  const all = { refusals: 2, least: of + 1, most: 2 * of + 2, expected: of + 2 };
  const sent = await burst(lane, { ...all, ...(refused && { refused }) });
  // Without a refusal there is no limiter to examine.
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
