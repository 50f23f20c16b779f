import { nestedSchemas, schemasOf } from './places.ts';
import type { Plain, PlainObject } from './plain.ts';

/** Rewrites, in place, every schema of an OpenAPI 3.0 document as the 2020-12 schema that means the same; 3.1 is left alone. */
export function translate(document: PlainObject): void {
  if (!String(document.openapi).startsWith('3.0')) return;
  const seen = new Set<Plain>();
  for (const place of schemasOf(document)) {
    for (const { node } of nestedSchemas(document, place, seen)) modernise(node);
  }
}

function modernise(schema: PlainObject): void {
  if (typeof schema.$ref === 'string') dropSiblings(schema);
  makeExclusive(schema, 'minimum', 'exclusiveMinimum');
  makeExclusive(schema, 'maximum', 'exclusiveMaximum');
  if (schema.nullable === true) makeNullable(schema);
  delete schema.nullable;
  if (schema.example !== undefined) schema.examples = [schema.example];
  delete schema.example;
}

// 3.0 ignores whatever stands beside a reference; 2020-12 would obey it.
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

// 3.0.3 lets `nullable` act only beside `type`; its authors mean null wherever they write it, and a target is not held to less.
function makeNullable(schema: PlainObject): void {
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum.push(null);
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  for (const word of ['allOf', 'oneOf', 'anyOf'] as const) {
    const branches = schema[word];
    if (branches === undefined) continue;
    delete schema[word];
    schema.anyOf = [{ [word]: branches }, { type: 'null' }];
    return;
  }
}
