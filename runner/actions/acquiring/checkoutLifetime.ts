import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** A plan of a checkout that is to live so many minutes. */
export interface LifetimePlan {
  minutes: number;
  plan: Plan;
}

/** The sound plan of a checkout with the longest life that the target takes, of those that are tried; each is sent once in a run. */
export type CheckoutLifetime = (planFor: (minutes: number) => Plan) => Promise<LifetimePlan>;

/** How long a checkout may live is not shown: what is refused with the one is tried with the next, minutes. */
const triedMinutes = [60, 20, 5] as const;

/** The `lasting` of one requirement: where each life is refused it gives the first. */
export function checkoutLifetimeOf({ target: { checkoutMinutes } }: Worker, api: Api): CheckoutLifetime {
  const [first, ...shorter] = checkoutMinutes === undefined ? triedMinutes : ([checkoutMinutes] as const);
  return async (planFor) => {
    const longest = { minutes: first, plan: planFor(first) };
    // Each apart from the others: the sound twin of one is none of another.
    const trial = (minutes: number) => ({
      minutes,
      plan: { ...planFor(minutes), apart: `to live ${minutes} minutes` },
    });
    for (const one of [longest, ...shorter.map(trial)])
      if ((await api.control(one.plan)).class !== 'refused') return one;
    return longest;
  };
}
