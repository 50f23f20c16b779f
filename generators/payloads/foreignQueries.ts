import type { Random } from 'fast-check';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { pick } from '../values/draw/chance.ts';
import { encodings, type PaymentTexts, type SearchQuery } from './searchQuery.ts';
import { drawSearch, kindsOf } from './searchSurvey.ts';

/** What one account knows of its own payments and methods, and the largest page of the target. */
export interface OwnTraces {
  payments: readonly PaymentTexts[];
  methodIds: readonly string[];
  largest: number;
}

const unfiltered = (largest: number): SearchQuery[] =>
  ['createdAt,desc', 'createdAt,asc', undefined].flatMap((sort) =>
    [1, 50, largest].flatMap((size) =>
      [undefined, '0', '1', '2'].map((page) => ({
        ...(sort !== undefined && { sort }),
        size: String(size),
        ...(page !== undefined && { page }),
      })),
    ),
  );

/** Returns searches by which another account might find payments: by every filter and each of its values, by the ids of each payment, and without a filter. */
export function foreignQueries(random: Random, { payments, methodIds, largest }: OwnTraces): SearchQuery[] {
  const shown = (name: string) => [...new Set(payments.flatMap((payment) => payment[name] ?? []))];
  const values: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['currency', shown('currency')],
    ['orderType', ['PAYIN', 'PAYOUT', 'EXCHANGE']],
    ['transactionType', ['CREDIT', 'DEBIT']],
    ['status', paymentLifecycle.states],
    ['methodId', methodIds],
    ['orderId', shown('orderId')],
    ['clientOrderId', shown('clientOrderId')],
  ];
  const forms: readonly SearchQuery[] = [
    {},
    { sort: 'createdAt,desc', size: '50' },
    { sort: 'createdAt,asc', size: String(largest) },
    { size: '1' },
    { page: '1' },
  ];
  const filtered = values.flatMap(([name, some]) =>
    some.filter((value) => value !== '').map((value) => ({ [name]: value, ...pick(random, forms) })),
  );
  return [...unfiltered(largest), ...filtered];
}

/** Draws searches by several filters, ranges and orders at once, with the values of payments of one account. */
export function drawnForeignQueries(random: Random, { payments, largest }: OwnTraces, count: number): SearchQuery[] {
  if (payments.length === 0) return [];
  const all = { amount: encodings, createdAt: encodings };
  const ground = { payments, kinds: kindsOf(payments), encodings: all, largest, total: payments.length };
  return Array.from({ length: count }, () => drawSearch(random, ground).query);
}
