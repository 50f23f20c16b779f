import { isLosslessNumber, parse } from 'lossless-json';
import type { ExactNumber } from './decimal.ts';
import { type DuplicateKey, scanJson } from './jsonScan.ts';
import { readNatively, readPlainly } from './nativeReader.ts';
import type { Plain, PlainObject } from './plain.ts';

export { type Decimal, decimal, isRoundingMode, type RoundingMode, roundTo } from './decimal.ts';

/** A JSON value whose numbers keep their source text. */
export type Exact = null | boolean | string | ExactNumber | Exact[] | ExactObject;

/** A JSON object whose numbers keep their source text; a key named __proto__ is a key like any other. */
export type ExactObject = { [key: string]: Exact };

/**
 * Answers with more values than this are not parsed: a page of 500 payments has an eighth of this number, and a parsed value takes fifty times its length in
 * memory.
 */
export const mostValues = 100_000;

// A parsed text with its duplicate keys (the last value counts), or a sentence that says why it is not JSON.
type Parsed = { value: Exact; duplicates: readonly DuplicateKey[] } | { fault: string };

/** The most levels of nesting that are parsed: an answer of the interface needs 7, and the parser's recursion can take thousands. */
export const maxDepth = 512;

/** Parses JSON without losing a digit; never throws. More than 512 levels are a fault. */
export function parseExact(text: string): Parsed {
  const read = readNatively(text, maxDepth);
  if (read !== undefined) return { value: read as Exact, duplicates: [] };
  const { depth, duplicates } = scanJson(text, maxDepth);
  if (depth > maxDepth) return { fault: `Nested deeper than ${maxDepth} levels` };
  try {
    const value = parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }) as Exact;
    return { value, duplicates };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Parses JSON like `parseExact`, into an ordinary value like that of `toPlain`. */
export function parsePlain(text: string): { value: Plain; duplicates: readonly DuplicateKey[] } | { fault: string } {
  const read = readPlainly(text, maxDepth);
  if (read !== undefined) return { value: read as Plain, duplicates: [] };
  const exact = parseExact(text);
  return 'fault' in exact ? exact : { ...exact, value: toPlain(exact.value) };
}

/** True if a value is a number that keeps its source text. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return isLosslessNumber(value);
}

/** True if a value is a JSON object: not a list, null or a number that keeps its source text. */
export function isObject(value: unknown): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Converts to an ordinary JSON value for ajv. Numbers become doubles, clamped to the largest double; lists are cut to `mostItems`. */
export function toPlain(value: Exact, mostItems: number = Number.POSITIVE_INFINITY): Plain {
  if (typeof value !== 'object' || value === null) return value;
  if (isExactNumber(value)) return clampedDouble(value.value);
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => toPlain(item, mostItems));
  const plain: PlainObject = {};
  for (const key of Object.keys(value)) {
    const member = toPlain(value[key] ?? null, mostItems);
    // Assigning to this key would change the prototype.
    if (key === '__proto__') Object.defineProperty(plain, key, { value: member, ...ordinary });
    else plain[key] = member;
  }
  return plain;
}

const ordinary = { writable: true, enumerable: true, configurable: true };

function clampedDouble(text: string): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
}

type Same = (a: Exact, b: Exact) => boolean;

/** Compares two JSON values with the given comparison of numbers; the order of keys does not matter. */
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

/** True if two values are the same JSON: 1, 1.0 and 1e0 are equal, exactly and at any size. */
export const sameValue = sameBy((a, b) => a === b || canonicalNumber(a) === canonicalNumber(b));

/** True if two values are written alike, apart from the order of keys: 1 and 1.0 differ. */
export const sameText = sameBy((a, b) => a === b);

// Uses text rather than Decimal: every digit counts, and an exponent may be too large for any type but BigInt.
function canonicalNumber(text: string): string {
  const [, sign = '', integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (integer + fraction).replace(/^0+/, '');
  const significant = withoutZeros(digits);
  if (significant === '') return '0';
  // A very long exponent is compared as text: reading a thousand digits as a number would take seconds.
  if (exponent.length > longestExponent) return text;
  const shift =
    BigInt(exponent.replace('+', '')) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${shift}`;
}

const longestExponent = 1_000;

/** Removes trailing zeros. A regular expression would take quadratic time if other digits follow the zeros. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
