import { isObject, type Json, type JsonObject, numberText, parseJson } from './json.ts';
import { type Money, readDecimal } from './money.ts';
import { badRequest } from './problem.ts';

/** The fields of a JSON body, read one by one with a plain refusal for whatever has the wrong type. */
export class Fields {
  constructor(private readonly source: JsonObject) {}

  /** Reads a body that must be a JSON object in UTF-8. */
  static fromBody(raw: Uint8Array): Fields {
    let value: Json;
    try {
      value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    } catch {
      throw badRequest('the body is not valid JSON');
    }
    if (!isObject(value)) throw badRequest('the body must be a JSON object');
    return new Fields(value);
  }

  /** The raw value of a field; a null counts as absent. */
  value(name: string): Json | undefined {
    return Object.hasOwn(this.source, name) ? (this.source[name] ?? undefined) : undefined;
  }

  /** True when a field is there, be it null. */
  has(name: string): boolean {
    return Object.hasOwn(this.source, name);
  }

  /** A text field that may be absent. */
  text(name: string, longest = 4096): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw badRequest(`${name} must be a string`, name);
    if ([...value].length > longest) throw badRequest(`${name} may have at most ${longest} characters`, name);
    return value;
  }

  /** A text field that must be there and must not be blank. */
  needText(name: string, longest?: number): string {
    const value = this.text(name, longest);
    if (value === undefined || value.trim() === '') throw badRequest(`${name} is required`, name);
    return value;
  }

  /** A text field that, when present, must be one of a few values. */
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw badRequest(`${name} must be one of ${allowed.join(', ')}`, name);
    return found;
  }

  /** A number field that may be absent, as an exact decimal. */
  decimal(name: string): Money | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const text = numberText(value);
    const read = text === undefined ? undefined : readDecimal(text);
    if (read === undefined) throw badRequest(`${name} must be a number`, name);
    return read;
  }

  /** A number above zero that must be there. */
  needPositive(name: string): Money {
    const value = this.decimal(name);
    if (value === undefined) throw badRequest(`${name} is required`, name);
    if (!value.gt(0)) throw badRequest(`${name} must be greater than zero`, name);
    return value;
  }

  /** A true-or-false field that may be absent. */
  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    throw badRequest(`${name} must be true or false`, name);
  }

  /** A field that holds an array of texts and may be absent. */
  texts(name: string): string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const isText = (item: Json): item is string => typeof item === 'string';
    if (!Array.isArray(value) || !value.every(isText)) throw badRequest(`${name} must be an array of strings`, name);
    return value;
  }

  /** A field that holds an object and may be absent. */
  object(name: string): Fields | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw badRequest(`${name} must be an object`, name);
    return new Fields(value);
  }
}

/** Refuses an amount with more decimals than its currency has. */
export function checkScale(amount: Money, scale: number, name: string): void {
  if (amount.decimalPlaces() > scale) throw badRequest(`${name} may have at most ${scale} decimal places`, name);
}
