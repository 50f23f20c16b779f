/** One request of a method class as its limiter met it, at some time between the two, ms; `unknown` may have been counted or not. */
export interface Attempt {
  sentMs: number;
  receivedMs: number;
  outcome: 'accepted' | 'refused' | 'unknown';
}

/** So many requests in each window, whose length is in ms (§ Limits, Sandbox rate). */
export interface Limit {
  of: number;
  windowMs: number;
}

/** The kinds of limiter that a service of this sort may have. */
export type Kind = 'sliding' | 'fixed' | 'bucket';

/** A limiter that was at rest before the first attempt: whether it may have answered all of them as it was seen. */
export interface Model {
  kind: Kind;
  /** Whether refused requests count; undefined where it makes no difference. */
  counts?: boolean;
  fits(attempts: readonly Attempt[], limit: Limit): boolean;
}

/** Clocks run apart by up to 500 parts in a million each, and a server may count in whole milliseconds. */
const driftShare = 1 / 1000;
const roundingMs = 1;

/** The longest that a server's window of this length may be by our clock, ms. */
export const longestMs = (windowMs: number): number => windowMs * (1 + driftShare) + roundingMs;
/** The shortest that it may be, ms. */
export const shortestMs = (windowMs: number): number => windowMs * (1 - driftShare) - roundingMs;

const isCounted = ({ outcome }: Attempt, counts: boolean) =>
  outcome === 'accepted' || (counts && outcome === 'refused');

/** How many of the attempts before one a window that ends with it surely holds, and how many it may hold. */
export function heldBefore(
  attempts: readonly Attempt[],
  index: number,
  { windowMs, counts }: { windowMs: number; counts: boolean },
): { surely: number; possibly: number } {
  const at = attempts[index] as Attempt;
  const before = attempts.slice(0, index);
  const sure = before.filter((one) => isCounted(one, counts) && at.receivedMs - one.sentMs < shortestMs(windowMs));
  const possible = before.filter(
    (one) => (isCounted(one, counts) || one.outcome === 'unknown') && at.sentMs - one.receivedMs <= longestMs(windowMs),
  );
  return { surely: sure.length, possibly: possible.length };
}

/** A log of what came in the last window: one that slides. */
export const sliding = (counts: boolean): Model => ({
  kind: 'sliding',
  counts,
  fits: (attempts, { of, windowMs }) =>
    attempts.every(({ outcome }, index) => {
      const { surely, possibly } = heldBefore(attempts, index, { windowMs, counts });
      return outcome === 'accepted' ? surely < of : outcome === 'refused' ? possibly >= of : true;
    }),
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

function openAfter({ fromMs, toMs, count }: Open, { sentMs, receivedMs, outcome }: Attempt, limit: Limit): Open[] {
  const { of, windowMs } = limit;
  const mayHaveEnded = receivedMs >= fromMs + shortestMs(windowMs);
  const mayLast = sentMs <= toMs + longestMs(windowMs);
  const next = mayHaveEnded
    ? taken(0, outcome, of).map((after) => ({ fromMs: sentMs, toMs: receivedMs, count: after }))
    : [];
  // If it lasts still, it cannot have begun earlier than a window ago.
  const from = Math.max(fromMs, sentMs - longestMs(windowMs));
  const same = mayLast ? taken(count, outcome, of).map((after) => ({ fromMs: from, toMs, count: after })) : [];
  return [...next, ...same];
}

/** A window that begins with the first request after the one before has ended. */
export const fromFirst: Model = {
  kind: 'fixed',
  fits: (attempts, limit) => {
    const none: Open = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY, count: 0 };
    let open: readonly Open[] = [none];
    for (const attempt of attempts) open = distinct(open.flatMap((one) => openAfter(one, attempt, limit)));
    return open.length > 0;
  },
};

/** Whether windows that begin at this phase of a clock, ms, explain what was seen; the clock may drift from ours. */
function fitsPhase(attempts: readonly Attempt[], { of, windowMs }: Limit, phaseMs: number): boolean {
  const [first] = attempts;
  const windowAt = (ms: number) => Math.floor((ms - phaseMs) / windowMs);
  let states: readonly { window: number; count: number }[] = [{ window: Number.NEGATIVE_INFINITY, count: 0 }];
  for (const { sentMs, receivedMs, outcome } of attempts) {
    const drift = roundingMs + (sentMs - (first?.sentMs ?? 0)) * driftShare;
    const [from, to] = [windowAt(sentMs - drift), windowAt(receivedMs + drift)];
    const next = states.flatMap((state) => {
      const windows = Array.from({ length: to - from + 1 }, (_, step) => from + step);
      return windows
        .filter((window) => window >= state.window)
        .flatMap((window) =>
          taken(window > state.window ? 0 : state.count, outcome, of).map((count) => ({ window, count })),
        );
    });
    states = distinct(next);
    if (states.length === 0) return false;
  }
  return true;
}

/** Windows that a clock begins, at a phase that nobody tells. */
export const byClock: Model = {
  kind: 'fixed',
  fits: (attempts, limit) => {
    const { windowMs } = limit;
    const inWindow = (ms: number) => ((ms % windowMs) + windowMs) % windowMs;
    const edges = attempts.flatMap(({ sentMs, receivedMs }) => [inWindow(sentMs), inWindow(receivedMs)]);
    // Between two neighbouring edges all phases tell the same story; the edges themselves stand for the margins.
    const sorted = [...new Set([0, ...edges])].sort((a, b) => a - b);
    const middles = sorted.map((edge, index) => (edge + (sorted[index + 1] ?? windowMs)) / 2);
    return [...middles, ...sorted].some((phaseMs) => fitsPhase(attempts, limit, phaseMs));
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
export const bucket = (counts: boolean): Model => ({
  kind: 'bucket',
  counts,
  fits: (attempts, { of, windowMs }) => {
    const given = { of, counts, leastMs: shortestMs(windowMs) / of, mostMs: longestMs(windowMs) / of };
    let level: Level | undefined = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.NEGATIVE_INFINITY };
    for (const attempt of attempts) level = level && levelAfter(level, attempt, given);
    return level !== undefined;
  },
});
