import type { OpenAPIV3_1 } from 'openapi-types';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import type { Operation } from './operations.ts';
import { resolved } from './resolve.ts';

/** A security scheme as a contract describes it; undefined where it names one that it does not describe. */
type Described = OpenAPIV3_1.SecuritySchemeObject | undefined;

/** A loaded contract, as far as its security is concerned. */
type Documented = { readonly document: OpenAPIV3_1.Document };

/** What one way in asks for: a security scheme, by its name. */
export type SecurityRequirement = { readonly name: string; readonly scheme: Described };

/** The ways in which an operation lets itself be called, each with all that it asks for; none where it asks for nothing. */
export function securityAlternatives(contract: Documented, { path, method }: Operation): SecurityRequirement[][] {
  const document = contract.document as unknown as PlainObject;
  const item = resolved(document, membersOf(document['paths'])[path]);
  const own = membersOf(item[method.toLowerCase()]);
  const ways = own['security'] ?? document['security'];
  const schemes = schemesOf(contract);
  const demandOf = (name: string): SecurityRequirement => ({ name, scheme: schemes.get(name) });
  return Array.isArray(ways) ? ways.map((way) => Object.keys(membersOf(way)).map(demandOf)) : [];
}

/** The security schemes that a contract describes, by their names. */
export function schemesOf({ document }: Documented): ReadonlyMap<string, OpenAPIV3_1.SecuritySchemeObject> {
  const plain = document as unknown as PlainObject;
  const all = Object.entries(membersOf(membersOf(plain['components'])['securitySchemes']));
  const described = all.map(([name, node]) => [name, resolved(plain, node) as unknown as Described] as const);
  return new Map(described.filter((one): one is [string, NonNullable<Described>] => one[1]?.type !== undefined));
}

/** Whether an operation cannot be called without a credential that stands in the request. */
export function isSecured(contract: Documented, operation: Operation): boolean {
  const ways = securityAlternatives(contract, operation);
  return ways.length > 0 && ways.every((way) => way.some(({ scheme }) => scheme && isInRequest(scheme)));
}

/** Whether the credential of a scheme stands in the request, so that it can be left out of it. */
export function isInRequest({ type }: OpenAPIV3_1.SecuritySchemeObject): boolean {
  return (type as string) !== 'mutualTLS';
}

function membersOf(value: Plain | undefined): PlainObject {
  return isPlainObject(value) ? value : {};
}
