import { parseInstant } from '../../schemas/domain/formats.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import type { Decimal } from '../../schemas/json/exact.ts';
import type { SearchPaymentsQuery } from '../../schemas/requestTypes.ts';

/** The parameters of a search by name; a list repeats the parameter (§ Payments, search query parameters). */
export type SearchQuery = Readonly<Record<string, string | readonly string[]>>;

/** Builds the query of a search: what every search needs, and the given parameters. */
export function searchQuery(parameters: SearchQuery): SearchQuery & SearchPaymentsQuery {
  return { ...parameters };
}

/** A way to write the two values of a range in a query. interface.md does not show this. */
export interface Encoding {
  name: string;
  query(field: string, low: string, high: string): SearchQuery;
}

const inOrder: readonly Encoding[] = [
  { name: 'the parameter twice', query: (field, low, high) => ({ [field]: [low, high] }) },
  { name: 'joined by a comma', query: (field, low, high) => ({ [field]: `${low},${high}` }) },
  { name: 'the parameter twice, with brackets', query: (field, low, high) => ({ [`${field}[]`]: [low, high] }) },
  { name: 'numbered parameters', query: (field, low, high) => ({ [`${field}[0]`]: low, [`${field}[1]`]: high }) },
  { name: 'joined by a semicolon', query: (field, low, high) => ({ [field]: `${low};${high}` }) },
  { name: 'joined by two dots', query: (field, low, high) => ({ [field]: `${low}..${high}` }) },
  { name: 'joined by a bar', query: (field, low, high) => ({ [field]: `${low}|${high}` }) },
];

/** The encodings of a range that services of this kind use, the usual ones first. interface.md does not show the order of the two values either. */
export const encodings: readonly Encoding[] = [
  ...inOrder,
  ...inOrder.slice(0, 2).map(({ name, query }) => ({
    name: `${name}, the larger value first`,
    query: (field: string, low: string, high: string) => query(field, high, low),
  })),
];

/** A range, and what it must leave out. */
export interface Range {
  why: string;
  low: string;
  high: string;
}

/**
 * Returns two ranges that meet at `middle`. Each range leaves out the values above or below `middle`, so that the answers prove that the target reads both
 * values of the range.
 */
const halves = (least: string, middle: string, most: string): Range[] => [
  { why: 'nothing above the second value', low: least, high: middle },
  { why: 'nothing below the first value', low: middle, high: most },
];

/**
 * Returns two ranges of amounts that meet between the two middle amounts, so that no bound equals an amount. Returns an empty list for fewer than two different
 * amounts.
 */
export function amountRanges(amounts: readonly Decimal[]): Range[] {
  const sorted = amounts.filter((amount) => amount.gt(0)).toSorted((a, b) => a.comparedTo(b));
  const distinct = sorted.filter((amount, index) => index === 0 || !amount.eq(sorted[index - 1] ?? 0));
  const [below, above] = [distinct[Math.floor(distinct.length / 2) - 1], distinct[Math.floor(distinct.length / 2)]];
  const [least, most] = [distinct[0], distinct.at(-1)];
  if (!below || !above || !least || !most) return [];
  return halves(least.div(2).toFixed(), below.plus(above).div(2).toFixed(), most.times(2).toFixed());
}

const msPerDay = 86_400_000;

/** Returns two ranges of creation times that meet in the widest gap between the times, to the millisecond. Returns an empty list if no gap is wide enough. */
export function timeRanges(texts: readonly string[]): Range[] {
  const shown = texts
    .flatMap((text) => parseInstant(text) ?? [])
    .map(({ epochNs, fractionDigits }) => ({
      ms: Number(epochNs / 1_000_000n),
      unitMs: Math.max(1, 10 ** (3 - fractionDigits)),
    }))
    .toSorted((a, b) => a.ms - b.ms);
  const gaps = shown.slice(1).map((late, index) => ({ early: shown[index] ?? late, late }));
  const widest = gaps.reduce<(typeof gaps)[number] | undefined>(
    (best, gap) => (best && best.late.ms - best.early.ms >= gap.late.ms - gap.early.ms ? best : gap),
    undefined,
  );
  const [first, last] = [shown[0], shown.at(-1)];
  // A time is exact only to the unit in which the target shows it, so the gap must be wider than that unit.
  if (!widest || !first || !last || widest.late.ms - widest.early.ms <= 2 * widest.early.unitMs + 1) return [];
  const at = (ms: number) => new Date(ms).toISOString();
  const middle = Math.floor((widest.early.ms + widest.late.ms) / 2);
  return halves(at(first.ms - msPerDay), at(middle), at(last.ms + msPerDay));
}

