import { balanceOf } from '../domain/books.ts';
import { later } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import type { AccountContext } from './context.ts';

type At = Pick<AccountContext, 'rules' | 'account' | 'now'>;

/** Records a debit, and forgets the older debits that already count for the next orders. */
export function recordDebit(at: At, currency: string, amount: Money): void {
  const { account, now } = at;
  account.recentDebits.splice(0, account.recentDebits.length, ...uncounted(at));
  account.recentDebits.push({ at: now, currency, amount });
}

/** Returns the balance as an order sees it: the actual balance plus the debits that do not count yet. */
export const spendable = (at: At, currency: string): Money =>
  uncounted(at)
    .filter((take) => take.currency === currency)
    .reduce((sum, { amount }) => sum.plus(amount), balanceOf(at.account, currency));

const uncounted = ({ rules, account, now }: At): At['account']['recentDebits'] =>
  account.recentDebits.filter(({ at }) => later(at, rules.takenCountsAfterMs()) > now);
