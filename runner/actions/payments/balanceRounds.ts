import { balanceIn } from '../../../oracles/answers/balances.ts';
import { pageOf } from '../../../oracles/answers/searchPage.ts';
import {
  isConserved,
  type MoneyArgs,
  type ObservedRound,
  type OrderRound,
} from '../../../oracles/balances/moneyConservation.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { newestPage, type SearchForm } from '../inputs/searchQueries.ts';

/** One isolated order. `holds`: the balance moved as an interpretation of the text says. `lateMs`: how long after the order the balance last moved, ms. */
interface Brought {
  round: OrderRound;
  holds: boolean;
  lateMs: number;
}

/** How orders are made: the arguments of their assertion, a function that makes one order, and the longest wait for the balance to change, ms. */
interface Bringing {
  given: Omit<MoneyArgs, 'rounds'>;
  bring(): Promise<Exchange>;
  forMs: number;
}

/**
 * Makes one isolated order, and reads payments and balances before and after it. Repeats the later reads until payments and balances agree or the time is over.
 */
async function roundOf(api: Api, ways: SearchForm, { bring, given, forMs }: Bringing): Promise<Brought> {
  const { currency, fate } = given;
  const before = await newestPage(api, ways, { currency });
  const from = await api.send(read.balances());
  const created = await bring();
  const began = Date.now();
  const figureIn = (balances: Exchange) => balanceIn(balances, currency)?.toFixed();
  let looks = 0;
  let lateMs = 0;
  let to = from;
  let after = before;
  const look = async () => {
    const last = to;
    to = await api.send(read.balances());
    after = await newestPage(api, ways, { currency });
    looks += 1;
    if (looks > 1 && figureIn(to) !== figureIn(last)) lateMs = Date.now() - began;
  };
  const holds = () => {
    const [early, late] = [pageOf(before), pageOf(after)];
    const observed: ObservedRound | undefined = early &&
      late && { ...given, before: early, after: late, created, from, to };
    return observed !== undefined && isConserved(observed);
  };
  // For an order that holds money, the balance must show a change, because a hold may become visible late.
  const isShown = () => fate !== 'held' || figureIn(to) !== figureIn(from);
  await api.until(look, () => holds() && isShown(), forMs);
  const round = { before: before.id, from: from.id, created: created.id, to: to.id, after: after.id };
  return { round, holds: holds(), lateMs };
}

/** At most this many orders of one kind are made while the first ones move a balance in a way that no interpretation of the text explains. */
const mostRounds = 3;

/** The factor between the longest delay of a change and the pause between orders. The next change may come even later. */
const patience = 1.5;

/** Series of isolated orders of one kind. */
export interface BalanceRounds {
  /** Makes orders until the wanted number of them have moved the balance as an interpretation of the text says. */
  of(
    given: Omit<MoneyArgs, 'rounds'>,
    orders: { wanted: number; bring(nth: number): Promise<Exchange> },
  ): Promise<OrderRound[]>;
}

/**
 * Returns the rounds of one requirement. An earlier order may disturb the first order, so the first order is left out if it does not move the balance as
 * expected. After a late change, each order waits until the earlier orders have settled, and gets time to settle itself. If no change came late, later orders
 * do not wait.
 */
export function balanceRounds(api: Api, ways: SearchForm, forMs: number): BalanceRounds {
  let lagMs = 0;
  return {
    of: async (given, { wanted, bring }) => {
      const make = async (nth: number, patienceMs: number) => {
        if (lagMs > 0) await api.pause(lagMs * patience);
        const made = await roundOf(api, ways, { given, bring: () => bring(nth), forMs: patienceMs });
        lagMs = Math.max(lagMs, made.lateMs);
        return made;
      };
      const { losses } = api;
      const first = await make(0, forMs);
      // After a lost answer, the test makes no more orders than the forecast announced.
      const most = () => (api.losses > losses ? wanted - (first.holds ? 0 : 1) : mostRounds);
      const all = first.holds ? [first] : [];
      const holding = () => all.filter(({ holds }) => holds).length;
      // An order that did not hold is sent again, so that its rounds can be compared.
      while (all.length < most() && holding() < wanted) all.push(await make(holding(), lagMs > 0 ? forMs : 0));
      return all.map(({ round }) => round);
    },
  };
}
