import type { Api } from './api.ts';
import type { Exchange } from './exchange.ts';
import { isConserved, type MoneyArgs, type Round, type Told } from './oracles/money.ts';
import { pageOf } from './oracles/page.ts';
import { read } from './plan.ts';
import { newestPage, type Ways } from './searching.ts';

/** How one order is made and brought to its fate. */
export type Bring = () => Promise<Exchange>;

/** The balance is given this long to follow an order, once for each fate: where it did not come, it will not come later, ms. */
const followMs = 2_000;

/** Makes one order by itself: payments and balances before it, and after it until they agree or the time is over. */
export async function roundOf(
  api: Api,
  ways: Ways,
  { bring, given, patient }: { bring: Bring; given: Omit<MoneyArgs, 'rounds'>; patient: boolean },
): Promise<{ round: Round; holds: boolean }> {
  const { currency } = given;
  const before = await newestPage(api, ways, { currency });
  const from = await api.send(read.balances());
  const created = await bring();
  let to = from;
  let after = before;
  const look = async () => {
    to = await api.send(read.balances());
    after = await newestPage(api, ways, { currency });
  };
  const holds = () => {
    const [early, late] = [pageOf(before), pageOf(after)];
    const told: Told | undefined = early && late && { ...given, before: early, after: late, created, from, to };
    return told !== undefined && isConserved(told);
  };
  await api.until(look, holds, patient ? followMs : 0);
  const round = { before: before.id, from: from.id, created: created.id, to: to.id, after: after.id };
  return { round, holds: holds() };
}
