import { Exhausted } from './limiterHandle.ts';
import { methodClassOf } from './methodClass.ts';
import type { RateLimiter } from './rateLimiter.ts';

/** What grants permission to send one request of an HTTP method. */
type Spending = Pick<RateLimiter, 'spend'>;

/** Wraps a limiter so that a whole run sends at most so many POSTs, whatever its plan said: after them it throws Exhausted. Without a number, nothing changes. */
export function cappedPosts(limiter: Spending, most: number | undefined): Spending {
  let left = most ?? Number.POSITIVE_INFINITY;
  return {
    spend: async (method, signal) => {
      if (methodClassOf(method) === 'post') {
        if (left <= 0) throw new Exhausted(`the ${most} POSTs of this run are spent`);
        left -= 1;
      }
      return limiter.spend(method, signal);
    },
  };
}
