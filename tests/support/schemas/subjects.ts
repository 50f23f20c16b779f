import { compile } from '../../../schemas/check/compiler.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Subject } from './caseload.ts';
import { documentWith } from './sampleDocument.ts';
import { schemaTable } from './schemaTable.ts';

/** Returns every schema of the bodies, parameters and answers of a contract, each once. */
export function subjectsOf(contract: Contract): Subject[] {
  const named = new Map<unknown, string>();
  for (const operation of contract.operations)
    for (const { name, schema } of schemasOf(operation)) if (!named.has(schema)) named.set(schema, name);
  return [...named].map(([schema, name]) => ({
    name,
    document: contract.document,
    schema,
    isValid: (value) => contract.faultsBy(schema, value).length === 0,
  }));
}

type Named = { name: string; schema: unknown };

function schemasOf({ key, requestBody, parameters, responses }: Operation): Named[] {
  const body = contentSchemas(`${key} body`, requestBody?.content);
  const given = parameters.flatMap(({ name, schema, content }) => [
    ...(schema === undefined ? [] : [{ name: `${key} ${name}`, schema }]),
    ...contentSchemas(`${key} ${name}`, content),
  ]);
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    contentSchemas(`${key} ${status}`, content),
  );
  return [...body, ...given, ...answers];
}

function contentSchemas(name: string, content: Readonly<Record<string, { schema?: unknown }>> = {}): Named[] {
  return Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [{ name, schema }]));
}

/** Returns every schema of our own table. */
export function tableSubjects(): Subject[] {
  const document = documentWith(schemaTable);
  const { validators } = compile(document);
  const schemas = (document.components as PlainObject).schemas as PlainObject;
  return Object.entries(schemas).map(([name, schema]) => ({
    name,
    document,
    schema,
    isValid: (value: Plain) => validators.get(schema)?.(value) === true,
  }));
}
