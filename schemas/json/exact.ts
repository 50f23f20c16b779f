import { isLosslessNumber, parse } from 'lossless-json';
import type { ExactNumber } from './decimal.ts';
import { type DuplicateKey, scanJson } from './jsonScan.ts';
import type { Plain } from './plain.ts';

export { type Decimal, decimal, isRoundingMode, type RoundingMode, roundTo } from './decimal.ts';

/** A JSON value whose numbers keep their source text. */
export type Exact = null | boolean | string | ExactNumber | Exact[] | ExactObject;

/** A JSON object whose numbers keep their source text; a key named __proto__ is a key like any other. */
export type ExactObject = { [key: string]: Exact };

/** Answers of more values than this are not read: a page of 500 payments has an eighth of them, and each takes fifty times its length. */
export const mostValues = 100_000;

// A parsed text with the keys it held twice (the last one counts), or the sentence that says why it is not JSON.
type Parsed = { value: Exact; duplicates: readonly DuplicateKey[] } | { fault: string };

/** Levels of nesting that are parsed: an answer of the interface needs 7, and the parser's recursion holds thousands. */
export const maxDepth = 512;

/** Parses JSON without losing a digit; never throws; deeper than 512 levels is a fault. */
export function parseExact(text: string): Parsed {
  const { depth, duplicates } = scanJson(text, maxDepth);
  if (depth > maxDepth) return { fault: `Nested deeper than ${maxDepth} levels` };
  try {
    const value = parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }) as Exact;
    return { value, duplicates };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether a value is a number that keeps its source text. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isLosslessNumber(value);
}

/** Whether a value is a JSON object: no list, no null, no number that keeps its source text. */
export function isObject(value: unknown): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** The ordinary JSON value for ajv: numbers become doubles, those beyond their range the largest double; of a list so many items at the most. */
export function toPlain(value: Exact, mostItems: number = Number.POSITIVE_INFINITY): Plain {
  if (isExactNumber(value)) return clampedDouble(value.value);
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => toPlain(item, mostItems));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member, mostItems)]));
}

function clampedDouble(text: string): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
}

type Same = (a: Exact, b: Exact) => boolean;

/** Whether two values are the same JSON, where that is said of two numbers; the order of keys does not matter. */
function sameBy(sameNumber: (a: string, b: string) => boolean): Same {
  const sameItems = (a: Exact[], b: Exact[]) =>
    a.length === b.length && a.every((item, at) => same(item, b[at] ?? null));
  const sameMembers = (a: ExactObject, b: ExactObject) => {
    const keys = Object.keys(a);
    const sameMember = (key: string) => Object.hasOwn(b, key) && same(a[key] ?? null, b[key] ?? null);
    return keys.length === Object.keys(b).length && keys.every(sameMember);
  };
  const same: Same = (a, b) => {
    if (a === b) return true;
    if (isExactNumber(a)) return isExactNumber(b) && sameNumber(a.value, b.value);
    if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
    return isObject(a) && isObject(b) && sameMembers(a, b);
  };
  return same;
}

/** Whether two values are the same JSON: 1, 1.0 and 1e0 are equal, exactly and at any size. */
export const sameValue = sameBy((a, b) => a === b || canonicalNumber(a) === canonicalNumber(b));

/** Whether two values are written alike, but for the order of keys: 1 and 1.0 are not. */
export const sameText = sameBy((a, b) => a === b);

// Text rather than Decimal: equality must hold for any digit, and an exponent may be larger than any type but BigInt.
function canonicalNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutZeros(digits);
  if (significant === '') return '0';
  // An exponent of a thousand digits is told apart by its text: as a number it would have to be read for seconds.
  if (exponent.length > longestExponent) return text;
  const shift =
    BigInt(exponent.replace('+', '')) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${shift}`;
}

const longestExponent = 1_000;

/** Digits without the zeros at their end; a regular expression would take the square of their number where other digits follow. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
