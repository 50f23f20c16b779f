import type { OpenAPIV3_1 } from 'openapi-types';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import type openapi from '../openapi.json';
import { resolved } from './resolve.ts';

type Paths = typeof openapi.paths;

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options' | 'trace';

type KeysOf<Path extends keyof Paths> = `${Uppercase<Extract<keyof Paths[Path], Verb>>} ${Path}`;

/** An operation of our contract as method and path template, such as `GET /v1/user/payments/{id}` (§ Endpoints). */
export type OperationKey = { [Path in keyof Paths]: KeysOf<Path> }[keyof Paths];

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The value of each {name} in the path of an operation. */
export type PathParameters<Key extends OperationKey> = Readonly<Record<NamesIn<Key>, string>>;

/** One operation of a contract with its outer references resolved; `optional` if interface.md does not show it (x-assay-optional). */
export type Operation = {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly optional: boolean;
  readonly parameters: readonly OpenAPIV3_1.ParameterObject[];
  readonly requestBody?: OpenAPIV3_1.RequestBodyObject;
  readonly responses: Readonly<Record<string, OpenAPIV3_1.ResponseObject>>;
};

const verbs: readonly Verb[] = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

/** Lists all operations of a validated document in document order. */
export function operationsOf(document: PlainObject): Operation[] {
  const paths = isPlainObject(document.paths) ? Object.entries(document.paths) : [];
  return paths.flatMap(([path, referredItem]) => {
    const item = resolved(document, referredItem);
    return verbs.filter((verb) => isPlainObject(item[verb])).map((verb) => operationOf(document, { path, item, verb }));
  });
}

type Where = { path: string; item: PlainObject; verb: Verb };

function operationOf(document: PlainObject, { path, item, verb }: Where): Operation {
  const node = resolved(document, item[verb]);
  const method = verb.toUpperCase();
  const common = {
    key: `${method} ${path}`,
    method,
    path,
    operationId: typeof node.operationId === 'string' ? node.operationId : undefined,
    tags: listOf(node.tags).map(String),
    optional: node['x-assay-optional'] === true,
    parameters: parametersOf(document, item, node),
    responses: responsesOf(document, node),
  };
  const requestBody = resolved(document, node.requestBody);
  if (!isPlainObject(requestBody.content)) return common;
  return { ...common, requestBody: requestBody as unknown as OpenAPIV3_1.RequestBodyObject };
}

// A parameter of the operation replaces the path's parameter of the same name and place.
function parametersOf(document: PlainObject, item: PlainObject, node: PlainObject): OpenAPIV3_1.ParameterObject[] {
  const all = [...listOf(item.parameters), ...listOf(node.parameters)].map((parameter) =>
    resolved(document, parameter),
  );
  // A tolerated document may have parameters without a name or a place; they are skipped.
  const named = all.filter((parameter) => typeof parameter.name === 'string' && typeof parameter.in === 'string');
  const byPlace = new Map(named.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  return [...byPlace.values()] as unknown as OpenAPIV3_1.ParameterObject[];
}

function responsesOf(document: PlainObject, { responses }: PlainObject): Record<string, OpenAPIV3_1.ResponseObject> {
  const entries = isPlainObject(responses) ? Object.entries(responses) : [];
  const all = Object.fromEntries(entries.map(([status, response]) => [status, resolved(document, response)]));
  return all as unknown as Record<string, OpenAPIV3_1.ResponseObject>;
}

function listOf(value: Plain | undefined): Plain[] {
  return Array.isArray(value) ? value : [];
}
