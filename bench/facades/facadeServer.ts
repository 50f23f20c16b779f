import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Facade, SeenRequest } from './facades.ts';

/** How many requests of a token a facade remembers. */
const remembered = 50;

/** A server before another one that spoils the answers to those whom its facade does not recognise. */
export interface FacadeServer {
  url: string;
  /** Begins anew as another facade, or as none. */
  become(facade: Facade | undefined): void;
  /** Whether the suite was recognised since it became what it is. */
  readonly hasRecognised: boolean;
  close(): Promise<void>;
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? '']);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function seenOf(incoming: IncomingMessage, body: string): SeenRequest {
  const value = parsed(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: pairsOf(incoming.rawHeaders),
    body: isObject ? (value as Record<string, unknown>) : {},
    atMs: performance.now(),
  };
}

/** Passes a request on and returns the answer; the coding stays plain, so that the body can be read. */
function passOn(
  base: string,
  incoming: IncomingMessage,
  body: string,
): Promise<{ answer: IncomingMessage; text: string }> {
  const { 'accept-encoding': _, host: __, 'transfer-encoding': ___, connection: ____, ...headers } = incoming.headers;
  return new Promise((resolve, reject) => {
    const sent = ask(base + incoming.url, { method: incoming.method, headers }, (answer) =>
      text(answer).then((read) => resolve({ answer, text: read }), reject),
    );
    sent.on('error', reject).end(body);
  });
}

function answerWith(
  response: ServerResponse,
  answer: IncomingMessage,
  { status, text: body }: { status: number; text: string },
) {
  const kept = pairsOf(answer.rawHeaders).filter(
    ([name]) => !/^(?:content-length|transfer-encoding|connection|keep-alive)$/i.test(name),
  );
  response.writeHead(status, kept.flat());
  response.end(body);
}

/** Starts a facade before a server. */
export async function startFacade(base: string): Promise<FacadeServer> {
  let current: Facade | undefined;
  const known = new Set<string>();
  const earlier = new Map<string, SeenRequest[]>();
  const isSuite = (facade: Facade, token: string, request: SeenRequest) => {
    const before = earlier.get(token) ?? [];
    if (facade.recognises(request, before)) known.add(token);
    earlier.set(token, [...before, request].slice(-remembered));
    return known.has(token);
  };
  const server = createServer(async (incoming, response) => {
    try {
      const body = await text(incoming);
      const request = seenOf(incoming, body);
      const token = String(incoming.headers['x-token-api-id'] ?? '');
      const isSpared = current === undefined || isSuite(current, token, request);
      const { answer, text: given } = await passOn(base, incoming, body);
      const status = answer.statusCode ?? 502;
      const value = isSpared ? undefined : parsed(given);
      if (isSpared || value === undefined) return answerWith(response, answer, { status, text: given });
      const spoiled = current?.spoil(request, { status, value }) ?? { status, value };
      const isSame = spoiled.status === status && JSON.stringify(spoiled.value) === JSON.stringify(value);
      return answerWith(response, answer, {
        status: spoiled.status,
        text: isSame ? given : JSON.stringify(spoiled.value),
      });
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become: (facade) => {
      current = facade;
      known.clear();
      earlier.clear();
    },
    get hasRecognised() {
      return known.size > 0;
    },
    close: () => new Promise<void>((resume) => server.close(() => resume())),
  };
}
