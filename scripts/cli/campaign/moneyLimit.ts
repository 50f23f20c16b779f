import { MoneyLimit } from '../../../fuzzer/interface/executor/moneyLimit.ts';
import { inventoryOf } from '../../../fuzzer/interface/shrink/shrunkCaseValidity.ts';
import { amountWords } from '../../../reports/text/quantities.ts';
import { type Amounts, sumOfAmounts } from '../../../runner/selection/outlay.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import type { OpenedTarget } from './openTarget.ts';

/** So many of the least orders of each currency and pair, where nothing else is said. */
const usualOrders = 20;

const amount = /^(\d{1,18}(?:\.\d{1,18})?) ?([\w-]{1,60})$/;

/** The amounts in a text such as `100 USDT, 0.01 BTCUSDT`, or what is wrong with it. */
function moneyIn(text: string): Amounts | Problem {
  const parts = text.split(',').map((part) => amount.exec(part.trim()));
  if (parts.every((part) => part !== null))
    return sumOfAmounts(parts.map(([, much = '0', of = '']) => ({ [of]: much })));
  const wanted = 'amounts of currencies, or of pairs that are exchanged, such as "100 USDT, 0.01 BTCUSDT"';
  return { where: '--money', wanted, seen: text, hint: 'What is not named is not spent.' };
}

/** The problem of a text that tells no amounts. */
export function moneyProblems(text: string | undefined): Problem[] {
  const money = text === undefined ? {} : moneyIn(text);
  return 'hint' in money && 'where' in money ? [money as Problem] : [];
}

/** Some of the least orders of each method and pair that the target lists. */
async function usualAmounts({ environment }: OpenedTarget): Promise<Amounts> {
  const { methods, market } = await inventoryOf(environment);
  const payouts = methods.filter(({ orderType }) => orderType === 'PAYOUT');
  const least = payouts.map(({ currency, minLimit }) => ({
    [currency]: minLimit?.times(usualOrders).toFixed() ?? '0',
  }));
  const pairs = market.map(({ symbolPair, minLimit }) => ({ [symbolPair]: minLimit.times(usualOrders).toFixed() }));
  return sumOfAmounts([...least, ...pairs]);
}

/** What a campaign may move, of which so much was taken before it goes on: what is said, else some of the least orders; nobody loses the money of an emulator. */
export async function moneyFor(
  arena: OpenedTarget,
  text: string | undefined,
  spent?: Amounts,
): Promise<MoneyLimit | undefined> {
  if (text !== undefined) return new MoneyLimit(moneyIn(text) as Amounts, spent);
  return arena.target.facts.kind === 'emulator' ? undefined : new MoneyLimit(await usualAmounts(arena), spent);
}

/** What a campaign will move at the most, in a line. */
export function moneyLine(money: MoneyLimit | undefined): string {
  if (money === undefined)
    return 'money: as much as its cases ask for, since none of it is real here; --money limits it';
  const before = Object.keys(money.spent).length > 0 ? `, of which ${amountWords(money.spent)} went before` : '';
  return `money: pay-outs and exchanges of ${amountWords(money.most)} at the most${before}, replays and smaller cases among them; --money changes it`;
}
