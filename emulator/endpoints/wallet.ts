import { later } from '../domain/clock.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';

/** Two reads of balances that are no further apart are close. */
const CLOSE_MS = 100;

/** GET /v1/user/wallet/balances: the spendable balances by currency (§ Balance leaves the format open). */
export const listBalances: Endpoint = ({ instance, account: own, rules, operation, now }) => {
  const last = instance.balancesRead;
  const account = rules.balancesOf(own, last && now < later(last.at, CLOSE_MS) ? last.by : null);
  instance.balancesRead = { by: own, at: now };
  const listed = [...account.balances].filter(([, balance]) => rules.balanceListed(balance));
  const records = listed.map(([currency, balance]) => rules.dressed({ currency, balance }, 'balance'));
  return jsonAnswer(rules.balancesShown(records), operation, rules);
};
