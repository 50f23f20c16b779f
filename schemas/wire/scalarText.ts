import type { JsonType } from '../document/schemaTypes.ts';
import type { Plain } from '../json/plain.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the text that a parameter has for a value without members: a number as in JSON, null as the empty text. */
export function scalarText(value: Plain): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the values that a text may represent with these types; the text itself comes last, and the list is never empty. */
export function possibleValues(text: string, types: ReadonlySet<JsonType>): Plain[] {
  const found: Plain[] = [];
  const isNumber = jsonNumber.test(text) && Number.isFinite(Number(text));
  if (isNumber && (types.has('number') || (types.has('integer') && Number.isInteger(Number(text)))))
    found.push(Number(text));
  if (types.has('boolean') && (text === 'true' || text === 'false')) found.push(text === 'true');
  if (types.has('null') && text === '') found.push(null);
  if (types.has('string') || found.length === 0) found.push(text);
  return found;
}
