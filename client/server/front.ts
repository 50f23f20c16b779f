import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type ArrivedRequest,
  authenticationFacts,
  type ClientCredential,
  withoutProofs,
} from '../record/authenticationFacts.ts';
import type { Listener, RequestLine } from '../record/clientLines.ts';
import { unescapedIn } from '../record/unescaped.ts';
import { type AnswerSources, answerBy, headerPairs, type KnownRequest, type ReadyAnswer } from './answers.ts';
import { operationOf } from './operationTable.ts';
import { type Action, type Rule, RuleBook } from './rules.ts';
import { held, send } from './sending.ts';

/** What is played at the front: a scenario with its rules, and the credential that its client was given. */
export interface Played {
  scenario: string;
  rules: readonly Rule[];
  credential: ClientCredential;
  /** Decides about a request before the rules do. */
  disturb?: (request: { method: string; target: string }) => Action | undefined;
  /** After this many requests connections are ended; 400 by default. */
  mostRequests?: number;
}

/** What a front needs. `write` takes each request as it is stored; `clean` replaces the secrets in a text. */
export interface FrontOptions {
  sources: Omit<AnswerSources, 'others'>;
  write: (line: RequestLine) => void;
  clean: (text: string) => string;
  /** When the gate began, by performance.now(). */
  startedMs: number;
  /** Takes the first line of a request that is no HTTP. */
  onUnreadable?: (firstLine: string) => void;
}

interface Play extends Played {
  prefix: string;
  book: RuleBook;
  requests: number;
}

/** A scenario may make this many requests; the connections of more are ended. */
const usualMost = 400;

/** The errors of Node's parser for a first line that is no line of HTTP. */
const isFaultyLine = /^HPE_INVALID_(?:URL|CONSTANT|VERSION)$/;

type Unparsed = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** A body of at most this many bytes is stored. */
const longestStored = 256 * 1024;

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pairsOf = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as [string, string]] : []));

/** The HTTP server before the service: it writes each request down with its exact bytes, and follows the rules of the scenario that is played. */
export class Front {
  readonly #options: FrontOptions;
  readonly #servers = new Map<Listener, { server: Server; origin: string }>();
  readonly #plays: Play[] = [];
  #requests = 0;
  /** The call that is under way. */
  call: string | undefined;

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  /** Opens a listener on a free loopback port, with a certificate if it speaks TLS. */
  async listen(name: Listener, tls?: { key: string; cert: string }): Promise<void> {
    const handler: RequestListener = (message, response) => void this.#handle(name, message, response);
    const server = tls ? createTlsServer(tls, handler) : createServer(handler);
    server.on('tlsClientError', () => undefined);
    server.on('clientError', (error, socket) => this.#refuse(error, socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // The other host has another name, too.
    const host = name === 'elsewhere' ? 'localhost' : '127.0.0.1';
    this.#servers.set(name, { server, origin: `${tls ? 'https' : 'http'}://${host}:${port}` });
  }

  /** Plays a scenario: its requests are known by their path. Returns the base address of a listener for it. */
  play(played: Played, listener: Listener = 'service'): string {
    const prefix = `/s${this.#plays.length + 1}/api`;
    this.#plays.push({ ...played, prefix, book: new RuleBook(played.rules), requests: 0 });
    return `${this.#originOf(listener)}${prefix}`;
  }

  #originOf(listener: Listener): string {
    const { origin } = this.#servers.get(listener) ?? {};
    if (origin === undefined) throw new Error(`expected the listener ${listener}, found none`);
    return origin;
  }

