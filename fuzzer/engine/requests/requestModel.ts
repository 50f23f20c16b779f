import { memoized } from '../../../oracles/core/memoize.ts';
import { isJson } from '../../../schemas/document/mediaTypes.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { type Form, formIn } from '../../../schemas/wire/forms.ts';
import { isTransportHeader } from '../../../schemas/wire/httpSyntax.ts';
import { type Parameter, parametersOf } from '../../../schemas/wire/parameters.ts';
import type { CaseStep } from '../cases/fuzzCase.ts';

/** A part of a request that a schema describes: the body, or one parameter. */
export interface RequestPart {
  /** `body`, or the place and name of a parameter: `query limit`. */
  name: string;
  /** The schema object of the document itself. */
  schema: unknown;
  isRequired: boolean;
  /** The examples that the contract gives for it. */
  examples: readonly Plain[];
  parameter?: Parameter;
  /** The form encoding of a body that is not JSON. */
  form?: Form;
}

/** An operation of a contract in the form that requests are built from. */
export interface RequestModel {
  contract: Contract;
  operation: Operation;
  parts: readonly RequestPart[];
  /** The media type of the body; absent if there is no body, or if the body is neither JSON nor a form. */
  mediaType?: string;
  /** The required part that cannot be built, and why. If this is set, the operation has no valid request. */
  lacks?: string;
}

type Exampled = { example?: unknown; examples?: unknown; schema?: unknown };

/** Returns the examples beside a schema. The examples inside a schema are not needed here, because they are used when values are generated. */
function examplesOf({ example, examples }: Exampled): Plain[] {
  const named = Object.values((examples ?? {}) as Readonly<Record<string, { value?: Plain }>>);
  return [example as Plain | undefined, ...named.map(({ value }) => value)].filter((value) => value !== undefined);
}

/** Methods whose bodies have no meaning in HTTP, and are ignored by servers. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

function bodyOf({
  requestBody,
  method,
}: Operation): Pick<RequestModel, 'mediaType' | 'lacks'> & { part?: RequestPart } {
  if (!requestBody) return {};
  if (bodiless.has(method)) return requestBody.required ? { lacks: `${method} has no body` } : {};
  const content = Object.entries(requestBody.content ?? {});
  const found = content.find(([type]) => isJson(type)) ?? content.find(([type, media]) => formIn(type, media));
  if (!found) return requestBody.required ? { lacks: 'its body is neither JSON nor a form' } : {};
  const [mediaType, media] = found;
  const form = formIn(mediaType, media);
  const part = {
    name: 'body',
    schema: media.schema ?? true,
    isRequired: requestBody.required === true,
    examples: form ? [] : examplesOf(media),
    ...(form && { form }),
  };
  return { mediaType, part };
}

/** Returns the model that requests of an operation are built from. */
export function requestModel(contract: Contract, operation: Operation): RequestModel {
  const { part: body, ...rest } = bodyOf(operation);
  const described = new Map(operation.parameters.map((object) => [`${object.in} ${object.name}`, object]));
  const free = parametersOf(operation).filter(({ in: place, name }) => place !== 'header' || !isTransportHeader(name));
  const parameters = free.map((parameter): RequestPart => {
    const name = `${parameter.in} ${parameter.name}`;
    const { schema, isRequired } = parameter;
    return { name, schema, isRequired, examples: examplesOf(described.get(name) ?? {}), parameter };
  });
  return { contract, operation, parts: [...parameters, ...(body ? [body] : [])], ...rest };
}

/** The operations of a contract by their keys. */
const operationsOf = memoized(
  ({ operations }: Contract): ReadonlyMap<string, Operation> => new Map(operations.map((one) => [one.key, one])),
);

/** Returns the operation of a step; undefined if it belongs to none. */
export function operationFor({ contract, step }: { contract: Contract; step: CaseStep }): Operation | undefined {
  return operationsOf(contract).get(step.operation ?? '');
}
