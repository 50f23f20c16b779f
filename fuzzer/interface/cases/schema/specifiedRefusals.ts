import type { Plain } from '../../../../schemas/json/plain.ts';
import { isPlainObject } from '../../../../schemas/json/plain.ts';
import type { WriteOperation } from '../../builder/validRequests.ts';

/** A constraint of a body on which a variation turns. */
interface Turning {
  operation: WriteOperation;
  place: string;
  keyword: string;
  label: 'valid' | 'invalid';
  /** What stands there now; nothing where it is gone. */
  value?: Plain;
}

/** A row: where the text says that a broken constraint is refused, under which requirement. */
interface Row {
  operation: RegExp;
  place: string;
  keyword: string;
  requirement: string;
  /** Only of such values. */
  is?(value: Plain | undefined): boolean;
}

const isText = (value: Plain | undefined): value is string => typeof value === 'string';

/** Not a word that differs from a listed one in letter case or space alone. */
const isNoneOf =
  (listed: readonly string[]) =>
  (value: Plain | undefined): boolean =>
    isText(value) && !listed.includes(value.trim().toUpperCase());

const currencies = ['BTC', 'ETH', 'USDT', 'TRX', 'EUR', 'USD', 'UAH', 'KZT', 'TRY', 'IDR'];
const methods = ['CRYPTOCOIN', 'CC_VISAMC', 'VA_QR'];

/** A text may be read for the number that it writes. */
const isNoNumber = (value: Plain | undefined): boolean => !isText(value) || Number.isNaN(Number(value));

const lacks =
  (...names: readonly string[]) =>
  (value: Plain | undefined): boolean =>
    isPlainObject(value) && names.some((name) => !Object.hasOwn(value, name));

const payin = /\/payin$/;
const exchange = /\/exchange$/;
const anything = /./;
const keyed = /\/(?:payin|payout|exchange)$/;

/** A broken constraint that is in no row is one of which interface.md does not say that it is refused. */
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

/** Texts of a merchant's own, of which no list says what they may be. */
const free: readonly { operation: RegExp; place: string }[] = [
  { operation: /\/pay(?:in|out)$/, place: '/comment' },
  { operation: /\/checkouts$/, place: '/name' },
];

/** What any service can write: of other characters the text says nothing. */
const isPlainText = (value: Plain | undefined) =>
  value === undefined || (isText(value) && /^[ -~]{1,100}$/.test(value));

function rowFor({ operation, place, keyword, value }: Turning): Row | undefined {
  return rows.find(
    (row) =>
      row.operation.test(operation) && row.place === place && row.keyword === keyword && (row.is?.(value) ?? true),
  );
}

/** What the text says of a variation: the requirement by which it is refused, that it is sound, or nothing. */
export function specifiedOutcome(turning: Turning): string | 'sound' | 'unsaid' {
  const { operation, place, label, value } = turning;
  if (label === 'invalid') return rowFor(turning)?.requirement ?? 'unsaid';
  const isFree = free.some((one) => one.operation.test(operation) && one.place === place);
  return isFree && isPlainText(value) ? 'sound' : 'unsaid';
}

/** The requirements by which variations of an operation are refused. */
export function specifiedRefusals(operation: WriteOperation): readonly string[] {
  return [...new Set(rows.filter((row) => row.operation.test(operation)).map(({ requirement }) => requirement))];
}
