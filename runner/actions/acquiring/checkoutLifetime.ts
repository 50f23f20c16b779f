import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** A plan for a checkout that lives for a number of minutes. */
export interface LifetimePlan {
  minutes: number;
  plan: Plan;
}

/** Finds the longest tried lifetime that the target accepts and returns the plan of that checkout. Each plan is sent once in a run. */
export type CheckoutLifetime = (planFor: (minutes: number) => Plan) => Promise<LifetimePlan>;

/** The lifetimes to try, minutes. The interface does not show how long a checkout may live, so a shorter lifetime is tried after each refusal. */
const triedMinutes = [60, 20, 5] as const;

/** Returns the `checkoutLifetime` tool of one requirement. If the target refuses every lifetime, the tool returns the first. */
export function checkoutLifetimeOf({ target: { checkoutMinutes } }: Worker, api: Api): CheckoutLifetime {
  const [first, ...shorter] = checkoutMinutes === undefined ? triedMinutes : ([checkoutMinutes] as const);
  return async (planFor) => {
    const longest = { minutes: first, plan: planFor(first) };
    // Each shorter lifetime gets its own key, so that a control request with another lifetime is not reused for it.
    const trial = (minutes: number) => ({
      minutes,
      plan: { ...planFor(minutes), apart: `to live ${minutes} minutes` },
    });
    for (const one of [longest, ...shorter.map(trial)])
      if ((await api.control(one.plan)).class !== 'refused') return one;
    return longest;
  };
}
