import { isLosslessNumber, parse } from 'lossless-json';
import { isMoney, type Money } from './money.ts';

/** What an answer may hold; a field whose value is undefined is absent. */
export type Json = null | boolean | number | string | Money | readonly Json[] | JsonRecord;

/** A JSON object of an answer. */
export interface JsonRecord {
  readonly [field: string]: Json | undefined;
}

/** The way a decimal becomes the text of a JSON number. */
export type NumberText = (value: Money) => string;

const plain: NumberText = (value) => value.toFixed();

/** The JSON text of a value, its decimals written exactly by `numberText` (plain digits by default). */
export function writeJson(value: Json, numberText: NumberText = plain): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isMoney(value)) return numberText(value);
  if (isArray(value)) return `[${value.map((item) => writeJson(item, numberText)).join(',')}]`;
  return `{${Object.entries(value)
    .flatMap(([field, held]) => (held === undefined ? [] : `${JSON.stringify(field)}:${writeJson(held, numberText)}`))
    .join(',')}}`;
}

/** Reads JSON text; numbers keep their source text, of a key that is there twice the last value counts. Throws a SyntaxError or, for deep nesting, a RangeError. */
export const readJson = (text: string): unknown =>
  parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue });

/** The source text of a number that readJson has read, else undefined. */
export const numberSource = (value: unknown): string | undefined => (isLosslessNumber(value) ? value.value : undefined);

/** Whether a value that readJson has read is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);
