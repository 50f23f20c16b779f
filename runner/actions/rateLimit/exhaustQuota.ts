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
  /** Called after the last request that checks the used-up quota. */
  looked?(): void;
  /** Called before the first half of a round, and before its last burst. */
  beforeHalf?(): Promise<void>;
  beforeLast?(): Promise<void>;
}

/** The end of a burst: after `refusals` refusals, but not before `least` requests and never after `most` requests. */
interface Burst {
  refusals: number;
  least?: number;
  most: number;
  /** The expected number of requests. */
  expected: number;
  refused?(): Promise<void>;
}

/** Times within a round, in windows: the checks, counted from the moment when the quota was used up, and the second half, counted from the first half. */
const looks = [0.45, 0.7];
const secondHalf = 0.35;

/** Additional wait after a window, in windows, because a server may round the window up. */
const slack = 0.03;

/** The rest before each round, in windows, after which no earlier request counts. */
export const restWindows = 1 + slack;

const isRefused = ({ outcome }: Attempt) => outcome === 'refused';

/** The longest duration of a burst, in windows. During a longer burst, a limiter that refills would hide the size of its quota. */
const burstWindows = 0.1;

/** At most as many requests at once as there are connections. */
const mostAtOnce = 8;

/**
 * Returns how many requests to send at once: one if answers are quick, otherwise enough to keep the burst short. After the expected number of requests, a group
 * may be as large as all earlier groups together.
 */
function atOnce({ expected, most }: Burst, sent: number, { limit, tookMs }: RequestLane): number {
  const left = sent < expected ? expected - sent : sent;
  const wanted = Math.ceil((left * tookMs()) / (burstWindows * limit.windowMs));
  return Math.max(1, Math.min(wanted, left, most - sent, mostAtOnce));
}

/** Sends a burst. On the first refusal, the action of the burst starts immediately, while other requests of the group are still unanswered. */
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
 * Uses up a rested quota at once, and one window later in two halves, which show the kind of the limiter. One window after the first half, a sliding window
 * allows that half again; a fixed window allows all requests again at once; a bucket allows them one by one.
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
