import type { Worker } from '../worker/worker.ts';
import type { TestHost } from './runRequirement.ts';

/** Time for a test's own work, ms; waits for the target are added to it. */
export const testMs = 60_000;

/**
 * Returns a function that waits without using test time. The test has no limit during the wait, and continues with its remaining time afterwards. `spentMs` is
 * what the host had spent before the test began.
 */
export function patienceOf(host: TestHost, spentMs = 0): Worker['patiently'] {
  let limitMs = spentMs + testMs;
  let waiting = 0;
  let beganMs = 0;
  const settle = () => {
    waiting -= 1;
    if (waiting > 0) return;
    limitMs += performance.now() - beganMs;
    host.setTimeout(limitMs);
  };
  return async (wait) => {
    if (waiting === 0) {
      beganMs = performance.now();
      host.setTimeout(0);
    }
    waiting += 1;
    try {
      return await wait();
    } finally {
      settle();
    }
  };
}
