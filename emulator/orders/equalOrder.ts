import { createHash } from 'node:crypto';
import { MILLISECOND } from '../domain/clock.ts';
import type { Answer } from '../domain/httpMessages.ts';
import type { Context } from '../instance/context.ts';
import { storeBounded } from '../instance/ledger.ts';
import type { EqualOrder } from '../rules/payments/orders.ts';

/** Returns a digest of the body of a request, as it came. */
export const bodyDigest = ({ call }: Context): string => createHash('sha256').update(call.body).digest('hex');

const keyOf = (context: Context): string => `${context.operation}/${bodyDigest(context)}`;

/** Returns what an order without clientOrderId counts as that equals an earlier one of the account, with the answer to that one; undefined if it equals none. */
export function equalOrder(context: Context): { counts: EqualOrder; answer: Answer } | undefined {
  const { account, rules, operation, now } = context;
  const earlier = account.unnamedOrders.get(keyOf(context));
  if (earlier === undefined) return undefined;
  const sinceMs = Number((now - earlier.at) / MILLISECOND);
  return { counts: rules.equalOrderTaken(sinceMs, operation), answer: earlier.answer };
}

/** Keeps an order without clientOrderId, with the answer to its request. */
export function storeUnnamed(context: Context, answer: Answer): void {
  const order = { at: context.now, answer, body: bodyDigest(context) };
  storeBounded(context.account.unnamedOrders, keyOf(context), order);
}
