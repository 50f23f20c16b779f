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

/** One isolated order. `holds`: its balance moved as some reading of the text says. `lateMs`: how long after the order the balance still moved, ms. */
interface Brought {
  round: OrderRound;
  holds: boolean;
  lateMs: number;
}

/** How orders are made: the arguments of their assertion, the order itself, and how long balances may take to follow, ms. */
interface Bringing {
  given: Omit<MoneyArgs, 'rounds'>;
  bring(): Promise<Exchange>;
  forMs: number;
}

/** Makes one isolated order and reads payments and balances before and after it, until they agree or the time is over. */
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
  // For an order that holds money, the balance must show a change: the hold may exist and not be visible yet.
  const isShown = () => fate !== 'held' || figureIn(to) !== figureIn(from);
  await api.until(look, () => holds() && isShown(), forMs);
  const round = { before: before.id, from: from.id, created: created.id, to: to.id, after: after.id };
  return { round, holds: holds(), lateMs };
}

/** At most this many orders of one kind are made while the first ones move a balance in a way that no reading of the text explains. */
const mostRounds = 3;

/** A late change may come even later next time, so the pause between orders is this many times as long. */
const patience = 1.5;

/** Series of isolated orders of one kind. */
export interface BalanceRounds {
  /** Makes orders until the expected number of them hold. */
  of(
    given: Omit<MoneyArgs, 'rounds'>,
    orders: { wanted: number; bring(nth: number): Promise<Exchange> },
  ): Promise<OrderRound[]>;
}

/**
 * Returns the rounds of one requirement. Balances may follow late, so the first order is left out if it does not hold: an earlier order may have disturbed it.
 * After a late change, each order waits until the earlier ones have settled, and each gets time to settle. If no change came while an order was watched, none
 * is expected later.
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
      // A lost answer is no reason for more orders than the forecast announced.
      const most = () => (api.losses > losses ? wanted - (first.holds ? 0 : 1) : mostRounds);
      const all = first.holds ? [first] : [];
      const holding = () => all.filter(({ holds }) => holds).length;
      while (all.length < most() && holding() < wanted) all.push(await make(all.length, lagMs > 0 ? forMs : 0));
      return all.map(({ round }) => round);
    },
  };
}
