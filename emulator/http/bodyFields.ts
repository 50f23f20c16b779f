import { isObject, numberSource, readJson } from '../domain/json.ts';
import { type Money, money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rules } from '../rules/index.ts';

/** The fields of a request body; what interface.md does not name is never looked at. */
export type Body = Readonly<Record<string, unknown>>;

/** Texts without a limit of their own end here: no field of interface.md needs more. */
const MAX_TEXT = 4096;

const DECIMAL = /^[+-]?\d{1,64}(\.\d{1,64})?([eE][+-]?\d{1,4})?$/;
const MAX_EXPONENT = 40;

/** Reads a text as a JSON object. Throws a Refusal for anything else. */
export function readBody(written: string): Body {
  const value = parsed(written);
  if (!isObject(value)) throw new Refusal('not_an_object', 'The body is not a JSON object');
  return value;
}

/** An optional text field; null and absent are the same. Throws a Refusal for another type or a text beyond the limit. */
export function text(body: Body, field: string, maxLength: number = MAX_TEXT): string | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  if (typeof value !== 'string') throw new Refusal('wrong_type', `${field} is not a string`);
  if (value.length > maxLength) throw new Refusal('too_long', `${field} is longer than ${maxLength} characters`);
  return value;
}

/** An optional Boolean field, false when absent. */
export function flag(body: Body, field: string): boolean {
  const value = valueIn(body, field) ?? false;
  if (typeof value !== 'boolean') throw new Refusal('wrong_type', `${field} is not a Boolean`);
  return value;
}

/** Whether a field is there with something in it: null, absent and the empty text are nothing. */
export const isGiven = (body: Body, field: string): boolean => ![null, ''].includes(valueIn(body, field) as null);

/** An optional exact amount; whether a numeric string will do is a rule. Throws a Refusal when it is no positive number. */
export function optionalAmount(body: Body, field: string, rules: Rules): Money | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  const written = numberSource(value) ?? (typeof value === 'string' && rules.amountTextAccepted(value) ? value : '');
  const amount = decimalOf(written);
  if (amount === undefined && typeof value === 'string' && !rules.wordRefused()) return null;
  if (amount === undefined) throw new Refusal('bad_amount', `${field} is not a number`);
  if (!rules.amountAccepted(amount)) throw new Refusal('bad_amount', `${field} is not positive`);
  return amount;
}

/** A required exact amount. Throws a Refusal when it is missing or no positive number. */
export function amountOf(body: Body, field: string, rules: Rules): Money {
  const amount = optionalAmount(body, field, rules);
  if (amount === null) throw new Refusal('missing_field', `${field} is missing`);
  return amount;
}

/** An optional list of texts; null when absent. */
export function texts(body: Body, field: string): readonly string[] | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  const listed = Array.isArray(value) ? value : [undefined];
  const found = listed.filter((item) => typeof item === 'string');
  if (found.length !== listed.length) throw new Refusal('wrong_type', `${field} is not an array of strings`);
  return found;
}

/** The amounts of an optional list, given as numbers or as objects with an amount; what is none is left out. */
export function amountsIn(body: Body, field: string): Money[] {
  const value = valueIn(body, field);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) => decimalOf(numberSource(isObject(item) ? item['amount'] : item) ?? '') ?? []);
}

/** An optional object field; null when absent. */
export function objectOf(body: Body, field: string): Body | null {
  const value = valueIn(body, field);
  if (value === null) return null;
  if (!isObject(value)) throw new Refusal('wrong_type', `${field} is not an object`);
  return value;
}

/** The exact decimal of a text; undefined when it is none or beyond any amount. */
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
