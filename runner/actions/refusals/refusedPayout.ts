import { balanceIn } from '../../../oracles/answers/balances.ts';
import type { RefusedRound } from '../../../oracles/balances/heldFunds.ts';
import { type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Method } from '../inputs/methods.ts';
import { type Defect, sendDefect } from './refusal.ts';

/**
 * Sends a pay-out that must be refused between two reads of the balances. Sends it once more only if the balance of its currency moved, since others may use the
 * account.
 */
export async function refusedRounds(
  api: Api,
  { plan, currency }: { plan: Plan; currency: string },
  defect: Defect,
): Promise<RefusedRound[]> {
  const rounds: RefusedRound[] = [];
  for (const _ of ['once', 'again']) {
    const before = await api.send(read.balances());
    const refused = await sendDefect(api, plan, defect);
    const after = await api.send(read.balances());
    rounds.push({ before: before.id, refused: refused.id, after: after.id });
    if (balanceIn(before, currency)?.eq(balanceIn(after, currency) ?? 'NaN')) break;
  }
  return rounds;
}

/** Sends a pay-out with a defect after its control request; asserts that it was refused or never paid, has made nothing and moved no balance. */
export async function refusesPayout(
  { api, assertions }: { api: Api; assertions: TestAssertionLog },
  { plan, method }: { plan: Plan; method: Method },
  defect: Defect,
): Promise<void> {
  const { currency } = method;
  const control = await api.control(plan);
  const rounds = await refusedRounds(api, { plan, currency }, defect);
  for (const { refused } of rounds)
    assertions.assert('neverPaid', { exchange: refused, control: control.id, defect: defect.name, effect: true });
  assertions.assert('holdsNothing', { rounds, currency });
}
