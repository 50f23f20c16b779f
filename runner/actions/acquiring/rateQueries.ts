import type { ConvertedPair } from '../../../oracles/acquiring/deposits/depositOptions.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** At most this many pairs are tried for a rate, because a converted pair need not have one. */
const mostTried = 3;

/** The two ways to write the base of a pair in a rate query: as a currency (§ Exchange rate), or as an asset identifier (used elsewhere in acquiring). */
export const rateQueryForms = [({ base }: ConvertedPair) => base, ({ asset }: ConvertedPair) => asset] as const;

/**
 * Returns the first plan of a rate query, for one of the pairs, that the target does not refuse; if the target refuses all plans, the first plan. Undefined if
 * there is no pair.
 */
export async function rateQuery(api: Api, pairs: readonly ConvertedPair[]): Promise<Plan | undefined> {
  const some = pairs.slice(0, mostTried);
  const plans = rateQueryForms.flatMap((baseOf) => some.map((pair) => read.acquiringRate(baseOf(pair), pair.quote)));
  for (const plan of plans) {
    const { baseAsset, quoteAsset } = plan.path;
    if ((await api.control(plan, `the rate of ${baseAsset} in ${quoteAsset}`)).class !== 'refused') return plan;
  }
  return plans[0];
}
