import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';

/** GET /v1/user/wallet/balances: the spendable balances by currency (§ Balance leaves the format open). */
export const listBalances: Endpoint = ({ account, rules, operation }) => {
  const listed = [...account.balances].filter(([, balance]) => rules.balanceListed(balance));
  const records = listed.map(([currency, balance]) => rules.dressed({ currency, balance }, 'balance'));
  return jsonAnswer(rules.balancesShown(records), operation, rules);
};
