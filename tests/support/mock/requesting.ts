import { sample } from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';
import { drawable } from '../../../generators/values/validValues.ts';
import { isJson } from '../../../schemas/document/mediaTypes.ts';
import type { Operation } from '../../../schemas/document/operations.ts';
import { securityAlternatives } from '../../../schemas/document/security.ts';
import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import { ambiguityOf } from '../../../schemas/wire/ambiguity.ts';
import { formParameter } from '../../../schemas/wire/forms.ts';
import { type Parameter, parametersOf, serialise } from '../../../schemas/wire/parameters.ts';

/** A request that a contract allows, as it is sent. */
export type ValidRequest = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

// The number of values to generate. The first one with an unambiguous text is used.
const drawn = 20;

/** Returns a request for an operation with only the required parts, in JSON if it has a body; undefined if none can be generated. */
export function validRequest(contract: Contract, operation: Operation, seed: number): ValidRequest | undefined {
  // The part after these characters would not be sent as part of the path.
  if (/[#?]/.test(operation.path)) return undefined;
  const values = (schema: unknown) => {
    const outcome = drawable(contract.document, schema, 'sent');
    return 'values' in outcome ? sample(outcome.values, { seed, numRuns: drawn }) : [];
  };
  const document = contract.document as unknown as Plain;
  const texts = parametersOf(operation).flatMap((parameter): [Parameter, string | undefined][] => {
    if (!parameter.isRequired) return [];
    const value = values(parameter.schema).find(
      (each) => ambiguityOf({ document, parameter, value: each }) === undefined,
    );
    return [[parameter, value === undefined ? undefined : serialise(parameter, value)]];
  });
  const { type, body } = bodyOf(contract, operation, values);
  const isLacking = operation.requestBody?.required === true && body === undefined;
  if (isLacking || texts.some(([, text]) => text === undefined)) return undefined;
  const of = (place: string) => texts.filter(([parameter]) => parameter.in === place);
  const path = of('path').reduce(
    (left, [{ name }, text = '']) => left.replace(`{${name}}`, () => text),
    operation.path,
  );
  const shown = credentialOf(contract, operation);
  const query = [...of('query').map(([, text]) => text), ...shown.query];
  const cookies = [...of('cookie').map(([, text]) => text), ...shown.cookies];
  return {
    method: operation.method,
    target: path + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers: {
      ...shown.headers,
      ...Object.fromEntries(of('header').map(([{ name }, text = '']) => [name, text])),
      ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      ...(body !== undefined && type !== undefined ? { 'content-type': type } : {}),
    },
    body,
  };
}

type Body = { type?: string | undefined; body?: string | undefined };

// Uses JSON, or else a form with the members that a form can carry.
function bodyOf(contract: Contract, operation: Operation, values: (schema: unknown) => Plain[]): Body {
  // Clients send no body with GET or HEAD, even if the contract describes one.
  if (['GET', 'HEAD'].includes(operation.method)) return {};
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [type, media] = content.find(([name]) => isJson(name)) ?? content.find(([name]) => /form-url/.test(name)) ?? [];
  if (type === undefined || media === undefined) return {};
  const drawn = values(media.schema ?? true);
  if (isJson(type)) return { type, body: drawn[0] === undefined ? undefined : JSON.stringify(drawn[0]) };
  for (const value of drawn) {
    const sent = formMembers(contract, media, value);
    const form = Object.fromEntries(sent.map(([parameter, member]) => [parameter.name, member]));
    if (contract.validateBody(operation, form, type).length > 0) continue;
    return { type, body: sent.map(([parameter, member]) => serialise(parameter, member)).join('&') };
  }
  return { type };
}

function formMembers(contract: Contract, media: OpenAPIV3_1.MediaTypeObject, value: Plain): [Parameter, Plain][] {
  const document = contract.document as unknown as Plain;
  if (!isPlainObject(value)) return [];
  const members = Object.entries(value).map(([name, member]): [Parameter, Plain] => [
    formParameter(document, media, name),
    member,
  ]);
  return members.filter(([parameter, member]) => ambiguityOf({ document, parameter, value: member }) === undefined);
}

type Credential = { headers: Record<string, string>; query: string[]; cookies: string[] };

// Uses the first security alternative; a mock accepts any credential.
function credentialOf(contract: Contract, operation: Operation): Credential {
  const credential: Credential = { headers: {}, query: [], cookies: [] };
  for (const { scheme } of securityAlternatives(contract, operation)[0] ?? []) {
    if (!scheme) continue;
    if (scheme.type !== 'apiKey') credential.headers['authorization'] = 'Bearer any';
    else if (scheme.in === 'header') credential.headers[scheme.name] = 'any';
    else credential[scheme.in === 'query' ? 'query' : 'cookies'].push(`${scheme.name}=any`);
  }
  return credential;
}
