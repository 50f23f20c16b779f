import { isLosslessNumber } from 'lossless-json';
import { money } from '../core/money.ts';
import { badRequest } from '../core/problem.ts';
import { type Payment, paymentView } from '../state/payment.ts';

type Compare = (a: Payment, b: Payment) => number;
type SortKey = string | boolean | undefined;

const FIELDS = [
  'id',
  'externalId',
  'status',
  'orderId',
  'currency',
  'blockchain',
  'orderType',
  'transactionType',
  'method',
  'reason',
  'comment',
  'clientOrderId',
  'payUrl',
  'payoutCryptoAddress',
  'payoutCardNumber',
  'transferTo',
  'payinBankAccount',
  'h2H',
];

/** Reads the sort parameter, `{fieldName},{asc|desc}`; undefined when there is none. */
export function readSort(texts: string[] | undefined): Compare | undefined {
  const text = texts?.[0];
  if (text === undefined || text === '') return undefined;
  const [field = '', direction = 'asc', more] = text.split(',').map((part) => part.trim());
  const order = direction.toLowerCase();
  if (more !== undefined || (order !== 'asc' && order !== 'desc')) {
    throw badRequest('sort must be a field name and asc or desc', 'sort');
  }
  const compare = comparison(field);
  return order === 'asc' ? compare : (a, b) => compare(b, a);
}

/** The order of a search that names none: newest first. */
export const NEWEST_FIRST: Compare = (a, b) => compareInstants(b, a);

function comparison(field: string): Compare {
  if (field === 'createdAt') return compareInstants;
  if (field === 'amount' || field === 'balanceAfterPayment') return compareNumbers(field);
  if (!FIELDS.includes(field)) throw badRequest(`cannot sort by ${field}`, 'sort');
  return (a, b) => compareKeys(key(a, field), key(b, field));
}

function compareInstants(a: Payment, b: Payment): number {
  return a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt);
}

function compareNumbers(field: string): Compare {
  const read = (payment: Payment) => {
    const value = paymentView(payment)[field];
    return isLosslessNumber(value) ? money(value.value) : money('-1e50');
  };
  return (a, b) => read(a).comparedTo(read(b));
}

function key(payment: Payment, field: string): SortKey {
  const value = paymentView(payment)[field];
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

function compareKeys(a: SortKey, b: SortKey): number {
  const left = String(a ?? '');
  const right = String(b ?? '');
  return left < right ? -1 : Number(left > right);
}
