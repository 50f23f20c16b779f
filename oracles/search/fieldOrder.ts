import { type ExactObject, isExactNumber } from '../../schemas/json/exact.ts';
import { field } from '../../traffic/journal/runRecord.ts';
import { amountIn, createdAtOf, isNewer, type Page, paymentIdOf } from '../answers/searchPage.ts';
import { memoized } from '../core/memoize.ts';

/** Compares two payments in ascending order; 0 if they are equal or their order is not certain. */
export type Comparison = (one: ExactObject, other: ExactObject) => number;

/** The order that a search asks for. */
export interface SortOrder {
  field: string;
  isDescending: boolean;
}

/** Returns the order that a search asks for; undefined if it asks for none. */
export function sortOrderOf({ asked }: Pick<Page, 'asked'>): SortOrder | undefined {
  const [, name, direction] = /^(\w+),(asc|desc)$/.exec(asked.get('sort') ?? '') ?? [];
  return name === undefined ? undefined : { field: name, isDescending: direction === 'desc' };
}

/** Compares two payments by the times of their creation. */
export const byCreation: Comparison = (one, other) => {
  const [a, b] = [createdAtOf(one), createdAtOf(other)];
  return isNewer(a, b) ? 1 : isNewer(b, a) ? -1 : 0;
};

/** Amounts that differ by less than this share of the larger one may be equal to a target that computes with binary numbers. */
const leastApart = 1e-12;

/** Amounts of payments as binary numbers: exact enough to tell those apart that differ by more than `leastApart`. */
const binaryAmount = memoized((payment: ExactObject): number => amountIn(payment)?.toNumber() ?? Number.NaN);

const byAmount =
  (isSigned: boolean): Comparison =>
  (one, other) => {
    const [a = 0, b = 0] = [binaryAmount(one), binaryAmount(other)].map((amount) =>
      isSigned ? amount : Math.abs(amount),
    );
    const apart = a - b;
    return Math.abs(apart) > (Math.abs(a) + Math.abs(b)) * leastApart ? Math.sign(apart) : 0;
  };

/** Compares amounts without their signs. */
export const bySize: Comparison = byAmount(false);

const textOf = (payment: ExactObject, name: string) => {
  const value = field(payment, name);
  return typeof value === 'string' || isExactNumber(value) ? value.toString() : undefined;
};

const byText =
  (name: string): Comparison =>
  (one, other) => {
    const [a, b] = [textOf(one, name), textOf(other, name)];
    return a === undefined || b === undefined || a === b ? 0 : a < b ? -1 : 1;
  };

/** A page of a sorted search, with those of its payments that certainly did not change. */
export interface SortedPage {
  isDescending: boolean;
  items: readonly ExactObject[];
}

/** Two payments, in the order in which an ascending search shows them. */
type Pair = readonly [ExactObject, ExactObject];

/** Returns every two payments of one page, in its order. */
const pairsOfPage = (items: readonly ExactObject[]): Pair[] =>
  items.flatMap((one, index) => items.slice(index + 1).map((other): Pair => [one, other]));

/** More payments than the pages of a run can show. */
const mostPlaces = 2 ** 26;

/** Returns every two payments that some page shows together, once, in the order in which ascending pages would show them. */
function pairsOf(pages: readonly SortedPage[]): Pair[] {
  const places = new Map<string, number>();
  const placeOf = (payment: ExactObject): number => {
    const id = paymentIdOf(payment);
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return place;
  };
  const pairs = new Map<number, Pair>();
  for (const { isDescending, items } of pages) {
    const rising = isDescending ? items.toReversed() : items;
    for (const [one, other] of pairsOfPage(rising)) {
      const [a, b] = [placeOf(one), placeOf(other)];
      pairs.set(Math.min(a, b) * mostPlaces + Math.max(a, b), [one, other]);
    }
  }
  return [...pairs.values()];
}

/** Of the pairs that a comparison tells apart: the share in its order, and how many payments they have. */
function agreement(pairs: readonly Pair[], compare: Comparison): { share: number; payments: number } {
  const payments = new Set<string>();
  let [told, inOrder] = [0, 0];
  for (const [one, other] of pairs) {
    const order = compare(one, other);
    if (order === 0) continue;
    told += 1;
    if (order < 0) inOrder += 1;
    payments.add(paymentIdOf(one)).add(paymentIdOf(other));
  }
  return { share: inOrder / Math.max(1, told), payments: payments.size };
}

/**
 * Compares by the order in which pages mostly show the values of a field. The interface does not show the order of statuses or currencies, but it must be the
 * same everywhere.
 */
function byUsualOrder(name: string, pairs: readonly Pair[]): Comparison {
  const counts = new Map<string, number>();
  for (const [one, other] of pairs) {
    const [a, b] = [textOf(one, name), textOf(other, name)];
    if (a === undefined || b === undefined || a === b) continue;
    counts.set(`${a} ${b}`, (counts.get(`${a} ${b}`) ?? 0) + 1);
  }
  const times = (a: string, b: string) => counts.get(`${a} ${b}`) ?? 0;
  return (one, other) => {
    const [a, b] = [textOf(one, name), textOf(other, name)];
    if (a === undefined || b === undefined || a === b) return 0;
    return Math.sign(times(b, a) - times(a, b));
  };
}

/** Chance orders fewer payments than this in any way at all. */
const leastPayments = 20;

/** An order that chance would show once in many thousand targets: so many standard deviations from half of the pairs. */
const deviations = 4;

/** Returns the share of pairs in order from which on a target sorts by a field, rightly or not (the variance is that of Kendall's rank correlation). */
const leastShare = (payments: number) =>
  0.5 + (deviations / 2) * Math.sqrt((2 * (2 * payments + 5)) / (9 * payments * (payments - 1)));

/** A target whose pages agree this much with an order compares by it, and by nothing else. */
const certain = 0.99;

/** The order of listed values is learned from the pages, which fits them better than any order does by chance. */
const leastOfLearned = 0.95;

/** The fields whose values have no order in the interface. */
const listed = ['status', 'currency', 'orderType', 'transactionType', 'method'];

/**
 * Returns how the payments of a sorted search compare; undefined if the target does not sort by the field, which it need not (SRC-07b). A target that ignores a
 * field may sort by creation instead.
 */
export function learnedComparison(name: string, pages: readonly SortedPage[]): Comparison | undefined {
  const isListed = listed.includes(name);
  if (!isListed && name !== 'amount') return undefined;
  const pairs = pairsOf(pages);
  const asShown = pages.map(({ items }) => agreement(pairsOfPage(items), byCreation).share);
  const inTime = agreement(pairs, byCreation).share;
  const isOneWay = asShown.every((share) => share >= certain) || asShown.every((share) => share <= 1 - certain);
  if (isOneWay || inTime >= certain || inTime <= 1 - certain) return undefined;
  if (isListed) return best(pairs, [byUsualOrder(name, pairs)], leastOfLearned);
  const isText = best(pairs, [byText(name)], certain) !== undefined;
  return best(pairs, [byAmount(true), bySize]) ?? (isText ? byAmount(true) : undefined);
}

/** Returns the comparison with which the pages agree most, if chance does not explain it. */
function best(pairs: readonly Pair[], comparisons: readonly Comparison[], least = 0): Comparison | undefined {
  const found = comparisons.map((compare) => ({ compare, ...agreement(pairs, compare) }));
  const [first] = found.toSorted((a, b) => b.share - a.share);
  if (!first || first.payments < leastPayments) return undefined;
  return first.share >= Math.max(least, leastShare(first.payments)) ? first.compare : undefined;
}
