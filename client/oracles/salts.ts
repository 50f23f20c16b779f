import type { Fault } from '../../traffic/outcome/fault.ts';
import type { RequestLine } from '../record/clientLines.ts';
import { clientFault, placeOf } from './oracle.ts';

/** A salt with the request that has it. */
interface Salted {
  request: RequestLine;
  salt: string;
}

/** Salts that seem to have fewer bits of chance than this can be guessed; a UUID has 122. */
const leastBits = 40;

/** Chance is judged from at least this many salts. */
const leastSalts = 8;

/** Nothing is concluded about more salts than this. */
const mostSalts = 200;

/** The failures in which a connection ends before any answer: after a timeout or half of an answer it is the SDK that sends again. */
const lostConnections: ReadonlySet<string> = new Set(['reset', 'drop']);

/** True for a request that came again because its connection was lost: libraries send it again with the same headers, and no answer shows that. */
const isResent = (one: RequestLine, other: RequestLine) =>
  lostConnections.has(one.withheld ?? '') &&
  one.call === other.call &&
  one.method === other.method &&
  one.path === other.path &&
  one.body.sha256 === other.body.sha256;

function reused(salted: readonly Salted[]): Fault[] {
  const first = new Map<string, RequestLine>();
  for (const { salt, request } of salted) {
    const before = first.get(salt);
    if (before && !isResent(before, request)) {
      const seen = `the salt of request ${before.id} again`;
      return [
        clientFault('clientSalt', {
          wanted: 'a fresh salt for each request',
          seen,
          by: request,
          where: placeOf(request),
        }),
      ];
    }
    first.set(salt, before ?? request);
  }
  return [];
}

/** Estimates how many bits of chance the characters at one place have, from how often two salts agree there. */
function bitsAt(salts: readonly string[], place: number): number {
  const counts = new Map<string, number>();
  for (const salt of salts) {
    const character = salt[place] ?? '';
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const pairs = (salts.length * (salts.length - 1)) / 2;
  const equal = [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  return -Math.log2((equal + 0.5) / (pairs + 0.5));
}

/** Estimates how many bits of chance salts have: less what all of them share, a counter or the time. */
export function chanceOf(salts: readonly string[]): number {
  const length = Math.max(0, ...salts.map((salt) => salt.length));
  return Array.from({ length }, (_, place) => bitsAt(salts, place)).reduce((sum, bits) => sum + bits, 0);
}

function guessable(salted: readonly Salted[]): Fault[] {
  const some = salted.slice(0, mostSalts);
  const last = some.at(-1)?.request;
  const different = [...new Set(some.map(({ salt }) => salt))];
  if (!last || different.length < leastSalts) return [];
  const bits = chanceOf(different);
  if (bits >= leastBits) return [];
  const example = different.slice(-2).join(' and ');
  const seen = `about ${Math.floor(bits)} bits in ${different.length} salts, such as ${example}`;
  const wanted = `a random salt, with at least ${leastBits} bits of chance`;
  return [clientFault('clientSalt', { wanted, seen, by: last, where: placeOf(last) })];
}

/** Returns what is wrong with the salts of requests: used twice, or not random. */
export function saltFaults(requests: readonly RequestLine[]): Fault[] {
  const salted = requests.flatMap((request) => request.facts.salts.slice(0, 1).map((salt) => ({ request, salt })));
  const again = reused(salted);
  return again.length > 0 ? again : guessable(salted);
}
