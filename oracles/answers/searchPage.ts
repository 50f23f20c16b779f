import { parseInstant } from '../../schemas/domain/formats.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import {
  type Decimal,
  decimal,
  type Exact,
  type ExactObject,
  isExactNumber,
  isObject,
} from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, textField } from '../../traffic/journal/runRecord.ts';
import { memoized } from '../core/memoize.ts';

/** A parsed accepted answer of search (§ Page of payments), with its query. */
export interface Page {
  exchange: Exchange;
  asked: URLSearchParams;
  items: readonly ExactObject[];
}

/** Returns the query of a request. */
export function queryOf({ line }: Exchange): URLSearchParams {
  return new URLSearchParams(line.request.path.split('?')[1] ?? '');
}

/** Returns the page in an answer; undefined if the answer was not accepted or has no content. */
export function pageOf(exchange: Exchange): Page | undefined {
  const content = field(exchange.json, 'content');
  if (exchange.class !== 'accepted' || !Array.isArray(content)) return undefined;
  return { exchange, asked: queryOf(exchange), items: content.filter(isObject) };
}

/** Returns a whole number in the fields of a page, by its path (pageable/offset); undefined for anything else. */
export function integerIn({ exchange }: Pick<Page, 'exchange'>, path: string): number | undefined {
  const found = path.split('/').reduce<Exact | undefined>((value, name) => field(value, name), exchange.json);
  const count = isExactNumber(found) ? Number(found.toString()) : Number.NaN;
  return Number.isInteger(count) ? count : undefined;
}

/** Returns the identifier of a payment; empty if it shows none. */
export const paymentIdOf = memoized((payment: ExactObject): string => textField(payment, 'id') ?? '');

/** Returns the identifier of the first payment of a page; undefined if the answer is no page, or shows no payment. */
export function firstIdOf(exchange: Exchange): string | undefined {
  const item = pageOf(exchange)?.items[0];
  return item && paymentIdOf(item);
}

/** True if a page is not full, so that nothing of the result comes after it. */
export function isLastPage(page: Page): boolean {
  return page.items.length < (integerIn(page, 'size') ?? 0);
}

/** An instant with the precision shown. The true instant is less than `unitNs` away. */
export interface ShownInstant {
  ns: bigint;
  unitNs: bigint;
}

/** Returns when a payment was created; undefined if it shows no instant. Searches ask for it again with each payment that they compare. */
export const createdAtOf = memoized((payment: ExactObject): ShownInstant | undefined => {
  const instant = parseInstant(textField(payment, 'createdAt') ?? '');
  return instant && { ns: instant.epochNs, unitNs: 10n ** BigInt(9 - Math.min(9, instant.fractionDigits)) };
});

const amountOfObject = memoized((payment: ExactObject): Decimal | undefined => {
  const amount = field(payment, 'amount');
  return isExactNumber(amount) ? decimal(amount) : undefined;
});

/** Returns the amount of a payment; undefined if it is not a number. */
export const amountIn = (payment: Exact): Decimal | undefined =>
  isObject(payment) ? amountOfObject(payment) : undefined;

/** Returns the payments that are on both pages, where one page was read before an event and the other after it. These payments were present the whole time. */
export function inBothPages(before: Page, after: Page): { before: ExactObject; after: ExactObject }[] {
  const later = new Map(after.items.map((payment) => [paymentIdOf(payment), payment]));
  return before.items.flatMap((payment) => {
    const again = later.get(paymentIdOf(payment));
    return again ? [{ before: payment, after: again }] : [];
  });
}

/** True if a payment is certainly newer than another one. */
export function isNewer(one: ShownInstant | undefined, other: ShownInstant | undefined): boolean {
  return one !== undefined && other !== undefined && one.ns - one.unitNs > other.ns + other.unitNs;
}

/** True if a page that is sorted from newest to oldest must show a payment that matches its search: the page is the last one, or it shows an older payment. */
export function mustShow(page: Page, payment: ExactObject): boolean {
  return isLastPage(page) || page.items.some((other) => isNewer(createdAtOf(payment), createdAtOf(other)));
}

/** True if the payments of a page have different values in a field. */
export function hasDifferentValues(page: Page | undefined, name: string): boolean {
  return new Set((page?.items ?? []).map((payment) => String(field(payment, name)))).size > 1;
}

/** Returns the payments of a page that an earlier one lacks, or shows with another status or amount. */
export function changedPayments(before: readonly ExactObject[], after: readonly ExactObject[]): ExactObject[] {
  const stateOf = (payment: ExactObject) => `${textField(payment, 'status')} ${amountIn(payment)?.toFixed()}`;
  const states = new Map(before.map((payment) => [paymentIdOf(payment), stateOf(payment)]));
  return after.filter((payment) => states.get(paymentIdOf(payment)) !== stateOf(payment));
}

/** A pay-in in one of these statuses has moved no balance yet, and may never move one. */
const unpaid: ReadonlySet<string> = new Set(paymentLifecycle.unpaid);

/** True for a payment that may have moved a balance: any except an unpaid pay-in. */
export function mayMoveMoney(payment: ExactObject): boolean {
  return textField(payment, 'orderType') !== 'PAYIN' || !unpaid.has(textField(payment, 'status') ?? '');
}
