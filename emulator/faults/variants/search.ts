import type { JsonRecord } from '../../domain/json.ts';
import type { Variant } from '../shared/faultTypes.ts';
import { longHistory } from '../shared/longHistory.ts';
import { pagesFromOne } from '../shared/pagesFromOne.ts';

const LARGEST_PAGE = 20;

const withoutNulls = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** Variants of the answers of lists and searches. */
export const searchVariants: readonly Variant[] = [
  {
    name: 'page-capped-at-20',
    because: '§ Limits, "Maximum page size: not shown": a larger size gets twenty payments',
    rules: { sizeGiven: (size) => Math.min(size, LARGEST_PAGE) },
  },
  {
    name: 'pages-counted-from-one',
    because: '§ Payments, "Whether page numbering starts at 0 or 1: not shown"',
    rules: pagesFromOne,
  },
  {
    name: 'pages-asked-from-one-told-from-zero',
    because: '§ Page of payments, number, "page index": requests count pages from 1, but the index shown counts from 0',
    rules: { ...pagesFromOne, pageNumberShown: pagesFromOne.pageIndex },
  },
  {
    name: 'pages-from-one-without-a-page-zero',
    because:
      '§ Payments, "Whether page numbering starts at 0 or 1: not shown": page 0 is answered as page 1 and shown as 1',
    rules: { ...pagesFromOne, pageNumberShown: (page) => Math.max(1, page) },
  },
  {
    name: 'pages-from-one-with-page-zero-refused',
    because: '§ Payments, "Whether page numbering starts at 0 or 1: not shown": there is no page 0',
    rules: { ...pagesFromOne, pageAccepted: (page) => page > 0 },
  },
  {
    name: 'range-by-comma',
    because:
      '§ Payments, "How two values of a range are encoded: not shown": joined by a comma; the last parameter counts',
    rules: { rangeValues: (given) => given.slice(-1).flatMap((value) => value.split(',')) },
  },
  {
    name: 'range-by-repetition',
    because: '§ Payments, "How two values of a range are encoded: not shown": as a repeated parameter',
    rules: { rangeValues: (given) => given },
    differs: /(amount|createdAt)=[^&]*,/,
  },
  {
    name: 'range-ends-excluded',
    because: '§ Payments, "up to 2 values for a range": the text does not say that the ends are included',
    rules: { fromHolds: (order) => order > 0, toHolds: (order) => order < 0 },
  },
  {
    name: 'ranges-without-sign',
    because:
      '§ Payments, "amount | Floating | up to 2 values for a range": whether a range has the sign of a pay-out is not shown',
    rules: { amountRanged: (shown) => shown.abs() },
  },
  {
    name: 'one-value-is-exact',
    because: '§ Payments, "up to 2 values for a range": the text does not say what a single value means',
    rules: { rangeEnds: (first, second) => ({ from: first, to: second ?? first }) },
  },
  {
    name: 'bad-page-values-defaulted',
    because: '§ Errors does not define invalid requests: a page, size or sort out of bounds gets the default',
    rules: { badPageRefused: () => false },
    differs: /search\?.*(page|size|sort)=/,
  },
  {
    name: 'pages-above-fifty-refused',
    because: '§ Limits, "Maximum page size: not shown": a size above 50 is refused instead of cut',
    rules: { sizeAccepted: (size) => size >= 1 && size <= 50 },
    differs: /size=/,
  },
  {
    name: 'sort-by-creation-alone',
    because: '§ Payments, sort, "{fieldName},{asc|desc}, e.g. createdAt,desc": which other fields sort is not said',
    rules: { sortAccepted: (field) => field === 'createdAt' },
    differs: /sort=/,
  },
  {
    name: 'amounts-sorted-without-sign',
    because:
      '§ Payments, sort, "{fieldName},{asc|desc}": which fields sort, and whether by the sign of a pay-out, is not said',
    rules: { amountOrder: (left, right) => left.abs().cmp(right.abs()) },
    warns: ['SRC-11'],
  },
  {
    name: 'other-sorts-by-creation',
    because:
      '§ Payments, sort, "e.g. createdAt,desc": which other fields sort is not said; another one orders by the time of creation, in the requested direction',
    rules: { amountOrder: () => 0 },
  },
  {
    name: 'small-default-page',
    because: '§ Payments gives no default size',
    rules: { defaultSize: () => 5 },
  },
  {
    name: 'list-of-fifty',
    because: '§ Payments, "array of Payment": the text does not say that it holds all of them',
    rules: { listLength: () => 50 },
  },
  {
    name: 'list-in-no-order',
    because: '§ Payments gives no order of the list: the newest payment is at neither end',
    rules: {
      listOrdered: (newestFirst) => {
        const middle = newestFirst.length >> 1;
        return [...newestFirst.slice(middle), ...newestFirst.slice(0, middle)];
      },
    },
  },
  {
    name: 'exchanges-unlisted',
    because: '§ Exchange does not say that its orders appear in the list of payments',
    rules: { exchangeShown: (place) => place !== 'list' },
  },
  {
    name: 'nulls-left-out-of-search',
    because: 'known from similar services: any answer may omit an optional field or set it to null',
    rules: { recordShown: (record, place) => (place === 'search' ? withoutNulls(record) : record) },
  },
  {
    name: 'busy-account',
    because: '§ What the service does: payments arrive on the merchant account while a client reads page after page',
    rules: { foreignPayins: () => [{ currency: 'TRY', amount: '75' }] },
  },
  {
    name: 'account-with-a-long-history',
    because: '§ What the service does: others have paid on the merchant account before, more than a page holds',
    rules: longHistory,
  },
  {
    name: 'long-history-in-pages-of-hundred',
    because: '§ Limits, "Maximum page size: not shown": on an account with more payments, a larger size gets a hundred',
    rules: { ...longHistory, sizeGiven: (size) => Math.min(size, 100) },
  },
  {
    name: 'both-versions-answer',
    because: '§ Versioning, "version negotiation: not shown": the other version of a path answers too',
    rules: { versionAnswered: (asked) => asked === 'v1' || asked === 'v2' },
    differs: /^\/(v1\/.*search|v2\/user\/(?!payments\/search))/,
  },
];
