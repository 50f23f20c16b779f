import type { LimiterHandle } from './limiterHandle.ts';
import { OncePerRun } from './oncePerRun.ts';

/** A handle without a limit, for a process that is the whole run: it makes its once-only values itself. */
export function unlimitedHandle(): LimiterHandle {
  const once = new OncePerRun();
  return {
    spend: async () => ({ waitedMs: 0, done: async () => ({ repeat: false }) }),
    once: (key, make) => once.run(key, make),
    close: async () => undefined,
  };
}
