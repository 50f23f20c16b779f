import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';

/** An operation of the interface: how it is called, and the schemas of its arguments and its answer. */
export interface ClientOperation {
  id: string;
  method: string;
  path: string;
  pattern: RegExp;
  /** The schemas of its query parameters, by name. */
  query: Readonly<Record<string, PlainObject>>;
  /** The schema of its body; empty if it has none. */
  body: PlainObject;
  answer: PlainObject;
  /** True if its answer is a plain text. */
  isText: boolean;
}

const document = JSON.parse(readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8')) as PlainObject;

/** Follows a reference of the document; any other schema is returned as it is. */
export function resolved(schema: Plain | undefined): PlainObject {
  if (!isPlainObject(schema)) return {};
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<Plain | undefined>((at, name) => (isPlainObject(at) ? at[name] : undefined), document);
  return resolved(found);
}

const entriesOf = (value: Plain | undefined) => Object.entries(isPlainObject(value) ? value : {});

function answerOf(operation: PlainObject): Pick<ClientOperation, 'answer' | 'isText'> {
  const answer = resolved(resolved(operation['responses'])['200']);
  const [type = '', media] = entriesOf(answer['content'])[0] ?? [];
  return { answer: resolved(resolved(media)['schema']), isText: type === 'plain/text' };
}

function argumentsOf(operation: PlainObject): Pick<ClientOperation, 'query' | 'body'> {
  const { parameters } = operation;
  const own = (Array.isArray(parameters) ? parameters : []).map(resolved).filter((one) => one['in'] === 'query');
  const [, media] = entriesOf(resolved(operation['requestBody'])['content'])[0] ?? [];
  return {
    query: Object.fromEntries(own.map((one) => [String(one['name']), resolved(one['schema'])])),
    body: resolved(resolved(media)['schema']),
  };
}

/** Every operation of the interface, by its id. */
export const clientOperations: ReadonlyMap<string, ClientOperation> = new Map(
  entriesOf(document['paths']).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, operation]) => {
      const id = isPlainObject(operation) ? operation['operationId'] : undefined;
      if (!isPlainObject(operation) || typeof id !== 'string') return [];
      const pattern = new RegExp(`^${path.replace(/\{[^}]*\}/g, '([^/?]+)')}$`);
      const known = { id, method: method.toUpperCase(), path, pattern };
      return [[id, { ...known, ...argumentsOf(operation), ...answerOf(operation) }] as const];
    }),
  ),
);

/** Returns the operation of a request; undefined if it is none of the interface. */
export function operationOf(method: string, target: string): ClientOperation | undefined {
  const path = target.replace(/[?#].*$/s, '');
  return [...clientOperations.values()].find((one) => one.method === method && one.pattern.test(path));
}
