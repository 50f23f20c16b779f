import { type Money, ZERO } from '../core/money.ts';
import { unprocessable } from '../core/problem.ts';

/** The balances of one account, one per currency. */
export class Ledger {
  private readonly balances = new Map<string, Money>();

  /** The balance of a currency, zero when it was never used. */
  balance(currency: string): Money {
    return this.balances.get(currency) ?? ZERO;
  }

  /** Adds to a balance. */
  credit(currency: string, amount: Money): void {
    this.balances.set(currency, this.balance(currency).plus(amount));
  }

  /** Takes from a balance, or refuses when it is too small. */
  debit(currency: string, amount: Money): void {
    const left = this.balance(currency).minus(amount);
    if (left.lt(0)) throw unprocessable(`the ${currency} balance is too small`, 'amount');
    this.balances.set(currency, left);
  }

  /** All balances in the order in which the currencies were first used. */
  entries(): [string, Money][] {
    return [...this.balances];
  }
}
