import { isId } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer } from '../http/answers.ts';
import type { Endpoint } from '../instance/context.ts';
import { currentState, stateAt, visiblePayments } from '../instance/ledger.ts';
import { paymentRecord } from '../records/paymentRecord.ts';

/** GET /v1/user/payments: the account's payments, newest first. A rule sets the maximum number of payments. */
export const listPayments: Endpoint = ({ instance, account, rules, operation, now }) => {
  const known = rules.knownUpTo(now);
  const states = visiblePayments({ instance, rules, account }, null)
    .flatMap((stored) => stateAt(stored, known) ?? [])
    .filter(({ orderType }) => orderType !== 'EXCHANGE' || rules.exchangeShown('list'));
  const ordered = rules.listOrdered(states.slice(-rules.listLength()).reverse());
  return jsonAnswer(
    ordered.map((payment) => paymentRecord(payment, 'list', rules)),
    operation,
    rules,
  );
};

/** GET /v1/user/payments/{id}: one payment. Throws a Refusal for an id that does not belong to the account. */
export const getPayment: Endpoint = ({ instance, account, rules, operation, parameters: [id = ''] }) => {
  const stored = rules.paymentFound(instance.payments, id);
  const unknown = isId(id, 'PMT') ? 'unknown_payment' : 'malformed_id';
  if (stored === undefined) throw new Refusal(unknown, 'There is no such payment');
  const payment = currentState(stored);
  if (!rules.ownRecord(stored.owner, account.ownerId, payment.orderType))
    throw new Refusal(rules.foreignRefusal(unknown), 'There is no such payment');
  return jsonAnswer(paymentRecord(payment, 'get', rules), operation, rules);
};
