import type { LimiterHandle } from './limiterHandle.ts';
import { OncePerRun } from './oncePerRun.ts';

/** Spending without a limit, for a process that is the whole run: what is made only once is made once in it. */
export function unlimitedHandle(): LimiterHandle {
  const once = new OncePerRun();
  return {
    spend: async () => ({ waitedMs: 0, done: async () => ({ repeat: false }) }),
    once: (key, make) => once.run(key, make),
    close: async () => undefined,
  };
}
