import { parseInstant } from '../../schemas/domain/formats.ts';
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

/** An accepted answer of search, read (§ Page of payments), and the query that it answers. */
export interface Page {
  exchange: Exchange;
  asked: URLSearchParams;
  items: readonly ExactObject[];
}

/** The query of a request. */
export function queryOf({ line }: Exchange): URLSearchParams {
  return new URLSearchParams(line.request.path.split('?')[1] ?? '');
}

/** The page that an exchange answered, undefined when it was not accepted or has no content. */
export function pageOf(exchange: Exchange): Page | undefined {
  const content = field(exchange.json, 'content');
  if (exchange.class !== 'accepted' || !Array.isArray(content)) return undefined;
  return { exchange, asked: queryOf(exchange), items: content.filter(isObject) };
}

/** A whole number of the page's own fields, by its path (pageable/offset); undefined for anything else. */
export function integerIn({ exchange }: Pick<Page, 'exchange'>, path: string): number | undefined {
  const found = path.split('/').reduce<Exact | undefined>((value, name) => field(value, name), exchange.json);
  const count = isExactNumber(found) ? Number(found.toString()) : Number.NaN;
  return Number.isInteger(count) ? count : undefined;
}

/** The identifier of a payment, empty where it shows none. */
export function paymentIdOf(payment: ExactObject): string {
  return textField(payment, 'id') ?? '';
}

/** True when nothing of the result comes after this page: it is not full. */
export function isLastPage(page: Page): boolean {
  return page.items.length < (integerIn(page, 'size') ?? 0);
}

/** An instant as far as it is shown: the true one is less than `unitNs` away. */
export interface ShownInstant {
  ns: bigint;
  unitNs: bigint;
}

/** When a payment was made, undefined where it does not show it as an instant. */
export function createdAtOf(payment: Exact): ShownInstant | undefined {
  const instant = parseInstant(textField(payment, 'createdAt') ?? '');
  return instant && { ns: instant.epochNs, unitNs: 10n ** BigInt(9 - Math.min(9, instant.fractionDigits)) };
}

/** A payment's amount, undefined where it is no number. */
export function amountIn(payment: Exact): Decimal | undefined {
  const amount = field(payment, 'amount');
  return isExactNumber(amount) ? decimal(amount) : undefined;
}

/** The payments that two pages, read before and after something, both show: what was there all the time. */
export function inBothPages(before: Page, after: Page): { before: ExactObject; after: ExactObject }[] {
  const later = new Map(after.items.map((payment) => [paymentIdOf(payment), payment]));
  return before.items.flatMap((payment) => {
    const again = later.get(paymentIdOf(payment));
    return again ? [{ before: payment, after: again }] : [];
  });
}

/** True for a payment that is surely newer than another one. */
function isNewer(one: ShownInstant | undefined, other: ShownInstant | undefined): boolean {
  return one !== undefined && other !== undefined && one.ns - one.unitNs > other.ns + other.unitNs;
}

/**
 * True when a page, the newest first, would show a payment of its result that was made then: all of the result is there,
 * or the payment is newer than some that are.
 */
export function mustShow(page: Page, payment: ExactObject): boolean {
  return isLastPage(page) || page.items.some((other) => isNewer(createdAtOf(payment), createdAtOf(other)));
}

/** True when the payments of a page do not all show the same in a field. */
export function hasDifferentValues(page: Page | undefined, name: string): boolean {
  return new Set((page?.items ?? []).map((payment) => String(field(payment, name)))).size > 1;
}

/** The payments of a page that an earlier one does not have, or has with another status or amount. */
export function changedPayments(before: readonly ExactObject[], after: readonly ExactObject[]): ExactObject[] {
  const stateOf = (payment: ExactObject) => `${textField(payment, 'status')} ${amountIn(payment)?.toFixed()}`;
  const states = new Map(before.map((payment) => [paymentIdOf(payment), stateOf(payment)]));
  return after.filter((payment) => states.get(paymentIdOf(payment)) !== stateOf(payment));
}

/** The statuses in which a pay-in has not been paid: it moves no balance yet, or never will. */
const unpaid: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'FAILED', 'EXPIRED', 'CANCELLED']);

/** True for a payment that may have moved a balance: any but a pay-in that nobody has paid. */
export function mayMoveMoney(payment: ExactObject): boolean {
  return textField(payment, 'orderType') !== 'PAYIN' || !unpaid.has(textField(payment, 'status') ?? '');
}
