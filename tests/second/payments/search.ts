import { type Money, readDecimal } from '../core/money.ts';
import { badRequest } from '../core/problem.ts';
import { fractionDigits, type Instant, parseInstant } from '../core/time.ts';
import type { Payment } from '../state/payment.ts';

/** The query parameters of a search, each with all its values. */
export type Query = Record<string, string[]>;

type Test = (payment: Payment) => boolean;

const EXACT: Record<string, (payment: Payment) => string | undefined> = {
  currency: (payment) => payment.currency,
  orderType: (payment) => payment.orderType,
  transactionType: (payment) => payment.transactionType,
  status: (payment) => payment.status,
  integrationId: (payment) => payment.integrationId,
  methodId: (payment) => payment.methodId,
  orderId: (payment) => payment.orderId,
  clientOrderId: (payment) => payment.clientOrderId,
};

/** Builds the test that a payment has to pass to be found. */
export function readFilter(query: Query): Test {
  const tests: Test[] = [createdTest(query), amountTest(query)];
  for (const [name, pick] of Object.entries(EXACT)) {
    const wanted = (query[name] ?? []).filter((value) => value !== '');
    if (wanted.length > 0) tests.push((payment) => wanted.includes(pick(payment) ?? ''));
  }
  return (payment) => tests.every((test) => test(payment));
}

function rangeValues(query: Query, name: string): string[] {
  const values = (query[name] ?? []).flatMap((value) => value.split(',')).filter((value) => value.trim() !== '');
  if (values.length > 2) throw badRequest(`${name} takes at most two values`, name);
  return values;
}

function createdTest(query: Query): Test {
  const [from, to] = rangeValues(query, 'createdAt');
  if (from === undefined) return () => true;
  const start = readInstant(from);
  if (to === undefined) return (payment) => payment.createdAt >= start;
  const end = readInstant(to) + untold(to);
  return (payment) => payment.createdAt >= start && payment.createdAt <= end;
}

function readInstant(text: string): Instant {
  const lostPlus = text.includes('T') ? text.replace(/ (\d\d:?\d\d)$/, '+$1') : text;
  const read = parseInstant(lostPlus);
  if (read === undefined) throw badRequest('createdAt must be an ISO 8601 time', 'createdAt');
  return read;
}

function untold(text: string): bigint {
  return fractionDigits(text) > 3 ? 0n : 999_999n;
}

function amountTest(query: Query): Test {
  const [first, second] = rangeValues(query, 'amount').map(readNumber);
  if (first === undefined) return () => true;
  if (second === undefined) return (payment) => payment.amount.eq(first);
  return (payment) => payment.amount.gte(first) && payment.amount.lte(second);
}

function readNumber(text: string): Money {
  const read = readDecimal(text.trim());
  if (read === undefined) throw badRequest('amount must be a number', 'amount');
  return read;
}
