import { Exhausted, type LimiterHandle } from '../../../traffic/rate/limiter/limiterHandle.ts';
import { unlimitedHandle } from '../../../traffic/rate/limiter/unlimitedHandle.ts';
import { type Budget, remainingOf } from './remainingBudget.ts';
import type { Spent } from './requestMeter.ts';

/** Wraps a limiter so that all sending ends when the budget is spent, even if the forecast was lower. `spent` is the cost so far. */
export function cappedSpending(
  budget: Budget,
  spent: Spent,
  spending: LimiterHandle = unlimitedHandle(),
): LimiterHandle {
  const granted = { ...spent };
  return {
    spend: async (method) => {
      const kind = method === 'GET' ? 'gets' : 'posts';
      // An absent budget entry means no limit; a budget of 0 POSTs is a limit.
      if (budget[kind] !== undefined && remainingOf(budget, granted)[kind] <= 0)
        throw new Exhausted('the budget is spent');
      granted[kind] += 1;
      return spending.spend(method);
    },
    once: (key, make) => spending.once(key, make),
    close: () => spending.close(),
  };
}
