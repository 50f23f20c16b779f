import type { Json, JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The format of balances (§ Balance, whose fields are not shown). */
export const walletRules = {
  /** The balances as an array with one record for each currency. */
  balancesShown(records: readonly JsonRecord[]): Json {
    return records;
  },
  /** Every currency of the account is shown, even with a zero balance. */
  balanceListed(_balance: Money): boolean {
    return true;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const walletKinds: RuleKinds<typeof walletRules> = { balancesShown: 'choice', balanceListed: 'manner' };
