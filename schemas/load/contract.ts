import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { compile, compileOnDemand, type Validators } from '../check/compiler.ts';
import { faultsOf, type SchemaFault } from '../check/schemaFaults.ts';
import { mainMedia, mediaFor, responseFor } from '../document/mediaTypes.ts';
import { type Operation, operationsOf } from '../document/operations.ts';
import { ContractError, type ContractProblem } from '../document/problem.ts';
import { type Route, routeOver } from '../document/routes.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { valueAt } from '../json/pointer.ts';
import { packageRoot } from '../packageRoot.ts';
import { unwritableOperations } from '../wire/httpSyntax.ts';
import { affectedOperationsIn } from './affectedOperations.ts';
import { allowNulls, translate } from './dialect.ts';
import { readSource } from './documentFile.ts';
import { withoutMarkedMembers } from './readWriteOnly.ts';
import { bundleReferences } from './references.ts';
import { repairSchemas } from './repair.ts';
import { documentOf, structureProblems } from './structure.ts';

export type { SchemaFault } from '../check/schemaFaults.ts';
export type { OperationKey, PathParameters } from '../document/operations.ts';
export { ContractError, type ContractProblem } from '../document/problem.ts';

// The Content-Type as sent, undefined when there was none; the plain JSON value, or the text of a plain answer.
type Answer = { status: number; contentType: string | undefined; value: unknown };

/** A loaded contract; every schema in it is compiled. */
export type Contract = {
  /** The whole document, relative files brought inside, its schemas in the words of 2020-12. */
  readonly document: OpenAPIV3_1.Document;
  readonly operations: readonly Operation[];
  /** SHA-256, in hex, of the document with its keys sorted, as it was before any translation. */
  readonly fingerprint: string;
  /** What a tolerant loading left out; empty otherwise. */
  readonly problems: readonly ToleratedProblem[];
  readonly operationOf: Route;
  /** The faults of a value by a schema of components; throws RangeError when the contract has no schema of that name. */
  validate(component: string, value: unknown): SchemaFault[];
  /** The faults of a value by an outermost schema of the document, given as the object that stands there. */
  faultsBy(schema: unknown, value: unknown): SchemaFault[];
  /** The faults of an answer; an undescribed status or content type is a fault of keyword `status` or `contentType`. */
  validateAnswer(operation: Operation, answer: Answer): SchemaFault[];
  /** The faults of a request body; a body where none is described is a fault of keyword `requestBody`; by JSON where no content type is given. */
  validateBody(operation: Operation, value: unknown, contentType?: string): SchemaFault[];
};

const ours = join(packageRoot, 'schemas/openapi.json');

/**
 * How a contract is loaded: `isSound` says that another process of the run has checked it, so that only what is used is
 * compiled; `isTolerant` that what is broken is left out rather than the whole contract refused.
 */
type Loading = { isSound?: boolean; isTolerant?: boolean };

/** A problem that was tolerated: what it is of was left out, and the operations named need that. */
export type ToleratedProblem = ContractProblem & { readonly operations: readonly string[] };

/**
 * Loads a contract file, OpenAPI 3.0 or 3.1, JSON or YAML; ours when none is named; throws ContractError with all its
 * problems. A tolerant loading throws only for what is no contract at all, and keeps the problems in the contract.
 */
export async function loadContract(source: string = ours, loading: Loading = {}): Promise<Contract> {
  const { isSound = false, isTolerant = false } = loading;
  const { whole: document, problems: lost } = await bundleReferences(
    documentOf(await readSource(source), source),
    source,
  );
  if (lost.length > 0 && !isTolerant) throw new ContractError(source, lost);
  const fingerprint = createHash('sha256').update(canonical(document)).digest('hex');
  if (isSound && !isTolerant) {
    translate(document);
    repairSchemas(document, isSound);
    return contractOf(document, { fingerprint, validators: compileOnDemand(document), problems: [] });
  }
  const structure = await structureProblems(document, source);
  translate(document);
  if (isTolerant) allowNulls(document);
  const unsound = repairSchemas(document);
  const { validators, problems } = compile(document);
  // Answers of what cannot be asked are judged all the same.
  const unwritable = isTolerant ? unwritableOperations(operationsOf(document)) : [];
  const all = onceEach([...lost, ...structure, ...unsound, ...problems, ...unwritable]);
  if (all.length > 0 && !isTolerant) throw new ContractError(source, all);
  const affected = affectedOperationsIn(document);
  const told = all.map((problem) => ({ ...problem, operations: affected(problem.pointer) }));
  return contractOf(document, { fingerprint, validators, problems: told });
}

// What a broken reference leaves behind is no problem of its own, and one place may be told of by several readers.
function onceEach(problems: readonly ContractProblem[]): ContractProblem[] {
  const told = new Map<string, ContractProblem>();
  for (const problem of problems) {
    const isOfReference = told.has(`${problem.pointer}/$ref`);
    if (!isOfReference && !told.has(problem.pointer)) told.set(problem.pointer, problem);
  }
  return [...told.values()];
}

const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

type Parts = { fingerprint: string; validators: Validators; problems: readonly ToleratedProblem[] };

function contractOf(document: PlainObject, { fingerprint, validators, problems }: Parts): Contract {
  const operations = operationsOf(document);
  const judge = judgeBy(() => validators);
  const judgeRequest = judgeBy(() => withoutMembers(document, 'readOnly', validators));
  const judgeAnswer = judgeBy(() => withoutMembers(document, 'writeOnly', validators));
  return {
    document: document as unknown as OpenAPIV3_1.Document,
    operations,
    fingerprint,
    problems,
    operationOf: routeOver(operations),
    validate: (component, value) => judge(componentOf(document, component), value),
    faultsBy: judge,
    validateAnswer: ({ responses }, { status, contentType, value }) => {
      const response = responseFor(responses, status);
      if (!response) return [outside('status', `status ${status} is not described`)];
      const { content } = response;
      // What is described for an answer that HTTP gives no body is never seen.
      if (!content || Object.keys(content).length === 0 || bodiless.has(status)) return [];
      const named = contentType === undefined ? undefined : mediaFor(content, contentType);
      const strange = named ? [] : [outside('contentType', `content type ${contentType ?? 'none'} is not described`)];
      return [...strange, ...judgeAnswer((named ?? mainMedia(content))?.schema, value)];
    },
    validateBody: ({ requestBody }, value, contentType) => {
      if (!requestBody) return value === undefined ? [] : [outside('requestBody', 'no body is described')];
      if (value === undefined) return requestBody.required ? [outside('requestBody', 'a body is required')] : [];
      const named = contentType === undefined ? undefined : mediaFor(requestBody.content, contentType);
      return judgeRequest((named ?? mainMedia(requestBody.content))?.schema, value);
    },
  };
}

// Which validators a direction needs is found out when it is first asked for: most contracts mark no member.
function judgeBy(find: () => Validators): (schema: unknown, value: unknown) => SchemaFault[] {
  let validators: Validators | undefined;
  return (schema, value) => {
    validators ??= find();
    const validator = validators.get(schema as Plain);
    return !validator || validator(value) ? [] : faultsOf(validator.errors ?? []);
  };
}

function withoutMembers(document: PlainObject, absent: 'readOnly' | 'writeOnly', otherwise: Validators): Validators {
  const lesser = withoutMarkedMembers(document, absent);
  return lesser ? compileOnDemand(lesser, document) : otherwise;
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
