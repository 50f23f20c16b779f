import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import type { CrossPayoutRequest } from '../../../oracles/exchange/crossPayout.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { marketOf } from '../exchange/market.ts';
import type { Method } from '../inputs/methods.ts';
import { feesOf, type UncoveredPayout, uncoveredPayout } from './uncoveredPayout.ts';

/** A pay-out that needs an exchange first, of a method and to an address. */
export interface CrossPayoutCandidate {
  payout: UncoveredPayout;
  method: Method;
  cryptoAddress: string;
  /** What a claim on it says that was asked for. */
  asked: CrossPayoutRequest;
}

/** How many of its least pay-outs a balance holds: what is emptied is better small. */
const weightOf = ({ payout, method }: CrossPayoutCandidate) =>
  decimal(payout.balance).div(method.minLimit?.gt(0) ? method.minLimit : decimal('1'));

/** Of some pay-outs in coins, with their addresses, the one that empties least; why there is none, where no balance can be made good by an exchange. */
export async function crossPayoutCandidate(
  api: Api,
  payouts: readonly { method: Method; cryptoAddress: string }[],
): Promise<CrossPayoutCandidate | { fault: Fault }> {
  const pairs = (await marketOf(api)).flatMap((pair) => (pair.maxLimit ? [{ ...pair, maxLimit: pair.maxLimit }] : []));
  const balances = await api.send(read.balances());
  const found = payouts.flatMap(({ method, cryptoAddress }) =>
    pairs.flatMap((pair) => {
      const [balance, purse] = [balanceIn(balances, pair.base), balanceIn(balances, pair.quote)];
      if (pair.base !== method.currency || !balance || !purse) return [];
      const payout = uncoveredPayout(method, { pair, balance, purse });
      return payout
        ? [
            {
              payout,
              method,
              cryptoAddress,
              asked: {
                wanted: payout.wanted,
                from: payout.from,
                amount: payout.amount,
                fees: feesOf(method),
                ...(pair.quotePlaces !== undefined && { quotePlaces: pair.quotePlaces }),
              },
            },
          ]
        : [];
    }),
  );
  const [least] = found.toSorted((a, b) => weightOf(a).comparedTo(weightOf(b)));
  const reason = 'no pay-out in coins lacks what an exchange of a listed pair and a balance could buy';
  return (
    least ?? { fault: unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] } }
  );
}
