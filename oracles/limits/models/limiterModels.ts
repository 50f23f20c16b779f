import { type Attempt, statesAfterWave, type Wave, wavesOf } from './overlappingAttempts.ts';

/** The number of requests allowed in each window; its length is in ms (§ Limits, Sandbox rate). */
export interface RateLimit {
  of: number;
  windowMs: number;
}

/** The kinds of limiter that such a service may have. */
export type LimiterKind = 'sliding' | 'fixed' | 'bucket';

/** A model of a limiter that was unused before the first attempt. It decides whether it could have given all observed answers. */
export interface LimiterModel {
  kind: LimiterKind;
  /** True if refused requests count; undefined if the model gives the same answers either way. */
  countsRefused?: boolean;
  fits(attempts: readonly Attempt[], limit: RateLimit): boolean;
}

/** Clocks differ by up to 500 parts per million each, and a server may count in whole milliseconds. */
const driftShare = 1 / 1000;
const roundingMs = 1;

/** Returns the longest duration of a server's window on our clock, ms. */
export const longestWindowMs = (windowMs: number): number => windowMs * (1 + driftShare) + roundingMs;
/** Returns the shortest duration of a server's window on our clock, ms. */
export const shortestWindowMs = (windowMs: number): number => windowMs * (1 - driftShare) - roundingMs;

/** Returns how many requests of a wave a limiter has certainly counted. */
const counted = ({ count }: Wave, counts: boolean) => count.accepted + (counts ? count.refused : 0);

/**
 * Counts the attempts in the window that a wave falls in. `surely` counts attempts that are certainly in the window before the last accepted attempt of the
 * wave; `possibly` counts attempts that may be in it before the first refused attempt, including attempts with an unknown outcome.
 */
export function countedBefore(
  waves: readonly Wave[],
  index: number,
  { windowMs, counts }: { windowMs: number; counts: boolean },
): { surely: number; possibly: number } {
  const at = waves[index] as Wave;
  const isShort = at.receivedMs - at.sentMs < shortestWindowMs(windowMs);
  let surely = isShort ? Math.max(0, at.count.accepted - 1) : 0;
  let possibly = at.count.accepted + at.count.unknown;
  for (const before of waves.slice(0, index)) {
    if (at.receivedMs - before.sentMs < shortestWindowMs(windowMs)) surely += counted(before, counts);
    if (at.sentMs - before.receivedMs <= longestWindowMs(windowMs))
      possibly += counted(before, counts) + before.count.unknown;
  }
  return { surely, possibly };
}

/** A sliding window: a log of the requests in the last window. */
export const slidingWindow = (counts: boolean): LimiterModel => ({
  kind: 'sliding',
  countsRefused: counts,
  fits: (attempts, { of, windowMs }) => {
    const waves = wavesOf(attempts);
    return waves.every(({ count }, index) => {
      const { surely, possibly } = countedBefore(waves, index, { windowMs, counts });
      return (count.accepted === 0 || surely < of) && (count.refused === 0 || possibly >= of);
    });
  },
});

/** Returns the possible request counts of a window after an attempt with this outcome; empty if the outcome is impossible. */
function taken(count: number, outcome: Attempt['outcome'], of: number): number[] {
  const isFree = count < of;
  if (outcome === 'accepted') return isFree ? [count + 1] : [];
  if (outcome === 'refused') return isFree ? [] : [count];
  return isFree ? [count, count + 1] : [count];
}

/** A window that began with a request at some time between `fromMs` and `toMs`, and the number of requests in it. */
interface Open {
  fromMs: number;
  toMs: number;
  count: number;
}

const distinct = <T>(items: readonly T[]): readonly T[] =>
  items.length < 2 ? items : [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];

function openAfter({ fromMs, toMs, count }: Open, { sentMs, receivedMs, outcome }: Attempt, limit: RateLimit): Open[] {
  const { of, windowMs } = limit;
  const mayHaveEnded = receivedMs >= fromMs + shortestWindowMs(windowMs);
  const mayLast = sentMs <= toMs + longestWindowMs(windowMs);
  const next = mayHaveEnded
    ? taken(0, outcome, of).map((after) => ({ fromMs: sentMs, toMs: receivedMs, count: after }))
    : [];
  // If the window is still open, it began at most one window ago.
  const from = Math.max(fromMs, sentMs - longestWindowMs(windowMs));
  const same = mayLast ? taken(count, outcome, of).map((after) => ({ fromMs: from, toMs, count: after })) : [];
  return [...next, ...same];
}

/** A window that begins with the first request after the previous window has ended. */
export const windowFromFirst: LimiterModel = {
  kind: 'fixed',
  fits: (attempts, limit) => {
    const none: Open = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY, count: 0 };
    const after = (open: Open, attempt: Attempt) => openAfter(open, attempt, limit);
    let open: readonly Open[] = [none];
    for (const wave of wavesOf(attempts)) open = statesAfterWave(open, wave, { after, merged: distinct });
    return open.length > 0;
  },
};

/** The current window of a clock, and the number of requests in it. */
interface Current {
  window: number;
  count: number;
}

