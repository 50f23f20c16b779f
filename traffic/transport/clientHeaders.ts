import { numberFor } from '../journal/ownIds.ts';
import type { Headers } from '../signing/signingSchemes.ts';
import { asInFile, asPython } from './jsonStyles.ts';
import type { Sending } from './sending.ts';

/** The headers that common HTTP clients send with every request, and how they write a JSON body and its type. */
interface CommonClient {
  readonly headers: Headers;
  readonly jsonType: string;
  /** Writes a compact JSON text in the style of the client; left out for the compact one. */
  readonly style?: (text: string) => string;
  /** What draws the order of the headers; without it they stay in the order in which they are listed. */
  readonly order?: string;
  /** True if its own headers come after those of the request. */
  readonly isLast?: boolean;
}

/** Draws one of a list by a name. */
type Choice = <One>(name: string, all: readonly [One, ...One[]]) => One;

const choiceBy =
  (seed: string): Choice =>
  (name, all) =>
    all[numberFor(`${seed} ${name}`, all.length)] ?? all[0];

/** What every request says by itself. */
export const plainClient: CommonClient = { headers: [['Accept', '*/*']], jsonType: 'application/json' };

/** Node's own `fetch`, with which very many servers call others: all its headers as it sends them, so that nothing tells the two apart. */
export const fetchClient = (baseUrl: string): CommonClient => ({
  headers: [
    ['accept', '*/*'],
    ['accept-language', '*'],
    ['sec-fetch-mode', 'cors'],
    ['user-agent', 'node'],
    ['accept-encoding', baseUrl.startsWith('https:') ? 'br, gzip, deflate' : 'gzip, deflate'],
  ],
  jsonType: 'application/json',
  isLast: true,
});

/** The first sends what we send otherwise. No client here refuses an answer of another type: a server has no reason to answer one differently from another. */
const clients: readonly [(pick: Choice) => CommonClient, ...((pick: Choice) => CommonClient)[]] = [
  () => plainClient,
  (pick) => ({
    headers: [
      ['Accept', 'application/json, text/plain, */*'],
      [
        'User-Agent',
        `axios/${pick('axios', ['1.6.8', '1.7.2', '1.7.7', '1.7.9', '1.8.4', '1.9.0', '1.11.0', '0.27.2'])}`,
      ],
      ['Accept-Encoding', pick('axios coding', ['gzip, deflate, br', 'gzip, compress, deflate, br'])],
    ],
    jsonType: 'application/json',
  }),
  (pick) => ({
    headers: [
      [
        'User-Agent',
        `python-requests/${pick('requests', ['2.28.2', '2.31.0', '2.32.0', '2.32.3', '2.32.4', '2.27.1'])}`,
      ],
      ['Accept-Encoding', pick('requests coding', ['gzip, deflate', 'gzip, deflate, br'])],
      ['Accept', '*/*'],
    ],
    jsonType: 'application/json',
    style: asPython,
  }),
  (pick) => ({
    headers: [
      ['Accept', pick('okhttp accept', ['*/*', 'application/json', 'application/json, */*'])],
      ['User-Agent', `okhttp/${pick('okhttp', ['3.14.9', '4.9.3', '4.10.0', '4.11.0', '4.12.0', '5.0.0'])}`],
      ['Accept-Encoding', 'gzip'],
    ],
    jsonType: 'application/json; charset=utf-8',
  }),
  (pick) => ({
    headers: [
      ['Accept', pick('browser accept', ['application/json, */*;q=0.5', 'application/json, text/plain, */*', '*/*'])],
      [
        'Accept-Language',
        pick('language', ['de-DE,de;q=0.9,en;q=0.5', 'en-GB,en;q=0.9', 'fr-FR,fr;q=0.8', 'uk,en;q=0.7', '*']),
      ],
    ],
    jsonType: 'application/json',
    style: asInFile,
  }),
];

/** Returns the client as which the nth request of a requirement is sent, the same for the same seed. */
export function clientInTurn({
  seed,
  requirement,
  nth,
}: {
  seed: number;
  requirement: string;
  nth: number;
}): CommonClient {
  const at = numberFor(`${seed} ${requirement} ${nth}`, clients.length);
  const make = clients[at] ?? clients[0];
  // A client keeps its version, and the order in which it writes its headers, for a whole run.
  return { ...make(choiceBy(`${seed}`)), order: `${seed} ${at}` };
}

/** Returns headers in the order in which a client writes them. */
export function inOrderOf({ order, isLast, headers: own }: CommonClient, headers: Headers): Headers {
  if (isLast) return [...headers.filter((one) => !own.includes(one)), ...headers.filter((one) => own.includes(one))];
  if (order === undefined) return headers;
  const place = ([name]: Headers[number]) => numberFor(`${order} ${name.toLowerCase()}`, 2 ** 32);
  return headers.toSorted((one, other) => place(one) - place(other));
}

/** Returns a request as a client writes it. Bodies that are wrong, written or signed in an unusual way, and requests that are sent again stay as their test wrote them. */
export function styledBy({ style }: CommonClient, sending: Sending): Sending {
  const { body, purpose, contentType, isSpelled, repeats, signing } = sending;
  const isUsual = [contentType, isSpelled, repeats, signing.fault, signing.manner].every((one) => one === undefined);
  const isValid = purpose === 'probe' || purpose === 'control';
  if (!style || typeof body !== 'string' || !isUsual || !isValid) return sending;
  return { ...sending, body: style(body) };
}
