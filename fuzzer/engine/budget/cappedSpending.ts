import { Exhausted, type LimiterHandle } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import { type Budget, remainingOf } from './remainingBudget.ts';
import type { Spent } from './requestMeter.ts';

/** Spending that a budget ends, whatever was reckoned before: not one request more is sent. `spent` is what it has cost before. */
export function cappedSpending(
  budget: Budget,
  spent: Spent,
  spending: LimiterHandle = unlimitedHandle(),
): LimiterHandle {
  const granted = { ...spent };
  return {
    spend: async (method) => {
      const kind = method === 'GET' ? 'gets' : 'posts';
      // What nobody has said is no limit; that no POST may be sent is one.
      if (budget[kind] !== undefined && remainingOf(budget, granted)[kind] <= 0)
        throw new Exhausted('the budget is spent');
      granted[kind] += 1;
      return spending.spend(method);
    },
    once: (key, make) => spending.once(key, make),
    close: () => spending.close(),
  };
}
