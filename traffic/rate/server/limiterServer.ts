import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once as event } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Exhausted, type Lease, type RequestEnd } from '../limiter/limiterHandle.ts';
import type { OnceAnswer, OncePerRun } from '../limiter/oncePerRun.ts';
import { linesOf } from './ndjson.ts';
import { type Ask, askIn, lineOf, longestLine, type Reply } from './protocol.ts';

/** The longest first line, bytes: a peer that has not shown the token may send nothing else. */
const longestGreeting = 256;

/** Handles a worker's call to another part of the runner; the signal aborts when the worker disconnects. */
export type CallHandler = (asked: { name: string; words: unknown }, left: AbortSignal) => Promise<unknown>;

/** What a server provides: leases of the rate limiter, values made only once, and answers of other parts of the runner. */
export interface LimiterServerParts {
  limiter: { spend(method: string, signal?: AbortSignal): Promise<Lease> };
  once: OncePerRun;
  onCall?: CallHandler | undefined;
}

/** The runner's server on loopback, which the workers call. */
export interface LimiterServer {
  /** `<port>:<token>`, for `connectLimiter`. The token keeps out other programs on this machine. */
  address: string;
  close(): Promise<void>;
}

/** The connection of one worker. When it closes, for any reason, everything that the worker holds is given back. */
class Visit {
  readonly #parts: LimiterServerParts;
  readonly #socket: Socket;
  readonly #left = new AbortController();
  readonly #leases = new Map<number, Lease>();
  readonly #making = new Map<string, Exclude<OnceAnswer, { value: unknown }>>();
  #count = 0;

  constructor(parts: LimiterServerParts, socket: Socket) {
    this.#parts = parts;
    this.#socket = socket;
  }

  async hear(ask: Ask): Promise<void> {
    try {
      this.#say(await this.#answer(ask));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#say({ id: ask.id, ...(error instanceof Exhausted ? { exhausted: message } : { unavailable: message }) });
    }
  }

  leave(): void {
    this.#left.abort(new Error('the worker has disconnected'));
    for (const lease of this.#leases.values()) void lease.done().catch(() => undefined);
    for (const task of this.#making.values()) task.failed();
    this.#leases.clear();
    this.#making.clear();
  }

  async #answer(ask: Ask): Promise<Reply> {
    const { id } = ask;
    if (ask.ask === 'spend') return { id, lease: await this.#spend(ask.method) };
    if (ask.ask === 'done') return { id, ...(await this.#done(ask.lease, ask)) };
    if (ask.ask === 'once') return { id, ...(await this.#once(ask.key)) };
    if (ask.ask === 'tell') return { id, value: (await this.#parts.onCall?.(ask, this.#left.signal)) ?? null };
    const task = this.#making.get(ask.key);
    this.#making.delete(ask.key);
    if (ask.ask === 'made') task?.made(ask.value);
    else task?.failed();
    return { id, kept: true };
  }

  async #spend(method: string): Promise<number> {
    const lease = await this.#parts.limiter.spend(method, this.#left.signal);
    this.#count += 1;
    const number = this.#count;
    if (this.#left.signal.aborted) await lease.done();
    else this.#leases.set(number, lease);
    return number;
  }

  async #done(number: number, { throttled }: RequestEnd): Promise<{ repeat: boolean }> {
    const lease = this.#leases.get(number);
    this.#leases.delete(number);
    return (await lease?.done({ ...(throttled && { throttled }) })) ?? { repeat: false };
  }

  async #once(key: string): Promise<{ value: unknown } | { make: true }> {
    const answer = await this.#parts.once.ask(key);
    if ('value' in answer) return { value: answer.value };
    if (this.#left.signal.aborted) answer.failed();
    else this.#making.set(key, answer);
    return { make: true };
  }

  #say(reply: Reply): void {
    if (this.#socket.writable) this.#socket.write(lineOf(reply));
  }
}

function isToken(text: string, token: string): boolean {
  const [seen, wanted] = [Buffer.from(text), Buffer.from(token)];
  return seen.length === wanted.length && timingSafeEqual(seen, wanted);
}

/** Serves a connection; the returned function ends it. */
function welcome(socket: Socket, token: string, parts: LimiterServerParts): () => void {
  let visit: Visit | undefined;
  const close = () => {
    visit?.leave();
    socket.destroy();
  };
  const line = (text: string): void => {
    if (socket.destroyed) return;
    const ask = visit && askIn(text);
    if (visit && ask) void visit.hear(ask);
    else if (!visit && isToken(text, token)) visit = new Visit(parts, socket);
    else close();
  };
  socket.setNoDelay(true);
  socket.on('data', linesOf({ limit: () => (visit ? longestLine : longestGreeting), line, tooLong: close }));
  socket.on('error', close);
  // A worker that closes its end of the connection has no more requests.
  socket.on('end', close);
  socket.on('close', close);
  return close;
}

/** Opens the server on loopback only, on a port that the system picks. */
export async function openLimiterServer(parts: LimiterServerParts): Promise<LimiterServer> {
  const token = randomBytes(24).toString('hex');
  const visits = new Map<Socket, () => void>();
  const server = createServer((socket) => {
    visits.set(socket, welcome(socket, token, parts));
    socket.once('close', () => visits.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await event(server, 'listening');
  return {
    address: `${(server.address() as AddressInfo).port}:${token}`,
    close: async () => {
      const closed = event(server, 'close');
      server.close();
      for (const close of visits.values()) close();
      await closed;
    },
  };
}
