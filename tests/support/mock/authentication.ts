import { isInRequest, type SecurityRequirement, securityAlternatives } from '../../../schemas/document/security.ts';
import type { MockRequest, Refusal } from './exchange.ts';

/** Refuses a request if the contract requires a credential and the request has none that is accepted. */
export function authenticate(asked: MockRequest): Refusal | undefined {
  const ways = securityAlternatives(asked.contract, asked.operation);
  if (ways.length === 0 || ways.some((each) => each.every((demand) => shows(asked, demand)))) return undefined;
  return { statuses: [401], problems: ['no credential'] };
}

// A scheme that is not described, or is not part of the request, requires nothing here.
function shows(asked: MockRequest, { scheme }: SecurityRequirement): boolean {
  if (!scheme || !isInRequest(scheme)) return true;
  const text = shownIn(asked, scheme);
  return text !== '' && isTaken(asked, text);
}

function shownIn({ headers, query }: MockRequest, scheme: NonNullable<SecurityRequirement['scheme']>): string {
  if (scheme.type !== 'apiKey') return headers['authorization'] ?? '';
  const { in: place, name } = scheme;
  if (place === 'header') return headers[name.toLowerCase()] ?? '';
  if (place === 'query') return new URLSearchParams(query).get(name) ?? '';
  const pairs = (headers['cookie'] ?? '').split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function isTaken({ acceptedCredentials }: MockRequest, text: string): boolean {
  const forms = acceptedCredentials?.flatMap((one) => [
    one,
    encodeURIComponent(one),
    Buffer.from(one).toString('base64'),
  ]);
  return forms?.some((form) => text.endsWith(form)) ?? true;
}
