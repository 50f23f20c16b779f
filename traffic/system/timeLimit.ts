import { availableParallelism, loadavg } from 'node:os';
import { createContext, Script } from 'node:vm';

/** The longest computation without a pause, ms; a longer one is taken for endless. */
export const computeLimitMs = 60_000;

/** The most by which a limit is stretched: an endless computation ends on a busy machine too. */
const mostStretch = 15;

/** Returns how much longer a computation takes here than on an idle machine: how many processes want each processor. */
export const stretch = (): number =>
  Math.min(mostStretch, Math.max(1, (loadavg()[0] ?? 0) / Math.max(1, availableParallelism())));

/** A computation took too long. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'Endless';
}

const context = createContext({ compute: (): void => undefined });
const called = new Script('compute()');

/** Runs a computation and stops it at any point if it takes too long, for as busy as the machine is. Throws TimeLimitExceeded. */
export function withTimeLimit<T>(compute: () => T, limitMs: number = computeLimitMs): T {
  const done: { result?: T } = {};
  const before = context['compute'] as () => void;
  context['compute'] = () => {
    done.result = compute();
  };
  try {
    called.runInContext(context, { timeout: Math.ceil(limitMs * stretch()) });
    return done.result as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitExceeded(`it computed for more than ${limitMs / 1000} s without a pause`);
  } finally {
    context['compute'] = before;
  }
}

interface Each<One, T> {
  compute: (one: One) => T;
  /** Returns the result for an item whose computation takes too long. */
  endless: (one: One, error: TimeLimitExceeded) => T;
  limitMs?: number;
}

/** How long several items share one guard, as a fraction of the time limit: each guard costs a thread. */
const guardShare = 1 / 60;

/** Computes a result for each item. An item whose computation takes too long gets the result of `endless`. */
export function eachWithTimeLimit<One, T>(
  all: readonly One[],
  { compute, endless, limitMs = computeLimitMs }: Each<One, T>,
): T[] {
  const given: T[] = [];
  const some = () => {
    const until = performance.now() + limitMs * guardShare;
    for (const one of all.slice(given.length)) {
      given.push(compute(one));
      if (performance.now() > until) return;
    }
  };
  while (given.length < all.length) {
    try {
      withTimeLimit(some, limitMs);
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error;
      given.push(endless(all[given.length] as One, error));
    }
  }
  return given;
}
