import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Method } from '../inputs/methods.ts';

/** A read of the balances, and the figure of a currency in it; undefined where the answer shows none. */
interface Glance {
  id: string;
  figure: Decimal | undefined;
}

/** The account's money, as far as a requirement may spend of it. */
export interface Balances {
  /** Reads the balances for a currency. */
  look(currency: string): Promise<Glance>;
  /** Reads them again until the figure is as it should be, or the time, in ms, is over; a balance that shows no figure is read once. */
  awaits(currency: string, isSo: (figure: Decimal) => boolean, forMs: number): Promise<Glance>;
  /**
   * Of some methods the one whose maximum is furthest above its balance, and that balance: more than it holds is then
   * refused for no other reason. Where all balances are above, the one that lacks least; where none shows a figure, why.
   */
  shortest(methods: readonly Method[]): Promise<{ method: Method; balance: Decimal } | { fault: Fault }>;
  /** True where a payment that takes this much may be made: any pay-in, a pay-out from test money that hardly misses it. */
  bears(method: Method, most: string): Promise<boolean>;
  /** What of a pay-out's body sends its money back: by card, the mock card whose pay-out fails (§ Sandbox). */
  returning(method: Method): Record<string, string>;
}

/** A balance bears a payment when it holds this many times as much: what was paid out may not come back. */
const times = 10;

/** How many times the balance a method takes; without a maximum it takes anything. */
function reachOf({ maxLimit }: Method, balance: Decimal): Decimal {
  const most = maxLimit ?? decimal('1e30');
  return most.div(balance.gt(0) ? balance : decimal('1e-18'));
}

/** The purse of one requirement. */
export function balancesOf({ target }: Worker, api: Api): Balances {
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
