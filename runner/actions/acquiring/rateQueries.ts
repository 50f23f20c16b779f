import type { ConvertedPair } from '../../../oracles/acquiring/deposits/depositOptions.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';

/** So many pairs are tried for a rate: not every pair that is converted need have one. */
const mostTried = 3;

/** How the rate of a pair may be asked for: its base by the currency, as in § Exchange rate, or by the asset identifier, as elsewhere in acquiring. */
export const rateQueryForms = [({ base }: ConvertedPair) => base, ({ asset }: ConvertedPair) => asset] as const;

/** The first plan for the rate of one of some pairs that the target does not refuse, else the first of all; undefined where there is no pair. */
export async function rateQuery(api: Api, pairs: readonly ConvertedPair[]): Promise<Plan | undefined> {
  const some = pairs.slice(0, mostTried);
  const plans = rateQueryForms.flatMap((baseOf) => some.map((pair) => read.acquiringRate(baseOf(pair), pair.quote)));
  for (const plan of plans) {
    const { baseAsset, quoteAsset } = plan.path;
    if ((await api.control(plan, `the rate of ${baseAsset} in ${quoteAsset}`)).class !== 'refused') return plan;
  }
  return plans[0];
}
