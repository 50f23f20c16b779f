import type { JsonType } from '../document/schemaTypes.ts';
import type { Plain } from '../json/plain.ts';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The text of a value that has no members, as a parameter says it: a number as in JSON, null as nothing. */
export function scalarText(value: Plain): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a text may stand for where these types are possible; the text itself last, and never nothing. */
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
