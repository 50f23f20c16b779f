import type { OpenAPIV3_1 } from 'openapi-types';
import type { Contract } from '../schemas/contract.ts';
import type { Operation } from '../schemas/operations.ts';
import type { Answer, Asked } from './asked.ts';

type Scheme = OpenAPIV3_1.SecuritySchemeObject | OpenAPIV3_1.ReferenceObject | undefined;

/** The schemes of each way in which an operation lets itself be called; none where it asks for nothing. */
export function waysIn({ document }: Contract, { path, method }: Operation): Scheme[][] {
  const item = document.paths?.[path];
  const own = item?.[method.toLowerCase() as OpenAPIV3_1.HttpMethods];
  const schemes = document.components?.securitySchemes ?? {};
  return (own?.security ?? document.security ?? []).map((each) => Object.keys(each).map((name) => schemes[name]));
}

/** Answers 401 where the contract asks for a credential and the request shows none; any credential will do. */
export function authenticate(asked: Asked): Answer | undefined {
  const ways = waysIn(asked.contract, asked.operation);
  if (ways.length === 0 || ways.some((each) => each.every((scheme) => shows(asked, scheme)))) return undefined;
  return { status: 401, type: 'application/json', text: '{"wrong":["no credential"]}' };
}

// A scheme that is not described, or not in the request at all, asks for nothing here.
function shows({ headers, query }: Asked, scheme: Scheme): boolean {
  if (!scheme || !('type' in scheme) || (scheme.type as string) === 'mutualTLS') return true;
  if (scheme.type !== 'apiKey') return (headers['authorization'] ?? '') !== '';
  const { in: place, name } = scheme;
  if (place === 'header') return (headers[name.toLowerCase()] ?? '') !== '';
  if (place === 'query') return (new URLSearchParams(query).get(name) ?? '') !== '';
  return (headers['cookie'] ?? '')
    .split(/;\s*/)
    .some((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);
}
