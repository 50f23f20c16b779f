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

/** A pay-out that needs an exchange first, with its method and its address. */
export interface CrossPayoutCandidate {
  payout: UncoveredPayout;
  method: Method;
  cryptoAddress: string;
  /** The part of an assertion on the pay-out that describes the request. */
  asked: CrossPayoutRequest;
}

/** Returns the balance as a multiple of the minimum pay-out. A small multiple is better, because the pay-out empties the balance. */
const weightOf = ({ payout, method }: CrossPayoutCandidate) =>
  decimal(payout.balance).div(method.minLimit?.gt(0) ? method.minLimit : decimal('1'));

/**
 * Chooses among methods with a destination address. Returns the pay-out in coins that empties the smallest balance; a fault if no exchange can supply the
 * missing amount.
 */
export async function crossPayoutCandidate(
  api: Api,
  payouts: readonly { method: Method; cryptoAddress: string }[],
): Promise<CrossPayoutCandidate | { fault: Fault }> {
  const pairs = (await marketOf(api)).flatMap((pair) => (pair.maxLimit ? [{ ...pair, maxLimit: pair.maxLimit }] : []));
  const balances = await api.send(read.balances());
  const found = payouts.flatMap(({ method, cryptoAddress }) =>
    pairs.flatMap((pair) => {
      const [balance, quoteBalance] = [balanceIn(balances, pair.base), balanceIn(balances, pair.quote)];
      if (pair.base !== method.currency || !balance || !quoteBalance) return [];
      const payout = uncoveredPayout(method, { pair, balance, purse: quoteBalance });
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
  const reason = 'no pay-out in coins has a shortage that another balance and a listed pair could cover';
  return (
    least ?? { fault: unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] } }
  );
}
