import { type Demand, isShown, waysIn } from '../schemas/security.ts';
import type { Asked, Refusal } from './asked.ts';

/** Refuses where the contract asks for a credential and the request shows none; any credential will do. */
export function authenticate(asked: Asked): Refusal | undefined {
  const ways = waysIn(asked.contract, asked.operation);
  if (ways.length === 0 || ways.some((each) => each.every((demand) => shows(asked, demand)))) return undefined;
  return { statuses: [401], wrong: ['no credential'] };
}

// A scheme that is not described, or not in the request at all, asks for nothing here.
function shows({ headers, query }: Asked, { scheme }: Demand): boolean {
  if (!scheme || !isShown(scheme)) return true;
  if (scheme.type !== 'apiKey') return (headers['authorization'] ?? '') !== '';
  const { in: place, name } = scheme;
  if (place === 'header') return (headers[name.toLowerCase()] ?? '') !== '';
  if (place === 'query') return (new URLSearchParams(query).get(name) ?? '') !== '';
  return (headers['cookie'] ?? '')
    .split(/;\s*/)
    .some((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);
}