  #playOf(url: string): Play | undefined {
    return this.#plays.findLast(({ prefix }) => url.startsWith(`${prefix}/`)) ?? this.#plays.at(-1);
  }

  /** Ends a connection whose bytes are no HTTP, such as a request with a space in its path. */
  #refuse({ code, rawPacket }: Unparsed, socket: Duplex): void {
    const [first = ''] = (rawPacket?.toString('utf8') ?? '').split(/[\r\n]/, 1);
    if (isFaultyLine.test(code ?? '') && first !== '') this.#options.onUnreadable?.(this.#options.clean(first));
    socket.destroy();
  }

  async #handle(listener: Listener, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now() - this.#options.startedMs;
    const { call } = this;
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      const body = await bytesOf(message);
      const url = message.url ?? '/';
      const play = this.#playOf(url);
      if (!play) return void message.socket.destroy();
      const target = url.startsWith(`${play.prefix}/`) ? url.slice(play.prefix.length) : url;
      const method = message.method ?? 'GET';
      await this.#answer(play, {
        listener,
        // What a client still sends for an earlier scenario belongs to no call of this one.
        call: play === this.#plays.at(-1) ? call : undefined,
        atMs,
        response,
        url,
        arrived: { method, target, headers: pairsOf(message), body },
      });
    } catch {
      // The client ended the connection, or the service does.
      message.socket.destroy();
    }
  }

  async #answer(play: Play, { listener, call, atMs, response, url, arrived }: Arrival): Promise<void> {
    const operation = operationOf(arrived.method, arrived.target);
    const request: KnownRequest = { ...arrived, operation };
    play.requests += 1;
    const action: Action = this.#actionFor(play, { listener, operation: operation?.id, arrived });
    // A redirect leads to the same scenario, so it keeps the whole path.
    const asked = action.do === 'redirect' ? { ...request, target: url } : request;
    const others = {
      elsewhere: this.#servers.get('elsewhere')?.origin ?? '',
      'another port': this.#servers.get('another port')?.origin ?? '',
    };
    // Without an answer of the service the connection is ended, as by the reset of a rule.
    const ready = await answerBy(action, asked, { ...this.#options.sources, others }).catch(() => undefined);
    const answeredMs = performance.now() - this.#options.startedMs;
    this.#write(play, { listener, call, arrived, operation: operation?.id, atMs, answeredMs, ready, action });
    if (ready) send(ready, { response, method: arrived.method });
    else if (action.do === 'silence') held(response);
    else response.socket?.destroy();
  }

  #actionFor(
    { book, requests, disturb, mostRequests = usualMost }: Play,
    { listener, operation, arrived }: Pick<Arrival, 'listener' | 'arrived'> & { operation: string | undefined },
  ): Action {
    if (requests > mostRequests) return { do: 'reset' };
    const isOther = listener === 'elsewhere' || listener === 'another port';
    return isOther ? { do: 'sample' } : (disturb?.(arrived) ?? book.next(operation));
  }

  #write(play: Play, seen: Seen): void {
    const { listener, call, arrived, operation, atMs, answeredMs, ready, action } = seen;
    const { clean, write, startedMs } = this.#options;
    const { method, target, headers, body } = arrived;
    const retryAtMs =
      ready?.retryAt === undefined ? undefined : performance.now() - startedMs + (ready.retryAt - Date.now());
    const unescaped = unescapedIn(target);
    const isStored = body.length <= longestStored && isUtf8(body);
    this.#requests += 1;
    write({
      kind: 'request',
      id: `r${this.#requests}`,
      scenario: play.scenario,
      ...(call !== undefined && { call }),
      listener,
      method,
      path: clean(target),
      ...(operation !== undefined && { operation }),
      ...(unescaped !== '' && { unescaped }),
      headers: withoutProofs(headers).map(([name, value]) => [name, clean(value)]),
      body: {
        ...(isStored && { text: clean(body.toString('utf8')) }),
        bytes: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
      },
      facts: authenticationFacts(arrived, play.credential),
      atMs,
      ...(ready && {
        answeredMs,
        answer: {
          status: ready.status,
          headers: headerPairs(ready.headers).map(([name, value]) => [name, clean(value)]),
          bytes: ready.body.length,
          ...(ready.body.length <= longestStored && { text: clean(ready.body.toString('utf8')) }),
          ...(retryAtMs !== undefined && { retryAtMs }),
        },
      }),
      ...((!ready || ready.cut) && { withheld: action.do }),
    });
  }

  /** Closes all listeners and their connections. */
  async close(): Promise<void> {
    for (const { server } of this.#servers.values()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

interface Arrival {
  listener: Listener;
  call: string | undefined;
  atMs: number;
  response: ServerResponse;
  url: string;
  arrived: ArrivedRequest;
}

type Seen = Pick<Arrival, 'listener' | 'call' | 'arrived' | 'atMs'> & {
  operation: string | undefined;
  answeredMs: number;
  ready: ReadyAnswer | undefined;
  action: Action;
};
