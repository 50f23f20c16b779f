import { createHash } from 'node:crypto';
import type { Headers } from '../signing/signingSchemes.ts';
import { asInFile, asPython } from './jsonStyles.ts';
import type { Sending } from './sending.ts';

/** The headers that common HTTP clients send with every request, and how they write a JSON body and its type. */
interface CommonClient {
  readonly headers: Headers;
  readonly jsonType: string;
  /** Writes a compact JSON text in the style of the client; left out for the compact one. */
  readonly style?: (text: string) => string;
}

/** The first sends what we send otherwise. No client here refuses an answer of another type: a server has no reason to answer one differently from another. */
const clients: readonly [CommonClient, ...CommonClient[]] = [
  { headers: [['Accept', '*/*']], jsonType: 'application/json' },
  {
    headers: [
      ['Accept', 'application/json, text/plain, */*'],
      ['User-Agent', 'axios/1.7.9'],
      ['Accept-Encoding', 'gzip, deflate, br'],
    ],
    jsonType: 'application/json',
  },
  {
    headers: [
      ['User-Agent', 'python-requests/2.32.3'],
      ['Accept-Encoding', 'gzip, deflate'],
      ['Accept', '*/*'],
    ],
    jsonType: 'application/json',
    style: asPython,
  },
  {
    headers: [
      ['Accept', '*/*'],
      ['User-Agent', 'okhttp/4.12.0'],
      ['Accept-Encoding', 'gzip'],
    ],
    jsonType: 'application/json; charset=utf-8',
  },
  {
    headers: [
      ['Accept', 'application/json, */*;q=0.5'],
      ['Accept-Language', 'de-DE,de;q=0.9,en;q=0.5'],
    ],
    jsonType: 'application/json',
    style: asInFile,
  },
];

/** What every request says by itself. */
export const plainClient: CommonClient = clients[0];

/** Returns the client as which the nth request of a requirement is sent, the same in each run. */
export function clientInTurn(requirement: string, nth: number): CommonClient {
  const drawn = createHash('sha256').update(`${requirement} ${nth}`).digest().readUInt16LE();
  return clients[drawn % clients.length] ?? plainClient;
}

/** Returns a request as a client writes it. Bodies that are wrong, written or signed in an unusual way, and requests that are sent again stay as their test wrote them. */
export function styledBy({ style }: CommonClient, sending: Sending): Sending {
  const { body, purpose, contentType, isSpelled, repeats, signing } = sending;
  const isUsual = [contentType, isSpelled, repeats, signing.fault, signing.manner].every((one) => one === undefined);
  const isValid = purpose === 'probe' || purpose === 'control';
  if (!style || typeof body !== 'string' || !isUsual || !isValid) return sending;
  return { ...sending, body: style(body) };
}
