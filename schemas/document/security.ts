import type { OpenAPIV3_1 } from 'openapi-types';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import type { Operation } from './operations.ts';
import { resolved } from './resolve.ts';

/** A security scheme as the contract describes it; undefined if the contract names a scheme without describing it. */
type Described = OpenAPIV3_1.SecuritySchemeObject | undefined;

/** A loaded contract; only its document is needed here. */
type Documented = { readonly document: OpenAPIV3_1.Document };

/** A security scheme that an alternative requires, with its name. */
export type SecurityRequirement = { readonly name: string; readonly scheme: Described };

/** Returns the alternative ways to authenticate a call of an operation, each with all schemes it requires; empty if the operation requires none. */
export function securityAlternatives(contract: Documented, { path, method }: Operation): SecurityRequirement[][] {
  const document = contract.document as unknown as PlainObject;
  const item = resolved(document, membersOf(document['paths'])[path]);
  const own = membersOf(item[method.toLowerCase()]);
  const ways = own['security'] ?? document['security'];
  const schemes = schemesOf(contract);
  const demandOf = (name: string): SecurityRequirement => ({ name, scheme: schemes.get(name) });
  return Array.isArray(ways) ? ways.map((way) => Object.keys(membersOf(way)).map(demandOf)) : [];
}

/** Returns the security schemes that a contract describes, by name. */
export function schemesOf({ document }: Documented): ReadonlyMap<string, OpenAPIV3_1.SecuritySchemeObject> {
  const plain = document as unknown as PlainObject;
  const all = Object.entries(membersOf(membersOf(plain['components'])['securitySchemes']));
  const described = all.map(([name, node]) => [name, resolved(plain, node) as unknown as Described] as const);
  return new Map(described.filter((one): one is [string, NonNullable<Described>] => one[1]?.type !== undefined));
}

/** True if an operation can be called only with a credential in the request. */
export function isSecured(contract: Documented, operation: Operation): boolean {
  const ways = securityAlternatives(contract, operation);
  return ways.length > 0 && ways.every((way) => way.some(({ scheme }) => scheme && isInRequest(scheme)));
}

/** True if the credential of a scheme is part of the request, so that a request can be sent without it. */
export function isInRequest({ type }: OpenAPIV3_1.SecuritySchemeObject): boolean {
  return (type as string) !== 'mutualTLS';
}

function membersOf(value: Plain | undefined): PlainObject {
  return isPlainObject(value) ? value : {};
}
