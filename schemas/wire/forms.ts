import type { OpenAPIV3_1 } from 'openapi-types';
import { memberSchemas } from '../document/schemaTypes.ts';
import { isPlainObject, type Plain } from '../json/plain.ts';
import { readMultipart, writeMultipart } from './multipart.ts';
import { type Parameter, parameterOf, parse, serialise } from './parameters.ts';

/** A form body: its kind, and what the contract says about it. */
export type Form = {
  readonly kind: 'pairs' | 'parts';
  readonly type: string;
  readonly media: OpenAPIV3_1.MediaTypeObject;
};

const kinds: readonly (readonly [RegExp, Form['kind']])[] = [
  [/^application\/x-www-form-urlencoded\b/i, 'pairs'],
  [/^multipart\/form-data\b/i, 'parts'],
];

/** Returns the form that a media type of a contract describes; undefined if it is not a form. */
export function formIn(type: string, media: OpenAPIV3_1.MediaTypeObject): Form | undefined {
  const [, kind] = kinds.find(([pattern]) => pattern.test(type)) ?? [];
  return kind && { kind, type, media };
}

/** Returns the parameter that gives the rules for writing a form member: a query parameter in the style of the member's encoding. */
export function formParameter(document: Plain, media: OpenAPIV3_1.MediaTypeObject, name: string): Parameter {
  const schemas = memberSchemas(document, media.schema as Plain, name);
  const { style = 'form', explode = true } = media.encoding?.[name] ?? {};
  const schema = schemas.length > 0 ? ({ anyOf: schemas } as object) : {};
  return parameterOf({ name, in: 'query', style, explode, schema });
}

/** Writes a value as the body of a form. */
export function writeForm(document: Plain, form: Form, value: Plain): { type: string; text: string } {
  const members = isPlainObject(value) ? Object.entries(value) : [];
  if (form.kind === 'parts') return writeMultipart(members);
  const pairs = members.map(([name, member]) => serialise(formParameter(document, form.media, name), member));
  return { type: form.type, text: pairs.filter((text) => text !== '').join('&') };
}

/** Reads the value from the body of a form, or says why it cannot be read. */
export function readForm(
  document: Plain,
  { kind, media }: Form,
  { type = '', text }: { type?: string; text: string },
): { value: Plain } | { fault: string } {
  if (kind === 'parts') return readMultipart(document, media, { type, text });
  const keys = text.split('&').map((pair) => decoded(pair.split('=')[0] ?? ''));
  const names = new Set(keys.map((key) => key.replace(/\[.*$/s, '')).filter((name) => name !== ''));
  const members = [...names].flatMap((name): [string, Plain][] => {
    const read = parse(formParameter(document, media, name), text, { document, others: [...names] });
    return 'value' in read ? [[name, read.value]] : [];
  });
  return { value: Object.fromEntries(members) };
}

function decoded(text: string): string {
  return new URLSearchParams(`${text}=`).keys().next().value ?? '';
}
