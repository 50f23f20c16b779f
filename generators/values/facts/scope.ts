import { type Judge, judgeOf } from '../../../schemas/check/judge.ts';
import { nestedSchemas, schemasOf } from '../../../schemas/document/schemaWalk.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { pointerOf, valueAt } from '../../../schemas/json/pointer.ts';
import { factsOf, type SchemaFacts } from './facts.ts';
import { heightsBy } from './heights.ts';
import type { Conjunction, RequiredSchema } from './node.ts';
import { Undrawable } from './undrawable.ts';

/** What is known about one document: its judge, the pointers of its schemas, and the cached facts of conjunctions. */
export interface SchemaScope {
  judge: Judge;
  /** Returns the demand of a schema in the document; throws Undrawable for a schema of another document. */
  demandOf(schema: unknown): RequiredSchema;
  followed(reference: string, from: string): RequiredSchema;
  facts(node: Conjunction): SchemaFacts;
  /** Returns the fewest levels of lists and objects that a value needs; infinite if its schemas refer to themselves without an end. */
  height(node: Conjunction): number;
}

const scopes = new WeakMap<object, SchemaScope>();

/** Returns the scope of a loaded document, made once. */
export function scopeOf(document: object): SchemaScope {
  const known = scopes.get(document) ?? newScope(document as PlainObject);
  scopes.set(document, known);
  return known;
}

function newScope(document: PlainObject): SchemaScope {
  const { pointers, anchors } = surveyed(document);
  const memo = new Map<string, SchemaFacts>();
  const judge = judgeOf(document);
  const followed = (reference: string, from: string): RequiredSchema => {
    const pointer = pointerOf(reference) ?? anchors.get(reference.replace(/^#/, ''));
    const node = pointer === undefined ? undefined : valueAt(document, pointer);
    if (pointer === undefined || node === undefined)
      throw new Undrawable(from, `${JSON.stringify(reference)} leads nowhere`);
    return { pointer, node };
  };
  const facts = (node: Conjunction) => {
    const known = memo.get(node.key) ?? factsOf(node, { judge, followed });
    memo.set(node.key, known);
    return known;
  };
  return {
    judge,
    followed,
    facts,
    height: heightsBy(facts),
    demandOf: (schema) => {
      if (typeof schema === 'boolean') return { pointer: '', node: schema };
      const pointer = pointers.get(schema);
      if (pointer === undefined) throw new Undrawable('', 'this schema is none of the document');
      return { pointer, node: schema as Plain };
    },
  };
}

function surveyed(document: PlainObject): { pointers: Map<unknown, string>; anchors: Map<string, string> } {
  const pointers = new Map<unknown, string>();
  const anchors = new Map<string, string>();
  const seen = new Set<Plain>();
  for (const place of schemasOf(document))
    for (const { pointer, node } of nestedSchemas(document, place, seen)) {
      pointers.set(node, pointer);
      for (const name of [node.$anchor, node.$dynamicAnchor])
        if (typeof name === 'string' && isPlainObject(node)) anchors.set(name, pointer);
    }
  return { pointers, anchors };
}
