import { MoneyLimit } from '../../../fuzzer/interface/executor/moneyLimit.ts';
import { inventoryOf } from '../../../fuzzer/interface/shrink/shrunkCaseValidity.ts';
import { amountWords } from '../../../reports/text/quantities.ts';
import { type Amounts, sumOfAmounts } from '../../../runner/selection/outlay.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import type { OpenedTarget } from './openTarget.ts';

/** The default limit, as a multiple of the smallest order of each currency and pair. */
const usualOrders = 20;

const amount = /^(\d{1,18}(?:\.\d{1,18})?) ?([\w-]{1,60})$/;

/** Parses amounts such as `100 USDT, 0.01 BTCUSDT`; returns a problem if that fails. */
function moneyIn(text: string): Amounts | Problem {
  const parts = text.split(',').map((part) => amount.exec(part.trim()));
  if (parts.every((part) => part !== null))
    return sumOfAmounts(parts.map(([, much = '0', of = '']) => ({ [of]: much })));
  const wanted = 'amounts of currencies or exchange pairs, such as "100 USDT, 0.01 BTCUSDT"';
  return { where: '--money', wanted, seen: text, hint: 'Currencies and pairs that are not listed are not spent.' };
}

/** Returns the problem of a text that is not a list of amounts. */
export function moneyProblems(text: string | undefined): Problem[] {
  const money = text === undefined ? {} : moneyIn(text);
  return 'hint' in money && 'where' in money ? [money as Problem] : [];
}

/** Returns the default amounts: a multiple of the smallest order of each method and pair that the target lists. */
async function usualAmounts({ environment }: OpenedTarget): Promise<Amounts> {
  const { methods, market } = await inventoryOf(environment);
  const payouts = methods.filter(({ orderType }) => orderType === 'PAYOUT');
  const least = payouts.map(({ currency, minLimit }) => ({
    [currency]: minLimit?.times(usualOrders).toFixed() ?? '0',
  }));
  const pairs = market.map(({ symbolPair, minLimit }) => ({ [symbolPair]: minLimit.times(usualOrders).toFixed() }));
  return sumOfAmounts([...least, ...pairs]);
}

/**
 * Returns the limit on moved money, with what was spent before: the given amounts, or the default ones. An emulator has no limit, since its money is not real.
 */
export async function moneyFor(
  opened: OpenedTarget,
  text: string | undefined,
  spent?: Amounts,
): Promise<MoneyLimit | undefined> {
  if (text !== undefined) return new MoneyLimit(moneyIn(text) as Amounts, spent);
  return opened.target.facts.kind === 'emulator' ? undefined : new MoneyLimit(await usualAmounts(opened), spent);
}

/** Returns a line on the most that a campaign will move. */
export function moneyLine(money: MoneyLimit | undefined): string {
  if (money === undefined) return 'money: no limit, since none of it is real here; --money sets one';
  const before = Object.keys(money.spent).length > 0 ? `, ${amountWords(money.spent)} of it spent before` : '';
  return `money: pay-outs and exchanges of at most ${amountWords(money.most)}${before}, including replays and smaller cases; --money changes it`;
}
