import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import type { Money } from './money.ts';

/** A JSON value in which every number that came from outside keeps its source text. */
export type Json = null | boolean | string | number | LosslessNumber | Json[] | JsonObject;

/** A JSON object; fields that are undefined are left out when it is written. */
export interface JsonObject {
  [field: string]: Json | undefined;
}

/** Parses JSON text and throws when the text is not JSON. */
export function parseJson(text: string): Json {
  return parse(text) as Json;
}

/** Writes a JSON value as compact text. */
export function writeJson(value: Json): string {
  return stringify(value) ?? 'null';
}

/** The JSON number that shows an exact amount, in plain notation. */
export function num(value: Money): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}

/** The JSON number of an amount, or null when there is none. */
export function numOrNull(value: Money | undefined): LosslessNumber | null {
  return value === undefined ? null : num(value);
}

/** The source text of a JSON number, or undefined when the value is something else. */
export function numberText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return isLosslessNumber(value) ? value.value : undefined;
}

/** True for a JSON object, as opposed to an array, a number or another plain value. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}
