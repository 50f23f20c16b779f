import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { child, pointerOf, valueAt } from '../json/pointer.ts';
import { dataKeywords, namedMapKeywords, schemaKeywords, schemaListKeywords, schemaMapKeywords } from './vocabulary.ts';

/** A schema, a reference or another object of a document, with its JSON pointer. */
export type Place<T = Plain> = { pointer: string; node: T };

const data: ReadonlySet<string> = new Set(dataKeywords);
const namedMaps: ReadonlySet<string> = new Set([...namedMapKeywords, ...schemaMapKeywords, 'schemas']);
const oneSchema: ReadonlySet<string> = new Set(schemaKeywords);
const schemaList: ReadonlySet<string> = new Set(schemaListKeywords);
const schemaMap: ReadonlySet<string> = new Set(schemaMapKeywords);

/** An object of a document; `keysAreNames` if its keys are names from the contract rather than keywords. */
type ObjectPlace = Place<PlainObject> & { keysAreNames: boolean };

/** Yields every object of an OpenAPI document that is part of the contract, in document order; examples and extensions are left out. */
export function* objectsOf(node: Plain, pointer = '', keysAreNames = false): Generator<ObjectPlace> {
  if (Array.isArray(node)) {
    for (const [at, item] of node.entries()) yield* objectsOf(item, child(pointer, at));
  } else if (isPlainObject(node)) {
    yield { pointer, node, keysAreNames };
    for (const [key, value] of Object.entries(node)) {
      if (!keysAreNames && isData(key)) continue;
      yield* objectsOf(value, child(pointer, key), !keysAreNames && namedMaps.has(key));
    }
  }
}

/** Yields the outermost schemas of an OpenAPI document: the components, and the value of every `schema` keyword of a parameter, header or body. */
export function* schemasOf(node: Plain, pointer = '', keysAreNames = false): Generator<Place> {
  if (Array.isArray(node)) {
    for (const [at, item] of node.entries()) yield* schemasOf(item, child(pointer, at));
  } else if (isPlainObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      const there = child(pointer, key);
      if (keysAreNames) yield* schemasOf(value, there);
      else if (key === 'schema') yield { pointer: there, node: value };
      else if (key === 'schemas' && isPlainObject(value)) yield* membersOf(value, there);
      else if (!isData(key)) yield* schemasOf(value, there, namedMaps.has(key));
    }
  }
}

/** Yields a schema, all schemas inside it and all that it refers to in `root`, each once; those in `seen` are left out. */
export function* nestedSchemas(root: Plain, place: Place, seen = new Set<Plain>()): Generator<Place<PlainObject>> {
  const waiting = [place];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { pointer, node } = next;
    if (!isPlainObject(node) || seen.has(node)) continue;
    seen.add(node);
    yield { pointer, node };
    waiting.push(...innerSchemas(node, pointer), ...referredSchema(root, node));
  }
}

function* referredSchema(root: Plain, { $ref }: PlainObject): Generator<Place> {
  const pointer = typeof $ref === 'string' ? pointerOf($ref) : undefined;
  const node = pointer === undefined ? undefined : valueAt(root, pointer);
  if (pointer !== undefined && node !== undefined) yield { pointer, node };
}

function* innerSchemas(schema: PlainObject, pointer: string): Generator<Place> {
  for (const [word, value] of Object.entries(schema)) {
    const there = child(pointer, word);
    if (oneSchema.has(word)) yield { pointer: there, node: value };
    else if (schemaList.has(word) && Array.isArray(value))
      yield* value.map((node, at) => ({ pointer: child(there, at), node }));
    else if (schemaMap.has(word) && isPlainObject(value)) yield* membersOf(value, there);
  }
}

function membersOf(map: PlainObject, pointer: string): Place[] {
  return Object.entries(map).map(([name, node]) => ({ pointer: child(pointer, name), node }));
}

function isData(word: string): boolean {
  return data.has(word) || word.startsWith('x-');
}
