import type { Holder } from '../../domain/books.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import { choice, manner } from '../core/ruleKind.ts';

/** The format of balances (§ Balance, whose fields are not shown). */
export const walletRules = {
  /** Whose balances a reader is shown; `before` is who read balances last, and how long ago, ms. */
  balancesOf: choice((own: Holder, _before: { by: Holder; msAgo: number } | null): Holder => own),
  /** The balances as an array with one record for each currency. */
  balancesShown: choice((records: readonly JsonRecord[]): Json => records),
  /** Every currency of the account is shown, even with a zero balance. */
  balanceListed: manner((_balance: Money): boolean => true),
};