/** True if windows that begin at this phase of a clock, ms, explain the observed answers. The clock may drift from ours. */
function explainsAtPhase(waves: readonly Wave[], { of, windowMs }: RateLimit, phaseMs: number): boolean {
  const [first] = waves;
  const windowAt = (ms: number) => Math.floor((ms - phaseMs) / windowMs);
  const after = ({ window: current, count }: Current, { sentMs, receivedMs, outcome }: Attempt): Current[] => {
    const drift = roundingMs + (sentMs - (first?.sentMs ?? 0)) * driftShare;
    const [from, to] = [windowAt(sentMs - drift), windowAt(receivedMs + drift)];
    return Array.from({ length: to - from + 1 }, (_, step) => from + step)
      .filter((window) => window >= current)
      .flatMap((window) => taken(window > current ? 0 : count, outcome, of).map((next) => ({ window, count: next })));
  };
  let states: readonly Current[] = [{ window: Number.NEGATIVE_INFINITY, count: 0 }];
  for (const wave of waves) {
    states = statesAfterWave(states, wave, { after, merged: distinct });
    if (states.length === 0) return false;
  }
  return true;
}

/** Windows that follow a clock, with an unknown phase. */
export const clockWindow: LimiterModel = {
  kind: 'fixed',
  fits: (attempts, limit) => {
    const { windowMs } = limit;
    const waves = wavesOf(attempts);
    const inWindow = (ms: number) => ((ms % windowMs) + windowMs) % windowMs;
    const edges = waves.flatMap(({ sentMs, receivedMs }) => [inWindow(sentMs), inWindow(receivedMs)]);
    // Between two neighbouring edges all phases give the same result. The edges are tested too, because of the margins.
    const sorted = [...new Set([0, ...edges])].sort((a, b) => a - b);
    const middles = sorted.map((edge, index) => (edge + (sorted[index + 1] ?? windowMs)) / 2);
    return [...middles, ...sorted].some((phaseMs) => explainsAtPhase(waves, limit, phaseMs));
  },
};

/** The earliest and the latest time at which a bucket is full again, ms. */
interface Level {
  fromMs: number;
  toMs: number;
}

/** A token bucket: the shortest and longest time for one token to come back, ms, and whether refused requests count. */
interface Bucket {
  leastMs: number;
  mostMs: number;
  of: number;
  counts: boolean;
}

function afterToken({ fromMs, toMs }: Level, { sentMs, receivedMs }: Attempt, { leastMs, mostMs }: Bucket): Level {
  return { fromMs: Math.max(fromMs, sentMs) + leastMs, toMs: Math.max(toMs, receivedMs) + mostMs };
}

/**
 * Returns the level after a refusal; undefined if a refusal is impossible. The bucket held less than one token, so it needs more than the time of all tokens
 * but one to become full.
 */
function afterRefusal(level: Level, attempt: Attempt, bucket: Bucket): Level | undefined {
  const { sentMs, receivedMs } = attempt;
  const { of, leastMs, mostMs, counts } = bucket;
  const empty = { fromMs: Math.max(level.fromMs, sentMs + (of - 1) * leastMs), toMs: level.toMs };
  if (empty.toMs <= sentMs + (of - 1) * leastMs) return undefined;
  if (!counts) return empty;
  return { fromMs: sentMs + of * leastMs, toMs: receivedMs + of * mostMs };
}

/** Merges levels into one from the earliest to the latest. The times between are possible too. */
function spanned(levels: readonly Level[]): readonly Level[] {
  if (levels.length < 2) return levels;
  const fromMs = Math.min(...levels.map((level) => level.fromMs));
  return [{ fromMs, toMs: Math.max(...levels.map((level) => level.toMs)) }];
}

function levelAfter(level: Level, attempt: Attempt, bucket: Bucket): Level | undefined {
  const { receivedMs, outcome } = attempt;
  const { of, mostMs } = bucket;
  if (outcome === 'unknown') return { fromMs: level.fromMs, toMs: afterToken(level, attempt, bucket).toMs };
  if (outcome === 'refused') return afterRefusal(level, attempt, bucket);
  const latest = receivedMs + (of - 1) * mostMs;
  if (level.fromMs > latest) return undefined;
  return afterToken({ fromMs: level.fromMs, toMs: Math.min(level.toMs, latest) }, attempt, bucket);
}

/** A bucket whose tokens refill evenly over a window. If refused requests count, a refused request takes the part of a token that is left. */
export const tokenBucket = (counts: boolean): LimiterModel => ({
  kind: 'bucket',
  countsRefused: counts,
  fits: (attempts, { of, windowMs }) => {
    const given = { of, counts, leastMs: shortestWindowMs(windowMs) / of, mostMs: longestWindowMs(windowMs) / of };
    const after = (level: Level, attempt: Attempt) => [levelAfter(level, attempt, given) ?? []].flat();
    let levels: readonly Level[] = [{ fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY }];
    for (const wave of wavesOf(attempts)) levels = statesAfterWave(levels, wave, { after, merged: spanned });
    return levels.length > 0;
  },
});
