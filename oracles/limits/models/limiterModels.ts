import { type Attempt, statesAfterWave, type Wave, wavesOf } from './overlappingAttempts.ts';

/** So many requests in each window, whose length is in ms (§ Limits, Sandbox rate). */
export interface RateLimit {
  of: number;
  windowMs: number;
}

/** The kinds of limiter that a service of this sort may have. */
export type LimiterKind = 'sliding' | 'fixed' | 'bucket';

/** A limiter that was at rest before the first attempt: whether it may have answered all of them as it was seen. */
export interface LimiterModel {
  kind: LimiterKind;
  /** Whether refused requests count; undefined where it makes no difference. */
  countsRefused?: boolean;
  fits(attempts: readonly Attempt[], limit: RateLimit): boolean;
}

/** Clocks run apart by up to 500 parts in a million each, and a server may count in whole milliseconds. */
const driftShare = 1 / 1000;
const roundingMs = 1;

/** The longest that a server's window of this length may be by our clock, ms. */
export const longestWindowMs = (windowMs: number): number => windowMs * (1 + driftShare) + roundingMs;
/** The shortest that it may be, ms. */
export const shortestWindowMs = (windowMs: number): number => windowMs * (1 - driftShare) - roundingMs;

/** How many of a wave a limiter has counted for sure. */
const counted = ({ count }: Wave, counts: boolean) => count.accepted + (counts ? count.refused : 0);

/**
 * How many attempts a window that ends with a wave's last accepted one surely holds before it, and how many one that ends with its
 * first refused one may hold; what is unknown may have come before.
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

/** A log of what came in the last window: one that slides. */
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

/** How many requests a window has taken, after an attempt with this outcome; none where it could not have ended so. */
function taken(count: number, outcome: Attempt['outcome'], of: number): number[] {
  const isFree = count < of;
  if (outcome === 'accepted') return isFree ? [count + 1] : [];
  if (outcome === 'refused') return isFree ? [] : [count];
  return isFree ? [count, count + 1] : [count];
}

/** A window that began with a request at some time between two, and has taken so many. */
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
  // If it lasts still, it cannot have begun earlier than a window ago.
  const from = Math.max(fromMs, sentMs - longestWindowMs(windowMs));
  const same = mayLast ? taken(count, outcome, of).map((after) => ({ fromMs: from, toMs, count: after })) : [];
  return [...next, ...same];
}

/** A window that begins with the first request after the one before has ended. */
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

/** Which window of a clock is the current one, and how many requests it has taken. */
interface Current {
  window: number;
  count: number;
}

/** Whether windows that begin at this phase of a clock, ms, explain what was seen; the clock may drift from ours. */
function fitsPhase(waves: readonly Wave[], { of, windowMs }: RateLimit, phaseMs: number): boolean {
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

/** Windows that a clock begins, at a phase that nobody tells. */
export const clockWindow: LimiterModel = {
  kind: 'fixed',
  fits: (attempts, limit) => {
    const { windowMs } = limit;
    const waves = wavesOf(attempts);
    const inWindow = (ms: number) => ((ms % windowMs) + windowMs) % windowMs;
    const edges = waves.flatMap(({ sentMs, receivedMs }) => [inWindow(sentMs), inWindow(receivedMs)]);
    // Between two neighbouring edges all phases tell the same story; the edges themselves stand for the margins.
    const sorted = [...new Set([0, ...edges])].sort((a, b) => a - b);
    const middles = sorted.map((edge, index) => (edge + (sorted[index + 1] ?? windowMs)) / 2);
    return [...middles, ...sorted].some((phaseMs) => fitsPhase(waves, limit, phaseMs));
  },
};

/** Between these two moments, ms, a bucket will be full again. */
interface Level {
  fromMs: number;
  toMs: number;
}

/** A bucket that is asked: how long each token takes to come back, ms at least and at most, and whether a refused request empties it. */
interface Bucket {
  leastMs: number;
  mostMs: number;
  of: number;
  counts: boolean;
}

function afterToken({ fromMs, toMs }: Level, { sentMs, receivedMs }: Attempt, { leastMs, mostMs }: Bucket): Level {
  return { fromMs: Math.max(fromMs, sentMs) + leastMs, toMs: Math.max(toMs, receivedMs) + mostMs };
}

/** Refused, it held less than one token: it will be full in more than the time of all but one of them. */
function afterRefusal(level: Level, attempt: Attempt, bucket: Bucket): Level | undefined {
  const { sentMs, receivedMs } = attempt;
  const { of, leastMs, mostMs, counts } = bucket;
  const empty = { fromMs: Math.max(level.fromMs, sentMs + (of - 1) * leastMs), toMs: level.toMs };
  if (empty.toMs <= sentMs + (of - 1) * leastMs) return undefined;
  if (!counts) return empty;
  return { fromMs: sentMs + of * leastMs, toMs: receivedMs + of * mostMs };
}

/** From the earliest to the latest of these: what lies between may be, too. */
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

/** A bucket of so many tokens that fills evenly over a window; a refused request that counts takes the part of a token that is left. */
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
