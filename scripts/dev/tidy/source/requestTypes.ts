import { type Operation, operationsOf } from '../../../../schemas/document/operations.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../../../schemas/json/plain.ts';
import { pointerOf, valueAt } from '../../../../schemas/json/pointer.ts';

const head = `// Written by \`npm run types\` from openapi.json.
import type { ExactNumber } from './json/decimal.ts';
`;

const schemas = '/components/schemas/';

/** The body that no operation has, since interface.md does not show its path. */
const pathless = `${schemas}CardSubmission`;

/**
 * Returns a module with a type for the body and the query of each operation of a document. An enum is any text, since a target's own lists may have more values
 * than the document. A query parameter is a text, or several texts.
 */
export function requestTypes(document: PlainObject): string {
  const operations = operationsOf(document);
  const bodies = new Set([...operations.flatMap(bodyPointer), pathless]);
  return [head, ...[...bodies].map((pointer) => bodyType(document, pointer)), ...operations.map(queryType)].join('');
}

function bodyPointer({ key, requestBody }: Operation): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  const pointer = '$ref' in schema ? pointerOf(String(schema.$ref)) : undefined;
  if (!pointer?.startsWith(schemas)) throw new Error(`wanted a reference to ${schemas} as the body of ${key}`);
  return [pointer];
}

function bodyType(document: PlainObject, pointer: string): string {
  const schema = valueAt(document, pointer);
  const sentence = isPlainObject(schema) ? String(schema.description) : '';
  return declaration(sentence, pointer.slice(schemas.length), typeOf(document, schema, 0));
}

function queryType({ key, operationId = '', parameters }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return '';
  const members = query.map(({ name, required }) => member(name, 'string | readonly string[]', required));
  return declaration(`The query of ${key}.`, `${operationId}Query`.replace(/^./, upper), objectType(members, 0));
}

const upper = (text: string) => text.toUpperCase();

const declaration = (sentence: string, name: string, type: string) =>
  `\n/** ${sentence.replaceAll('*/', '')} */\nexport type ${name} = ${type};\n`;

const member = (name: string, type: string, isRequired = false) => `${name}${isRequired ? '' : '?'}: ${type};`;

function objectType(members: readonly string[], depth: number): string {
  const indent = '  '.repeat(depth);
  return `{\n${members.map((one) => `${indent}  ${one}\n`).join('')}${indent}}`;
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'ExactNumber | number',
  integer: 'number',
  boolean: 'boolean',
};

function typeOf(document: PlainObject, schema: Plain | undefined, depth: number): string {
  if (!isPlainObject(schema)) return 'unknown';
  const { $ref, type, items, properties, required } = schema;
  if (typeof $ref === 'string') return typeOf(document, valueAt(document, pointerOf($ref) ?? ''), depth);
  if (type === 'array') return `readonly (${typeOf(document, items, depth)})[]`.replace(/\((\w+)\)/, '$1');
  if (type !== 'object' || !isPlainObject(properties)) return simple[String(type)] ?? 'unknown';
  const needed = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, one]) =>
    member(name, typeOf(document, one, depth + 1), needed.includes(name)),
  );
  return objectType(members, depth);
}