/** Queries with an unknown or meaningless value (SRC-08). */
export const invalidQueries: readonly { why: string; query: SearchQuery }[] = [
  { why: 'page -1', query: { page: '-1' } },
  { why: 'size 0', query: { size: '0' } },
  { why: 'size -1', query: { size: '-1' } },
  { why: 'a page that is no number', query: { page: 'first' } },
  { why: 'an unknown status', query: { status: 'NO_SUCH_STATUS' } },
  { why: 'an unknown currency', query: { currency: 'NO_SUCH_CURRENCY' } },
  { why: 'an unknown sort field', query: { sort: 'noSuchField,asc' } },
  { why: 'an unknown direction', query: { sort: 'createdAt,sideways' } },
  { why: 'three values of a range', query: { amount: ['1', '2', '3'] } },
  { why: 'a range from high to low', query: { amount: ['2', '1'] } },
  { why: 'an amount that is no number', query: { amount: 'much' } },
  { why: 'a time that is none', query: { createdAt: 'yesterday' } },
  { why: 'an orderId of another shape', query: { orderId: 'ORD-12' } },
];

/** The values that interface.md lists for the filters of a payment; a currency may also come from the methods list. */
const listedValues: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['orderType', ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER']],
  ['transactionType', ['CREDIT', 'DEBIT']],
  ['status', paymentLifecycle.states],
];

/** The text fields of a payment in a search result, by name. */
export type PaymentTexts = Readonly<Record<string, string | undefined>>;

/** Pairs of filters that are sent together; the result is their intersection. */
const pairs = [
  ['currency', 'orderType'],
  ['orderType', 'status'],
  ['currency', 'transactionType'],
] as const;

/** The most values with which each filter is tried, since the payments of a target may have any number of currencies. */
const mostValues = 8;

/** The most orders that are searched by their ids. */
const mostOrders = 2;

/** Returns an id that lacks its end, and patterns that match it: any character, any text, an expression. */
const patternsOf = (id: string): string[] => ['', '_', '.', '%', '*', '.*'].map((end) => `${id.slice(0, -1)}${end}`);

/**
 * Returns searches by each filter: by every value that a payment shows or that the text lists, by pairs of filters, by the ids of orders, and by truncated ids and
 * patterns, which belong to nobody.
 */
export function filterQueries(payments: readonly PaymentTexts[]): SearchQuery[] {
  const shown = (name: string) => payments.flatMap((payment) => payment[name] ?? []);
  const single = [['currency', []] as const, ...listedValues].flatMap(([name, listed]) =>
    [...new Set([...shown(name).slice(), ...listed])].slice(0, mostValues).map((value) => ({ [name]: value })),
  );
  const joined = pairs.flatMap(([one, other]) => {
    const found = payments.find((payment) => payment[one] !== undefined && payment[other] !== undefined);
    return found ? [{ [one]: found[one] ?? '', [other]: found[other] ?? '' }] : [];
  });
  const ids = ['orderId', 'clientOrderId'].flatMap((name) => {
    const all = [...new Set(shown(name))];
    // An id with signs that mean something in a URL may be looked for as another one.
    const values = [
      ...new Set([...all.slice(0, mostOrders), ...all.filter((value) => /[&%+]/.test(value)).slice(0, 1)]),
    ];
    return [...values, ...values.slice(0, 1).flatMap(patternsOf)].map((value) => ({ [name]: value }));
  });
  return [...single, ...joined, ...ids.filter((query) => Object.values(query).every((value) => value !== ''))];
}

/**
 * Returns the page sizes for reading a number of payments page by page: as few pages as possible, three pages, and about seven. No page size is above the
 * largest size.
 */
export function pageSizes(payments: number, largest: number): number[] {
  const sizes = [largest, Math.ceil(payments / 3), Math.ceil(payments / 7)];
  return [...new Set(sizes.map((size) => Math.max(1, Math.min(size, largest))))];
}

/** Fields of a payment by which a search may sort; interface.md shows only createdAt (SRC-07b). */
export const sortable = [
  'amount',
  'status',
  'currency',
  'orderType',
  'transactionType',
  'method',
  'id',
  'orderId',
  'clientOrderId',
];

/** So many pages lie before a drawn one at most. */
const mostBefore = 6;

/** Returns the query of a page that holds payments, whether the first page has the number 0 or 1, by a drawn number; undefined if only the first page does. */
export function drawnPage({ total, size, drawn }: Record<'total' | 'size' | 'drawn', number>): SearchQuery | undefined {
  const pages = Math.min(mostBefore, Math.floor(total / size) - 1);
  return pages < 1 ? undefined : { page: String(1 + (drawn % pages)), size: String(size) };
}
