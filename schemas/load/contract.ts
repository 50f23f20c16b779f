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
import { packageFile } from '../packageFiles.ts';
import { packageRoot } from '../packageRoot.ts';
import { unwritableOperations } from '../wire/httpSyntax.ts';
import { affectedOperationsIn } from './affectedOperations.ts';
import { allowNulls, translate } from './dialect.ts';
import { parseSource, readSource } from './documentFile.ts';
import { withoutMarkedMembers } from './readWriteOnly.ts';
import { bundleReferences } from './references.ts';
import { repairSchemas } from './repair.ts';
import { documentOf, structureProblems } from './structure.ts';

export type { SchemaFault } from '../check/schemaFaults.ts';
export type { OperationKey, PathParameters } from '../document/operations.ts';
export { ContractError, type ContractProblem } from '../document/problem.ts';

// An answer: its status, its Content-Type as sent (undefined if absent), and its plain JSON value or its text.
type Answer = { status: number; contentType: string | undefined; value: unknown };

/** A loaded contract; every schema in it is compiled. */
export type Contract = {
  /** The whole document with relative files included and its schemas translated to 2020-12. */
  readonly document: OpenAPIV3_1.Document;
  readonly operations: readonly Operation[];
  /** SHA-256 in hex of the document with sorted keys, before any translation. */
  readonly fingerprint: string;
  /** What a tolerant load left out; empty otherwise. */
  readonly problems: readonly ToleratedProblem[];
  readonly operationOf: Route;
  /** Checks a value against a schema of components; throws RangeError if the contract has no schema of that name. */
  validate(component: string, value: unknown): SchemaFault[];
  /** Checks a value against an outermost schema of the document, given as the schema object. */
  faultsBy(schema: unknown, value: unknown): SchemaFault[];
  /** Checks an answer; a status or content type that is not described is a fault with keyword `status` or `contentType`. */
  validateAnswer(operation: Operation, answer: Answer): SchemaFault[];
  /** Checks a request body; a body that is not described is a fault with keyword `requestBody`. Without a content type it is checked as JSON. */
  validateBody(operation: Operation, value: unknown, contentType?: string): SchemaFault[];
};

/** Our contract, by its path from the root of the package. */
export const ownContractFile = 'schemas/openapi.json';

const ours = join(packageRoot, ownContractFile);

/**
 * Options of a load. `isSound`: another process of the run has checked the contract, so only schemas in use are compiled. `isTolerant`: broken parts are left
 * out instead of refusing the whole contract.
 */
type Loading = { isSound?: boolean; isTolerant?: boolean };

/** A tolerated problem: the broken part was left out, and `operations` need that part. */
export type ToleratedProblem = ContractProblem & { readonly operations: readonly string[] };

const valueIn = async (source: string) =>
  source === ours ? parseSource(packageFile(ownContractFile), source) : readSource(source);

/**
 * Loads an OpenAPI 3.0 or 3.1 contract from a JSON or YAML file, ours by default; throws ContractError with all its problems. A tolerant load throws only if
 * the file is not a contract, and stores the other problems in the contract.
 */
export async function loadContract(source: string = ours, loading: Loading = {}): Promise<Contract> {
  const { isSound = false, isTolerant = false } = loading;
  const { whole: document, problems: lost } = await bundleReferences(documentOf(await valueIn(source), source), source);
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
  const schemaProblems = repairSchemas(document);
  const { validators, problems } = compile(document);
  // A problem of these operations concerns only requests; their answers are still checked.
  const unwritable = isTolerant ? unwritableOperations(operationsOf(document)) : [];
  const all = onceEach([...lost, ...structure, ...schemaProblems, ...problems, ...unwritable]);
  if (all.length > 0 && !isTolerant) throw new ContractError(source, all);
  const affected = affectedOperationsIn(document);
  const tolerated = all.map((problem) => ({ ...problem, operations: affected(problem.pointer) }));
  return contractOf(document, { fingerprint, validators, problems: tolerated });
}

// Reports one problem per place: several checks may find the same one, and the remains of a broken reference are not a problem of their own.
function onceEach(problems: readonly ContractProblem[]): ContractProblem[] {
  const reported = new Map<string, ContractProblem>();
  for (const problem of problems) {
    const isOfReference = reported.has(`${problem.pointer}/$ref`);
    if (!isOfReference && !reported.has(problem.pointer)) reported.set(problem.pointer, problem);
  }
  return [...reported.values()];
}

/** Returns a contract as one JSON text, with its relative files included and nothing translated: it has the same fingerprint. Throws ContractError. */
export async function wholeContract(source: string): Promise<string> {
  const { whole, problems } = await bundleReferences(documentOf(await valueIn(source), source), source);
  if (problems.length > 0) throw new ContractError(source, problems);
  return `${JSON.stringify(whole, null, 1)}\n`;
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
      // HTTP allows no body for these statuses, so a described body is never received.
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

// Chooses the validators of a direction on first use, because most contracts mark no members as readOnly or writeOnly.
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
