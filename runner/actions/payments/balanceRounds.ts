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

/** One order by itself; whether its balance moved as some reading of the text has it, and how long after the first look it still moved, ms. */
interface Brought {
  round: OrderRound;
  holds: boolean;
  lateMs: number;
}

/** What orders are made with: one fate, how each is made, and how long balances are given to follow, ms. */
interface Bringing {
  given: Omit<MoneyArgs, 'rounds'>;
  bring(): Promise<Exchange>;
  forMs: number;
}

/** Makes one order by itself: payments and balances before it, and after it until they agree or the time is over. */
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
    const told: ObservedRound | undefined = early &&
      late && { ...given, before: early, after: late, created, from, to };
    return told !== undefined && isConserved(told);
  };
  // Nothing may be held, as it may be held and not shown yet.
  const isTold = () => fate !== 'held' || figureIn(to) !== figureIn(from);
  await api.until(look, () => holds() && isTold(), forMs);
  const round = { before: before.id, from: from.id, created: created.id, to: to.id, after: after.id };
  return { round, holds: holds(), lateMs };
}

/** So many orders of one fate, when the first ones move a balance as no reading of the text has it. */
const mostRounds = 3;

/** What came so late may come later the next time: orders rest so many times as long. */
const patience = 1.5;

/** Orders of one fate after another, each by itself. */
export interface BalanceRounds {
  /** Makes orders until as many hold as are wanted. */
  of(
    given: Omit<MoneyArgs, 'rounds'>,
    orders: { wanted: number; bring(nth: number): Promise<Exchange> },
  ): Promise<OrderRound[]>;
}

/**
 * The rounds of one requirement. Balances may follow late: the first order of a fate is left out where it does not hold, since what
 * earlier ones moved may have come with it. Once something has come late, no order is made before all of the earlier ones has
 * come, and each is waited for; where nothing ever came while an order was looked at, nothing will come later.
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
      // What a lost answer leaves untold is no reason for an order that was not foretold.
      const most = () => (api.losses > losses ? wanted - (first.holds ? 0 : 1) : mostRounds);
      const all = first.holds ? [first] : [];
      const holding = () => all.filter(({ holds }) => holds).length;
      while (all.length < most() && holding() < wanted) all.push(await make(all.length, lagMs > 0 ? forMs : 0));
      return all.map(({ round }) => round);
    },
  };
}
