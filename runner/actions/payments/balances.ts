import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Method } from '../inputs/methods.ts';
import { drawnItem } from '../inputs/turns.ts';

/** A read of the balances, and the figure of one currency in it. The figure is undefined if the answer does not show it. */
interface Glance {
  id: string;
  figure: Decimal | undefined;
}

/** The balances of the account, and how much of them a requirement may spend. */
export interface Balances {
  /** Reads the balance of a currency. */
  look(currency: string): Promise<Glance>;
  /** Reads the balance until the figure meets the condition or the time, ms, is over. If no figure is shown, it reads only once. */
  awaits(currency: string, isSo: (figure: Decimal) => boolean, forMs: number): Promise<Glance>;
  /**
   * Returns a method whose maximum is far above its balance, and this balance, so that an amount above the balance has no other reason for refusal; the seed
   * draws it. If every balance is above that, returns the method with the largest ratio of maximum to balance. If no figure is shown, returns the reason.
   */
  shortest(methods: readonly Method[]): Promise<{ method: Method; balance: Decimal } | { fault: Fault }>;
  /** True if a payment of this amount may be made: always for a pay-in; for a pay-out only from ample test money. */
  bears(method: Method, most: string): Promise<boolean>;
  /** Returns the body fields that send the money of a pay-out back: for a card, the mock card whose pay-outs fail (§ Sandbox). */
  returning(method: Method): Record<string, string>;
}

/** A pay-out is allowed if the balance is at least this many times the amount, because the money may not come back. */
const times = 10;

/** The maximum of a method leaves room for an amount above the balance if it is more than this many times the balance. */
const clear = 2.5;

/** Returns the maximum of a method as a multiple of the balance. Without a maximum, there is practically no limit. */
function reachOf({ maxLimit }: Method, balance: Decimal): Decimal {
  const most = maxLimit ?? decimal('1e30');
  return most.div(balance.gt(0) ? balance : decimal('1e-18'));
}

/** Returns the `balances` tool of one requirement. */
export function balancesOf(worker: Worker, api: Api): Balances {
  const { target } = worker;
  const look = async (currency: string) => {
    const answer = await api.send(read.balances());
    return { id: answer.id, figure: balanceIn(answer, currency) };
  };
  return {
    look,
    awaits: async (currency, isSo, forMs) => {
      let last: Glance | undefined;
      const again = async () => {
        last = await look(currency);
      };
      await api.until(again, () => !last?.figure || isSo(last.figure), forMs);
      return last ?? look(currency);
    },
    shortest: async (methods) => {
      const answer = await api.send(read.balances());
      const known = methods.flatMap((method) => {
        const balance = balanceIn(answer, method.currency);
        return balance && !balance.isNegative() ? [{ method, balance, reach: reachOf(method, balance) }] : [];
      });
      const [furthest] = known.toSorted((a, b) => b.reach.comparedTo(a.reach));
      const [first, ...others] = known.filter(({ reach }) => reach.gt(clear));
      if (first) return drawnItem(worker, 'method beyond its balance', [first, ...others]);
      const reason = 'the balances show no figure of a currency that can be paid out';
      return (
        furthest ?? { fault: unknownFieldsFault(answer) ?? { code: 'notApplicable', reason, exchanges: [answer.id] } }
      );
    },
    bears: async ({ orderType, currency }, most) => {
      if (orderType === 'PAYIN') return true;
      if (target.kind !== 'emulator' && target.kind !== 'sandbox') return false;
      return (await look(currency)).figure?.gte(decimal(most).times(times)) ?? false;
    },
    returning: ({ orderType, methodKey }) =>
      orderType === 'PAYOUT' && methodKey === 'CC_VISAMC' && target.mockCards
        ? { cardNumber: target.mockCards.failed }
        : {},
  };
}
