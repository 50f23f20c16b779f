import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { ContractProblem } from '../document/problem.ts';
import { nestedSchemas, type Place } from '../document/schemaWalk.ts';
import { schemaListKeywords, schemaMapKeywords } from '../document/vocabulary.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { excerptAt, valueAt } from '../json/pointer.ts';

let reader: Ajv2020 | undefined;

/** Returns what is invalid in an outermost schema by the 2020-12 metaschema, and removes each reported keyword in place. */
export function metaProblems(document: PlainObject, { pointer, node }: Place): ContractProblem[] {
  if (typeof node === 'boolean') return [];
  if (!isPlainObject(node)) return noSchema(document, { pointer, node });
  reader ??= new Ajv2020({ strict: false, allErrors: true, logger: false });
  if (reader.validateSchema(node as PlainObject)) return [];
  const problems = new Map<string, ContractProblem>();
  for (const { keyword, instancePath, message = 'must be a different value' } of causes(reader.errors ?? [])) {
    const place = pointer + instancePath;
    if (problems.has(place)) continue;
    problems.set(place, {
      pointer: place,
      wanted: wantedOf(keyword, message),
      seen: excerptAt(node, instancePath),
      hint,
    });
  }
  const schemas = new Set([...nestedSchemas(document, { pointer, node })].map((place) => place.pointer));
  for (const place of problems.keys()) remove(document, { schemas, place });
  return [...problems.values()];
}

const hint = 'Schemas in OpenAPI 3.1 must be valid JSON Schema 2020-12.';

function noSchema(document: PlainObject, { pointer, node }: Place): ContractProblem[] {
  const [holder, name] = split(pointer);
  put(valueAt(document, holder), name);
  return [{ pointer, wanted: 'a schema', seen: excerptAt(node, ''), hint }];
}

// Sorts several messages about one place so that the most useful comes first: a type may be one word or a list.
function causes(errors: readonly ErrorObject[]): ErrorObject[] {
  const said = ({ keyword }: ErrorObject) => ['enum', 'type'].indexOf(keyword);
  return errors.filter(({ keyword }) => keyword !== 'anyOf').sort((a, b) => said(a) - said(b));
}

function wantedOf(keyword: string, message: string): string {
  return keyword === 'type' && message === 'must be object,boolean'
    ? 'a schema'
    : `it ${message.replace(/^must /, 'to ')}`;
}

// Removes the keyword that contains the place from the innermost schema around the place. If an entry of a schema list or map is not a schema, replaces the
// entry by a schema that allows everything.
function remove(document: PlainObject, { schemas, place }: { schemas: ReadonlySet<string>; place: string }): void {
  const [outer, name] = split(place);
  const isNoSchema = containers.has(split(outer)[1]) && !isPlainObject(valueAt(document, place));
  for (let at = place; at !== '' && !isNoSchema; ) {
    const [holder, word] = split(at);
    const schema = schemas.has(holder) ? valueAt(document, holder) : undefined;
    if (isPlainObject(schema)) {
      delete schema[word];
      return;
    }
    at = holder;
  }
  put(valueAt(document, outer), name);
}

const containers: ReadonlySet<string> = new Set([...schemaListKeywords, ...schemaMapKeywords]);

function put(holder: Plain | undefined, key: string): void {
  if (Array.isArray(holder)) holder[Number(key)] = true;
  else if (isPlainObject(holder)) holder[key] = true;
}

function split(pointer: string): [holder: string, last: string] {
  const at = Math.max(0, pointer.lastIndexOf('/'));
  return [
    pointer.slice(0, at),
    pointer
      .slice(at + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~'),
  ];
}
