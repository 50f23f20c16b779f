import type { OpenAPIV3_1 } from 'openapi-types';
import { itemSchemas, memberSchemas, typesOf } from '../document/schemaTypes.ts';
import { parsePlain } from '../json/exact.ts';
import type { Plain } from '../json/plain.ts';
import { possibleValues, scalarText } from './scalarText.ts';

/** The boundary between parts. No part contains it: values are random, and no random value begins like it. */
const boundary = 'part-of-a-form-7f3c1d90e2';

type Member = readonly [name: string, value: Plain];

/** Writes the parts of a form member: one part for each item of a list. A value with members is written as JSON. */
function partsOf([name, value]: Member): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => partsOf([name, item]));
  const isJson = typeof value === 'object' && value !== null;
  const type = isJson ? '\r\nContent-Type: application/json' : '';
  const text = isJson ? JSON.stringify(value) : scalarText(value);
  return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${text}\r\n`];
}

/** Writes members as the parts of multipart/form-data. */
export function writeMultipart(members: readonly Member[]): { type: string; text: string } {
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: `${members.flatMap(partsOf).join('')}--${boundary}--\r\n`,
  };
}

type ReadParts = ReadonlyMap<string, readonly { text: string; isJson: boolean }[]>;

function partsIn(text: string, divider: string): ReadParts | undefined {
  if (!`\r\n${text}`.includes(`\r\n--${divider}--`)) return undefined;
  const found = new Map<string, { text: string; isJson: boolean }[]>();
  for (const part of `\r\n${text}`.split(`\r\n--${divider}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined || rest.length === 0) return undefined;
    const isJson = /content-type:\s*application\/json/i.test(head);
    found.set(name, [...(found.get(name) ?? []), { text: rest.join('\r\n\r\n'), isJson }]);
  }
  return found;
}

/** Reads the value from the parts of multipart/form-data, or says why it cannot be read. */
export function readMultipart(
  document: Plain,
  media: OpenAPIV3_1.MediaTypeObject,
  { type, text }: { type: string; text: string },
): { value: Plain } | { fault: string } {
  const divider = /;\s*boundary="?([^";]+)/i.exec(type)?.[1];
  const parts = divider === undefined ? undefined : partsIn(text, divider);
  if (!parts) return { fault: 'no parts of a form' };
  const members = [...parts].map(([name, read]): [string, Plain] => {
    const schemas = memberSchemas(document, media.schema as Plain, name);
    const schema: Plain = schemas.length > 0 ? { anyOf: schemas } : true;
    const types = typesOf(document, schema);
    const isList = types.has('array') && (read.length > 1 || !types.has('string'));
    const items = isList ? { anyOf: itemSchemas(document, schema) } : schema;
    const values = read.map((part) => readingOf(part, document, items));
    return [name, isList || values.length > 1 ? values : (values[0] ?? '')];
  });
  return { value: Object.fromEntries(members) };
}

function readingOf({ text, isJson }: { text: string; isJson: boolean }, document: Plain, schema: Plain): Plain {
  const parsed = isJson ? parsePlain(text) : undefined;
  if (parsed && 'value' in parsed) return parsed.value;
  const [reading = text] = possibleValues(text, typesOf(document, schema));
  return reading;
}
