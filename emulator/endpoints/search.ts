import { MILLISECOND } from '../domain/clock.ts';
import { CURRENCIES } from '../domain/currencies.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import { ORDER_TYPES } from '../domain/payment.ts';
import { jsonAnswer } from '../http/answers.ts';
import { type Filter, readSearch, type Search } from '../http/searchQuery.ts';
import type { Endpoint } from '../instance/context.ts';
import { stateAt, visiblePayments } from '../instance/ledger.ts';
import { paymentRecord } from '../records/paymentRecord.ts';
import type { Rules } from '../rules/index.ts';
import type { PageCounts } from '../rules/payments/search.ts';

const DEFAULT_SORT = { field: 'createdAt', direction: 'desc' } as const;

/** GET /v2/user/payments/search: a page of the matching payments (§ Page of payments). */
export const searchPayments: Endpoint = (context) => {
  const { instance, account, rules, operation, now } = context;
  const currencies = [...CURRENCIES, ...instance.methods.map(({ currency }) => currency)];
  const search = readSearch(context.call.query, rules, currencies);
  const known = rules.knownUpTo(now);
  const indexed = visiblePayments({ instance, rules, account }, [...search.filters.keys()])
    .flatMap((stored) => stateAt(stored, known) ?? [])
    .filter(({ orderType }) => orderType !== 'EXCHANGE' || rules.exchangeShown('search'))
    .filter(({ orderType, createdAt }) => rules.searchable(orderType, Number((now - createdAt) / MILLISECOND)));
  const isFiltered = search.filters.size > 0;
  const found = rules.candidates(indexed, isFiltered).filter((payment) => matches(payment, search, rules));
  const ordered = sorted(found, search, rules);
  const asked = search.page ?? rules.firstPage();
  const page = rules.pageIndex(asked);
  const start = rules.pageStart(page, search.size);
  const content = rules.pageContent(ordered.slice(start, start + search.size), {
    page,
    size: search.size,
    isSorted: search.sort !== null,
    isFiltered,
  });
  return jsonAnswer(pageRecord(rules, search, { found: found.length, asked, page, content }), operation, rules);
};

const actual: Record<Filter, (payment: Payment, rules: Rules) => string | null> = {
  currency: ({ currency }) => currency,
  orderType: ({ orderType }) => orderType,
  transactionType: ({ transactionType }) => transactionType,
  status: ({ status }) => status,
  integrationId: ({ integrationId }) => integrationId,
  methodId: (payment, rules) => rules.methodIndexed(payment.methodId, payment),
  orderId: ({ orderId }) => orderId,
  clientOrderId: ({ clientOrderId }) => clientOrderId,
};

function matches(payment: Payment, search: Search, rules: Rules): boolean {
  const held = [...search.filters].map(([name, wanted]) =>
    rules.filterHolds(actual[name](payment, rules), wanted, name),
  );
  if (!rules.filtersJoined(held)) return false;
  const { createdAt, amount } = search;
  const shownOf = (figure: Money) => rules.amountShown(figure, payment.transactionType);
  const ranged = rules.amountRanged(shownOf(payment.amount), shownOf(payment.requested));
  return (
    (createdAt.from === undefined || rules.fromHolds(sign(payment.createdAt, createdAt.from))) &&
    (createdAt.to === undefined || rules.toHolds(sign(payment.createdAt, createdAt.to))) &&
    (amount.from === undefined || rules.fromHolds(ranged.cmp(amount.from))) &&
    (amount.to === undefined || rules.toHolds(ranged.cmp(amount.to)))
  );
}

function sorted(found: readonly Payment[], search: Search, rules: Rules): Payment[] {
  const { field, direction } = search.sort ?? DEFAULT_SORT;
  const comparing = comparisons(rules);
  const compare = comparing[field] ?? comparing.createdAt;
  const page = search.page ?? 0;
  const numbered = found.map((payment, ordinal) => ({ payment, ordinal }));
  numbered.sort((left, right) =>
    rules.sortedOrder(
      compare(left.payment, right.payment) || rules.tieOrder(left.ordinal, right.ordinal, page),
      direction,
    ),
  );
  return numbered.map(({ payment }) => payment);
}

type Comparison = (left: Payment, right: Payment) => number;

const sign = (left: bigint, right: bigint): number => (left < right ? -1 : Number(left > right));
const byText = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const comparisons = (rules: Rules): Readonly<Record<string, Comparison>> & { readonly createdAt: Comparison } => ({
  createdAt: (left, right) => sign(rules.sortInstant(left.createdAt), rules.sortInstant(right.createdAt)),
  amount: (left, right) =>
    rules.amountOrder(
      rules.amountShown(left.amount, left.transactionType),
      rules.amountShown(right.amount, right.transactionType),
    ),
  currency: (left, right) => byText(left.currency, right.currency),
  status: (left, right) => byText(left.status, right.status),
  orderType: (left, right) => ORDER_TYPES.indexOf(left.orderType) - ORDER_TYPES.indexOf(right.orderType),
  id: (left, right) => byText(left.id, right.id),
});

function pageRecord(
  rules: Rules,
  search: Search,
  result: { found: number; asked: number; page: number; content: readonly Payment[] },
): JsonRecord {
  const { size } = search;
  const { found, asked, page, content } = result;
  const counts: PageCounts = { totalElements: found, size, page, numberOfElements: content.length };
  const sort = { empty: search.sort === null, sorted: search.sort !== null, unsorted: search.sort === null };
  const offset = rules.offsetShown(page, size);
  const record: JsonRecord = {
    content: content.map((payment) => paymentRecord(payment, 'search', rules)),
    pageable: { sort, offset, pageNumber: page, pageSize: size, paged: true, unpaged: false },
    last: rules.isLast(counts),
    totalPages: rules.pagesOf(counts),
    totalElements: rules.totalShown(counts),
    first: rules.isFirst(counts),
    size,
    number: rules.pageNumberShown(asked),
    sort,
    numberOfElements: counts.numberOfElements,
    empty: rules.isEmpty(counts),
  };
  return rules.dressed(rules.pageShown(record), 'page');
}
