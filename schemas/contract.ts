import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { OpenAPIV3_1 } from 'openapi-types';
import { compile, compileOnDemand, type Validators } from './compiler.ts';
import { translate } from './dialect.ts';
import { faultsOf, type SchemaFault } from './faults.ts';
import { mainMedia, mediaFor, responseFor } from './media.ts';
import { type Operation, operationsOf } from './operations.ts';
import { isPlainObject, type Plain, type PlainObject } from './plain.ts';
import { valueAt } from './pointer.ts';
import { ContractError } from './problem.ts';
import { bundled } from './references.ts';
import { type Route, routeOver } from './routes.ts';
import { readSource } from './source.ts';
import { documentOf, structureProblems } from './structure.ts';

export type { SchemaFault } from './faults.ts';
export type { OperationKey, PathParameters } from './operations.ts';
export { ContractError, type ContractProblem } from './problem.ts';

// The Content-Type as sent, undefined when there was none; the plain JSON value, or the text of a plain answer.
type Answer = { status: number; contentType: string | undefined; value: unknown };

/** A loaded contract; every schema in it is compiled. */
export type Contract = {
  /** The whole document, relative files brought inside, its schemas in the words of 2020-12. */
  readonly document: OpenAPIV3_1.Document;
  readonly operations: readonly Operation[];
  /** SHA-256, in hex, of the document with its keys sorted, as it was before any translation. */
  readonly fingerprint: string;
  readonly operationOf: Route;
  /** The faults of a value by a schema of components; throws RangeError when the contract has no schema of that name. */
  validate(component: string, value: unknown): SchemaFault[];
  /** The faults of a value by an outermost schema of the document, given as the object that stands there. */
  faultsBy(schema: unknown, value: unknown): SchemaFault[];
  /** The faults of an answer; an undescribed status or content type is a fault of keyword `status` or `contentType`. */
  validateAnswer(operation: Operation, answer: Answer): SchemaFault[];
  /** The faults of a request body; a body where none is described is a fault of keyword `requestBody`. */
  validateBody(operation: Operation, value: unknown): SchemaFault[];
};

const ours = fileURLToPath(new URL('./openapi.json', import.meta.url));

/** How a contract is loaded: `isSound` says that another process of the run has checked it, so that only what is used is compiled. */
type Loading = { isSound?: boolean };

/** Loads a contract file, OpenAPI 3.0 or 3.1, JSON or YAML; ours when none is named; throws ContractError with all its problems. */
export async function loadContract(source: string = ours, { isSound = false }: Loading = {}): Promise<Contract> {
  const document = await bundled(documentOf(await readSource(source), source), source);
  const fingerprint = createHash('sha256').update(canonical(document)).digest('hex');
  if (isSound) {
    translate(document);
    return contractOf(document, { fingerprint, validators: compileOnDemand(document) });
  }
  const structure = await structureProblems(document, source);
  translate(document);
  const { validators, problems } = compile(document);
  const told = new Set(structure.map(({ pointer }) => pointer));
  const all = [...structure, ...problems.filter(({ pointer }) => !told.has(pointer))];
  if (all.length > 0) throw new ContractError(source, all);
  return contractOf(document, { fingerprint, validators });
}

type Parts = { fingerprint: string; validators: Validators };

function contractOf(document: PlainObject, { fingerprint, validators }: Parts): Contract {
  const operations = operationsOf(document);
  const judge = (schema: unknown, value: unknown): SchemaFault[] => {
    const validator = validators.get(schema as Plain);
    return !validator || validator(value) ? [] : faultsOf(validator.errors ?? []);
  };
  return {
    document: document as unknown as OpenAPIV3_1.Document,
    operations,
    fingerprint,
    operationOf: routeOver(operations),
    validate: (component, value) => judge(componentOf(document, component), value),
    faultsBy: judge,
    validateAnswer: ({ responses }, { status, contentType, value }) => {
      const response = responseFor(responses, status);
      if (!response) return [outside('status', `status ${status} is not described`)];
      const { content } = response;
      if (!content) return [];
      const named = contentType === undefined ? undefined : mediaFor(content, contentType);
      const strange = named ? [] : [outside('contentType', `content type ${contentType ?? 'none'} is not described`)];
      return [...strange, ...judge((named ?? mainMedia(content))?.schema, value)];
    },
    validateBody: ({ requestBody }, value) => {
      if (!requestBody) return value === undefined ? [] : [outside('requestBody', 'no body is described')];
      if (value === undefined) return requestBody.required ? [outside('requestBody', 'a body is required')] : [];
      return judge(mainMedia(requestBody.content)?.schema, value);
    },
  };
}

function componentOf(document: PlainObject, name: string): Plain {
  const schemas = valueAt(document, '/components/schemas');
  if (isPlainObject(schemas) && Object.hasOwn(schemas, name)) return schemas[name] ?? null;
  throw new RangeError(`the contract has no component schema ${JSON.stringify(name)}`);
}

function outside(keyword: string, message: string): SchemaFault {
  return { path: '', keyword, message, params: {}, schemaPath: '' };
}

function canonical(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}
