import { createContext, Script } from 'node:vm';

/** Longer than this nothing may compute without a pause, ms: whoever does computes for ever. */
export const longestMs = 60_000;

/** Something computed for too long. */
export class Endless extends Error {
  override readonly name = 'Endless';
}

const context = createContext({ compute: (): void => undefined });
const called = new Script('compute()');

/** Computes something, and breaks it off when it takes too long, wherever it is. Throws Endless. */
export function bounded<T>(compute: () => T, limitMs: number = longestMs): T {
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
    throw new Endless(`it computed for more than ${limitMs / 1000} s without a pause`);
  } finally {
    context['compute'] = before;
  }
}
