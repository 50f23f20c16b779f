import { isLosslessNumber, parse } from 'lossless-json';
import { isMoney, type Money } from './money.ts';

/** A value that an answer may contain; a field whose value is undefined is omitted. */
export type Json = null | boolean | number | string | Money | readonly Json[] | JsonRecord;

/** A JSON object of an answer. */
export interface JsonRecord {
  readonly [field: string]: Json | undefined;
}

/** Writes a decimal as the text of a JSON number. */
export type NumberText = (value: Money) => string;

const plain: NumberText = (value) => value.toFixed();

/** Writes a value as JSON text, with exact decimals written by `numberText` (plain digits by default). */
export function writeJson(value: Json, numberText: NumberText = plain): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isMoney(value)) return numberText(value);
  if (isArray(value)) return `[${value.map((item) => writeJson(item, numberText)).join(',')}]`;
  return `{${Object.entries(value)
    .flatMap(([field, held]) => (held === undefined ? [] : `${JSON.stringify(field)}:${writeJson(held, numberText)}`))
    .join(',')}}`;
}

/**
 * Reads JSON text. Numbers keep their source text, and the last value of a repeated key wins. Throws a SyntaxError for malformed text, or a RangeError for deep
 * nesting.
 */
export const readJson = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });

/** The source text of a number read by readJson; undefined for any other value. */
export const numberSource = (value: unknown): string | undefined => (isLosslessNumber(value) ? value.value : undefined);

/** True if a value read by readJson is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
