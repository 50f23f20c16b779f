import { nestedSchemas, schemasOf } from '../document/schemaWalk.ts';
import type { Plain, PlainObject } from '../json/plain.ts';

/** Rewrites, in place, every schema of an OpenAPI 3.0 document as the equivalent 2020-12 schema; leaves 3.1 unchanged. */
export function translate(document: PlainObject): void {
  if (!String(document.openapi).startsWith('3.0')) return;
  const seen = new Set<Plain>();
  for (const place of schemasOf(document)) {
    for (const { node } of nestedSchemas(document, place, seen)) modernise(node);
  }
}

/** Allows null where a 3.1 document says `nullable`. 3.1 does not know the keyword, but the author's meaning is plain. */
export function allowNulls(document: PlainObject): void {
  const seen = new Set<Plain>();
  for (const place of schemasOf(document)) {
    for (const { node } of nestedSchemas(document, place, seen)) if (node.nullable === true) makeNullable(node);
  }
}

function modernise(schema: PlainObject): void {
  const isNullable = schema.nullable === true;
  delete schema.nullable;
  if (typeof schema.$ref === 'string') dropSiblings(schema);
  makeExclusive(schema, 'minimum', 'exclusiveMinimum');
  makeExclusive(schema, 'maximum', 'exclusiveMaximum');
  if (isNullable) makeNullable(schema);
  if (schema.example !== undefined) schema.examples = [schema.example];
  delete schema.example;
}

// 3.0 ignores keywords beside a reference; 2020-12 would apply them.
function dropSiblings(schema: PlainObject): void {
  for (const word of Object.keys(schema)) if (word !== '$ref') delete schema[word];
}

function makeExclusive(schema: PlainObject, limit: 'minimum' | 'maximum', exclusive: string): void {
  const flag = schema[exclusive];
  if (typeof flag !== 'boolean') return;
  delete schema[exclusive];
  const bound = schema[limit];
  if (!flag || bound === undefined) return;
  schema[exclusive] = bound;
  delete schema[limit];
}

// 3.0.3 applies `nullable` only beside `type`. Authors mean null wherever they write it, even beside a reference, so null is allowed there too.
function makeNullable(schema: PlainObject): void {
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  const branches: PlainObject = {};
  for (const word of ['$ref', 'allOf', 'oneOf', 'anyOf', 'not'] as const) {
    const said = schema[word];
    if (said === undefined) continue;
    branches[word] = said;
    delete schema[word];
  }
  if (Object.keys(branches).length > 0) schema.anyOf = [branches, { type: 'null' }];
}
