import { currencies } from '../../../../schemas/domain/currencies.ts';
import type { Plain } from '../../../../schemas/json/plain.ts';
import { isPlainObject } from '../../../../schemas/json/plain.ts';
import type { WriteOperation } from '../../builder/validRequests.ts';

/** The constraint of a body that a variation keeps or breaks. */
interface Turning {
  operation: WriteOperation;
  place: string;
  keyword: string;
  label: 'valid' | 'invalid';
  /** The value at this place after the variation; undefined if the place no longer exists. */
  value?: Plain;
}

/** A row: a broken constraint that the text says is refused, and the requirement. */
interface Row {
  operation: RegExp;
  place: string;
  keyword: string;
  requirement: string;
  /** True for the values to which the row applies; absent if the row applies to all values. */
  is?(value: Plain | undefined): boolean;
}

const isText = (value: Plain | undefined): value is string => typeof value === 'string';

/** True for a word that differs from all listed ones in more than letter case or surrounding space. */
const isNoneOf =
  (listed: readonly string[]) =>
  (value: Plain | undefined): boolean =>
    isText(value) && !listed.includes(value.trim().toUpperCase());

const methods = ['CRYPTOCOIN', 'CC_VISAMC', 'VA_QR'];

/** False for a text that a target may read as a number. */
const isNoNumber = (value: Plain | undefined): boolean => !isText(value) || Number.isNaN(Number(value));

const lacks =
  (...names: readonly string[]) =>
  (value: Plain | undefined): boolean =>
    isPlainObject(value) && names.some((name) => !Object.hasOwn(value, name));

const payin = /\/payin$/;
const exchange = /\/exchange$/;
const anything = /./;
const keyed = /\/(?:payin|payout|exchange)$/;

/** The refusals that interface.md specifies. It does not require a refusal of any other broken constraint. */
const rows: readonly Row[] = [
  { operation: anything, place: '', keyword: 'type', requirement: 'ERR-04a', is: (value) => !isPlainObject(value) },
  { operation: payin, place: '', keyword: 'required', requirement: 'PIN-02' },
  { operation: payin, place: '/amount', keyword: 'required', requirement: 'PIN-02' },
  { operation: payin, place: '/amount', keyword: 'type', requirement: 'PIN-07', is: isNoNumber },
  { operation: payin, place: '/currency', keyword: 'enum', requirement: 'PIN-06', is: isNoneOf(currencies) },
  { operation: payin, place: '/method', keyword: 'enum', requirement: 'PIN-06', is: isNoneOf(methods) },
  { operation: keyed, place: '/clientOrderId', keyword: 'maxLength', requirement: 'LIM-03' },
  { operation: exchange, place: '', keyword: 'required', requirement: 'XCH-05', is: lacks('side', 'amount') },
  { operation: exchange, place: '/side', keyword: 'enum', requirement: 'XCH-05', is: isNoneOf(['BUY', 'SELL']) },
  { operation: /\/requests$/, place: '/cryptoCurrency', keyword: 'pattern', requirement: 'REQ-08a', is: isText },
  { operation: /\/requests$/, place: '/cryptoCurrency', keyword: 'format', requirement: 'REQ-08a', is: isText },
];

/** Free texts that the merchant chooses; no list of the target restricts them. */
const free: readonly { operation: RegExp; place: string }[] = [
  { operation: /\/pay(?:in|out)$/, place: '/comment' },
  { operation: /\/checkouts$/, place: '/name' },
];

/** True for texts that any service can store. The text says nothing about other characters. */
const isPlainText = (value: Plain | undefined) =>
  value === undefined || (isText(value) && /^[ -~]{1,100}$/.test(value));

function rowFor({ operation, place, keyword, value }: Turning): Row | undefined {
  return rows.find(
    (row) =>
      row.operation.test(operation) && row.place === place && row.keyword === keyword && (row.is?.(value) ?? true),
  );
}

/** Returns what the text says about a variation: the requirement by which it is refused, that it is valid ('sound'), or nothing ('unsaid'). */
export function specifiedOutcome(turning: Turning): string | 'sound' | 'unsaid' {
  const { operation, place, label, value } = turning;
  if (label === 'invalid') return rowFor(turning)?.requirement ?? 'unsaid';
  const isFree = free.some((one) => one.operation.test(operation) && one.place === place);
  return isFree && isPlainText(value) ? 'sound' : 'unsaid';
}

/** Returns the requirements by which variations of an operation are refused. */
export function specifiedRefusals(operation: WriteOperation): readonly string[] {
  return [...new Set(rows.filter((row) => row.operation.test(operation)).map(({ requirement }) => requirement))];
}
