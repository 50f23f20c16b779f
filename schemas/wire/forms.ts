import type { OpenAPIV3_1 } from 'openapi-types';
import { memberSchemas } from '../document/schemaTypes.ts';
import { isPlainObject, type Plain } from '../json/plain.ts';
import { readMultipart, writeMultipart } from './multipart.ts';
import { type Parameter, parameterOf, parse, serialise } from './parameters.ts';

/** A body that is written as a form: which of the two kinds, and what the contract says of it. */
export type Form = {
  readonly kind: 'pairs' | 'parts';
  readonly type: string;
  readonly media: OpenAPIV3_1.MediaTypeObject;
};

const kinds: readonly (readonly [RegExp, Form['kind']])[] = [
  [/^application\/x-www-form-urlencoded\b/i, 'pairs'],
  [/^multipart\/form-data\b/i, 'parts'],
];

/** The form that a media type of a contract is; undefined where it is none. */
export function formIn(type: string, media: OpenAPIV3_1.MediaTypeObject): Form | undefined {
  const [, kind] = kinds.find(([pattern]) => pattern.test(type)) ?? [];
  return kind && { kind, type, media };
}

/** A member of a form as the parameter that it is written like: those of a query, in the style of its encoding. */
export function formParameter(document: Plain, media: OpenAPIV3_1.MediaTypeObject, name: string): Parameter {
  const schemas = memberSchemas(document, media.schema as Plain, name);
  const { style = 'form', explode = true } = media.encoding?.[name] ?? {};
  const schema = schemas.length > 0 ? ({ anyOf: schemas } as object) : {};
  return parameterOf({ name, in: 'query', style, explode, schema });
}

/** A value as the body of a form. */
export function writeForm(document: Plain, form: Form, value: Plain): { type: string; text: string } {
  const members = isPlainObject(value) ? Object.entries(value) : [];
  if (form.kind === 'parts') return writeMultipart(members);
  const pairs = members.map(([name, member]) => serialise(formParameter(document, form.media, name), member));
  return { type: form.type, text: pairs.filter((text) => text !== '').join('&') };
}

/** The value that the body of a form stands for, or why it cannot be read. */
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
