import type { ErrorObject } from 'ajv/dist/2020.js';
import type { OpenAPI } from 'openapi-types';
import { ContractError, type ContractProblem, messageOf } from '../document/problem.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { child, excerptAt } from '../json/pointer.ts';

/** Returns the value as the root of an OpenAPI 3.0 or 3.1 document; throws ContractError. */
export function documentOf(value: Plain, file: string): PlainObject {
  const version = isPlainObject(value) ? value.openapi : undefined;
  if (isPlainObject(value) && typeof version === 'string' && /^3\.[01]\.\d+$/.test(version)) return value;
  const hint = 'Convert the document to OpenAPI 3.0 or 3.1 first.';
  const seen = version === undefined ? 'no openapi version' : JSON.stringify(version);
  throw new ContractError(file, [{ pointer: '/openapi', wanted: '"3.0.x" or "3.1.x"', seen, hint }]);
}

/** Returns all violations of the OpenAPI specification by a bundled document; 3.1 schemas are checked separately. */
export async function structureProblems(document: PlainObject, file: string): Promise<ContractProblem[]> {
  const api = structuredClone(document) as unknown as OpenAPI.Document;
  // References stay unresolved: a dereferenced document can grow without bound.
  const options = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };
  // Loaded only when a contract is checked, because the module is large.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    await SwaggerParser.validate(file, api, options);
    return [];
  } catch (error) {
    const details = detailsOf(error);
    if (details.length > 0) return details.filter(namesTheCause).map((detail) => problemOf(document, detail));
    return [{ pointer: '', wanted: 'an OpenAPI document', seen: messageOf(error), hint }];
  }
}

const hint = 'See the OpenAPI specification for the words allowed there.';

function detailsOf(error: unknown): ErrorObject[] {
  return error instanceof Error && 'details' in error && Array.isArray(error.details) ? error.details : [];
}

// False for errors that only say a reference would also be allowed; they accompany each real error.
function namesTheCause({ keyword, params }: ErrorObject): boolean {
  return !['oneOf', 'anyOf', 'if'].includes(keyword) && params.missingProperty !== '$ref';
}

function problemOf(
  document: Plain,
  { instancePath, message = 'must be a different value', params }: ErrorObject,
): ContractProblem {
  const extra: unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof extra !== 'string')
    return {
      pointer: instancePath,
      wanted: `it ${message.replace(/^must /, 'to ')}`,
      seen: excerptAt(document, instancePath),
      hint,
    };
  return { pointer: child(instancePath, extra), wanted: 'no such member', seen: JSON.stringify(extra), hint };
}
