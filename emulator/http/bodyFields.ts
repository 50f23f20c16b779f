import { isObject, numberSource, readJson } from '../domain/json.ts';
import { type Money, money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rules } from '../rules/index.ts';

/** The fields of a request body; fields outside interface.md are ignored. */
export type Body = Readonly<Record<string, unknown>>;

/** The default maximum length of a text; no field of interface.md needs more. */
const MAX_TEXT = 4096;

const DECIMAL = /^[+-]?\d{1,64}(\.\d{1,64})?([eE][+-]?\d{1,4})?$/;
const MAX_EXPONENT = 40;

/** Reads text as a JSON object. Throws a Refusal for anything else. */
export function readBody(written: string): Body {
  const value = parsed(written);
  if (!isObject(value)) throw new Refusal('not_an_object', 'The body is not a JSON object');
  return value;
}

/** Reads an optional text field; null and absent are the same. Throws a Refusal for another type or a text over the limit. */
export function text(body: Body, field: string, maxLength: number = MAX_TEXT): string | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  if (typeof value !== 'string') throw new Refusal('wrong_type', `${field} is not a string`);
  if (value.length > maxLength) throw new Refusal('too_long', `${field} is longer than ${maxLength} characters`);
  return value;
}

/** Reads an optional Boolean field; false if absent. */
export function flag(body: Body, field: string): boolean {
  const value = valueIn(body, field) ?? false;
  if (typeof value !== 'boolean') throw new Refusal('wrong_type', `${field} is not a Boolean`);
  return value;
}

/** True if a field has a value; null, absent and empty text count as missing. */
export const isGiven = (body: Body, field: string): boolean => ![null, ''].includes(valueIn(body, field) as null);

/** Reads an optional exact amount; a rule decides whether a numeric string is accepted. Throws a Refusal unless it is a positive number. */
export function optionalAmount(body: Body, field: string, rules: Rules): Money | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  const written = numberSource(value) ?? (typeof value === 'string' && rules.amountTextAccepted(value) ? value : '');
  const amount = rules.amountWritten(written) ? decimalOf(written) : undefined;
  if (amount === undefined && typeof value === 'string' && !rules.wordRefused()) return null;
  if (amount === undefined) throw new Refusal('bad_amount', `${field} is not a number`);
  if (!rules.amountAccepted(amount)) throw new Refusal('bad_amount', `${field} is not positive`);
  return amount;
}

/** Reads a required exact amount. Throws a Refusal if it is missing or not a positive number. */
export function amountOf(body: Body, field: string, rules: Rules): Money {
  const amount = optionalAmount(body, field, rules);
  if (amount === null) throw new Refusal('missing_field', `${field} is missing`);
  return amount;
}

/** Reads an optional list of texts; null if absent. */
export function texts(body: Body, field: string): readonly string[] | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  const listed = Array.isArray(value) ? value : [undefined];
  const found = listed.filter((item) => typeof item === 'string');
  if (found.length !== listed.length) throw new Refusal('wrong_type', `${field} is not an array of strings`);
  return found;
}

/** Reads the amounts of an optional list of numbers or objects with an amount; other items are skipped. */
export function amountsIn(body: Body, field: string): Money[] {
  const value = valueIn(body, field);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) => decimalOf(numberSource(isObject(item) ? item['amount'] : item) ?? '') ?? []);
}

/** Reads an optional object field; null if absent. */
export function objectOf(body: Body, field: string): Body | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  if (!isObject(value)) throw new Refusal('wrong_type', `${field} is not an object`);
  return value;
}

/** Reads an exact decimal; undefined if the text is not a decimal or exceeds any possible amount. */
export function decimalOf(written: string): Money | undefined {
  if (!DECIMAL.test(written)) return undefined;
  const value = money(written);
  if (value.isZero()) return money(0);
  return Math.abs(value.e) > MAX_EXPONENT ? undefined : value;
}

function parsed(written: string): unknown {
  try {
    return readJson(written);
  } catch {
    throw new Refusal('malformed_json', 'The body is not JSON');
  }
}

const valueIn = (body: Body, field: string): unknown => (Object.hasOwn(body, field) ? (body[field] ?? null) : null);
