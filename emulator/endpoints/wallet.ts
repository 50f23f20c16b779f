import { MILLISECOND } from '../domain/clock.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';

/** GET /v1/user/wallet/balances: the spendable balances by currency (§ Balance leaves the format open). */
export const listBalances: Endpoint = ({ instance, account: own, rules, operation, now }) => {
  const last = instance.balancesRead;
  const before = last && { by: last.by, msAgo: Number((now - last.at) / MILLISECOND) };
  const account = rules.balancesOf(own, before);
  instance.balancesRead = { by: own, at: now };
  const listed = [...account.balances].filter(([, balance]) => rules.balanceListed(balance));
  const records = listed.map(([currency, balance]) => rules.dressed({ currency, balance }, 'balance'));
  return jsonAnswer(rules.balancesShown(records), operation, rules);
};
