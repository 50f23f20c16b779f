import type { Json, JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** How balances are told (§ Balance, whose fields are not shown). */
export const walletRules = {
  /** The balances: one record for each currency, in an array. */
  balancesShown(records: readonly JsonRecord[]): Json {
    return records;
  },
  /** Every currency of the account is told, also one of which it has nothing. */
  balanceListed(_balance: Money): boolean {
    return true;
  },
};

/** How each rule of this group can be broken mechanically. */
export const walletKinds: RuleKinds<typeof walletRules> = { balancesShown: 'choice', balanceListed: 'manner' };
