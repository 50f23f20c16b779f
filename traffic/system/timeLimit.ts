import { createContext, Script } from 'node:vm';

/** Longer than this nothing may compute without a pause, ms: whoever does computes for ever. */
export const computeLimitMs = 60_000;

/** Something computed for too long. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'Endless';
}

const context = createContext({ compute: (): void => undefined });
const called = new Script('compute()');

/** Computes something, and breaks it off when it takes too long, wherever it is. Throws Endless. */
export function withTimeLimit<T>(compute: () => T, limitMs: number = computeLimitMs): T {
  const done: { result?: T } = {};
  const before = context['compute'] as () => void;
  context['compute'] = () => {
    done.result = compute();
  };
  try {
    called.runInContext(context, { timeout: limitMs });
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
  /** What is given of one that computes for too long. */
  endless: (one: One, error: TimeLimitExceeded) => T;
  limitMs?: number;
}

/** A watch costs a thread: it is kept for so many of the short ones as are done in this part of its time. */
const kept = 1 / 60;

/** Computes something of each; of one that takes too long it gives what `endless` says. */
export function eachWithTimeLimit<One, T>(
  all: readonly One[],
  { compute, endless, limitMs = computeLimitMs }: Each<One, T>,
): T[] {
  const given: T[] = [];
  const some = () => {
    const until = performance.now() + limitMs * kept;
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
