import type { JsonRecord } from '../../../domain/json.ts';
import { STATUSES } from '../../../domain/payment.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const OVER: readonly string[] = STATUSES.filter((status) => conformingRules.isFinal(status));

/** Mutants of the filters of search and of the payments list (§ Payments, search query parameters). */
/** True if a text matches a pattern of LIKE, in which _ is any character and % any text. */
const isLike = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', '.')
      .replaceAll('%', '.*')}$`,
    's',
  ).test(text);

export const searchFilterMutants: readonly Mutant[] = [
  {
    name: 'pageable-of-a-wider-page',
    breaks: 'SRC-02',
    warns: ['SRC-02'],
    level: 'answer',
    because:
      'the pageable of a page of a usual size is that of the query, which reads one more to know whether a page follows',
    rules: {
      pageShown: ({ pageable, ...record }) => {
        const size = Number(record['size']);
        const wider = {
          ...(pageable as JsonRecord),
          pageSize: size + 1,
          offset: Number(record['number']) * (size + 1),
        };
        return { ...record, pageable: size > 100 ? wider : (pageable ?? null) };
      },
    },
  },
  {
    name: 'status-filter-by-group',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a status filter finds all payments that are still open, or all that have ended',
    rules: {
      filterHolds: (actual, wanted, field) =>
        actual === wanted || (field === 'status' && OVER.includes(actual ?? '') === OVER.includes(wanted)),
    },
  },
  {
    name: 'expired-found-as-new',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a pay-in that ran out of time stays in the index as a new one',
    rules: {
      filterHolds: (actual, wanted, field) => (field === 'status' && actual === 'EXPIRED' ? 'NEW' : actual) === wanted,
    },
  },
  {
    name: 'client-order-id-by-prefix',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'text filters match by prefix',
    rules: {
      filterHolds: (actual, wanted, field) =>
        field === 'clientOrderId' ? (actual ?? '').startsWith(wanted.slice(0, 8)) : actual === wanted,
    },
  },
  {
    name: 'id-decoded-twice',
    breaks: 'SRC-04a',
    level: 'request',
    because: 'the gateway decodes the query, and the service behind it decodes what it is given once more',
    rules: {
      filterHolds: (actual, wanted, field) =>
        field === 'clientOrderId' ? actual === new URLSearchParams(`id=${wanted}`).get('id') : actual === wanted,
    },
  },
  {
    name: 'ids-found-by-pattern',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a clientOrderId is compared by LIKE',
    rules: {
      filterHolds: (actual, wanted, field) =>
        field === 'clientOrderId' ? actual !== null && isLike(actual, wanted) : actual === wanted,
    },
  },
  {
    name: 'range-open-above',
    breaks: 'SRC-05',
    level: 'answer',
    because: 'the second value of a range is ignored',
    rules: { toHolds: () => true },
  },
  {
    name: 'filter-sees-the-newest-only',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a filter is applied only to the newest payments',
    rules: { candidates: (newestLast, filtered) => (filtered ? newestLast.slice(-2) : newestLast) },
  },
  {
    name: 'method-filter-finds-nothing',
    breaks: 'SRC-04b',
    level: 'answer',
    because: 'methodId is compared with the internal number of a method',
    rules: { filterHolds: (actual, wanted, field) => field !== 'methodId' && actual === wanted },
  },
  {
    name: 'method-of-payouts-not-indexed',
    breaks: 'SRC-04b',
    level: 'answer',
    because: 'the index of payments was built for pay-ins, and takes no method from a pay-out',
    rules: { methodIndexed: (methodId, { orderType }) => (orderType === 'PAYOUT' ? null : methodId) },
  },
  {
    name: 'method-of-coin-payouts-not-indexed',
    breaks: 'SRC-04b',
    level: 'answer',
    because: 'the wallet service of coins reports its pay-outs without a method',
    rules: {
      methodIndexed: (methodId, { orderType, method }) =>
        orderType === 'PAYOUT' && method === 'CRYPTOCOIN' ? null : methodId,
    },
  },
  {
    name: 'integration-filter-ignored',
    breaks: 'SRC-04c',
    level: 'answer',
    because: 'an integrationId filter has no effect',
    rules: { filterHolds: (actual, wanted, field) => field === 'integrationId' || actual === wanted },
  },
  {
    name: 'filters-joined-by-or',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'a payment is found if it meets any of the filters',
    rules: { filtersJoined: (held) => held.length === 0 || held.some((holds) => holds) },
  },
  {
    name: 'third-filter-ignored',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'the index supports two filters at once, and a third one has no effect',
    rules: { filtersJoined: (held) => held.slice(0, 2).every((holds) => holds) },
  },
  {
    name: 'range-cut-to-milliseconds',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'the bounds of a range lose every digit after the third decimal',
    rules: {
      rangeValues: (given) =>
        conformingRules.rangeValues(given).map((value) => value.replace(/(\.\d{3})\d+/, (_, kept: string) => kept)),
    },
  },
  {
    name: 'joined-range-in-cents',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'two amounts in one parameter go through the old reader of prices, which knows cents',
    rules: {
      rangeValues: (given) =>
        conformingRules
          .rangeValues(given)
          .map((value) => (given.length === 1 ? value.replace(/^(-?\d+\.\d\d)\d+$/, '$1') : value)),
    },
  },
  {
    name: 'ranges-know-the-order-amount',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'the index keeps the ordered amount of a payment that was processed in part',
    rules: { amountRanged: (_shown, ordered) => ordered },
  },
  {
    name: 'large-pay-outs-ranged-without-sign',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'amounts below -1 are indexed without their sign, others with it',
    rules: { amountRanged: (shown) => (shown.cmp(-1) < 0 ? shown.abs() : shown) },
  },
  {
    name: 'total-beyond-the-end-as-if-full',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'a page beyond the end counts every page before it as full',
    rules: {
      totalShown: ({ page, size, totalElements }) => Math.max(page * size, totalElements),
    },
  },
  {
    name: 'total-of-far-pages-as-if-full',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'from the tenth page on nothing is counted any more, and each page counts as full',
    rules: {
      totalShown: ({ page, size, totalElements }) => (page < 9 ? totalElements : (page + 1) * size),
    },
  },
  {
    name: 'list-of-five',
    breaks: 'SRC-10',
    level: 'answer',
    because: 'the list ends after the newest five payments',
    rules: { listLength: () => 5 },
  },
  {
    name: 'some-payments-on-no-page',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'one of seven payments never comes into the index from which pages without a filter are made',
    rules: {
      candidates: (newestLast, filtered) => (filtered ? newestLast : newestLast.filter((_, at) => at % 7 !== 3)),
    },
  },
];
