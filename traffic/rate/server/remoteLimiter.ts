import { connect, type Socket } from 'node:net';
import {
  Exhausted,
  type Lease,
  type LimiterHandle,
  QuotaUnavailable,
  type RequestEnd,
  RunnerEnded,
} from '../limiter/limiterHandle.ts';
import { throughJson } from '../limiter/oncePerRun.ts';
import { linesOf } from './ndjson.ts';
import { type Ask, lineOf, longestLine, type Reply, replyIn } from './protocol.ts';

interface Awaited {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A message without its number. */
type Unnumbered = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never;

/** A worker's end of the connection: it sends messages and waits for the reply with the same id. */
class Line {
  readonly #socket: Socket;
  readonly #awaited = new Map<number, Awaited>();
  #count = 0;
  #lost: QuotaUnavailable | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    const lose = () => this.#lose();
    socket.on('data', linesOf({ limit: () => longestLine, line: (text) => this.#hear(text), tooLong: lose }));
    socket.on('error', lose);
    socket.on('close', lose);
    socket.unref();
  }

  /** Sends a message and returns the reply. Throws QuotaUnavailable if the server no longer exists, or if it replies that the allowance no longer exists; Exhausted if everything is spent. */
  async ask(message: Unnumbered): Promise<Reply> {
    if (this.#lost) throw this.#lost;
    this.#count += 1;
    const id = this.#count;
    const text = lineOf({ ...message, id } as Ask);
    if (Buffer.byteLength(text) > longestLine)
      throw new RangeError(`expected a value of at most ${longestLine} bytes to make only once, got a longer one`);
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#awaited.set(id, { resolve, reject });
      // The connection keeps the process alive only while a caller waits for a reply.
      this.#socket.ref();
      this.#socket.write(text);
    });
    if ('unavailable' in reply) throw new QuotaUnavailable(reply.unavailable);
    if ('exhausted' in reply) throw new Exhausted(reply.exhausted);
    return reply;
  }

  async close(): Promise<void> {
    if (this.#socket.closed) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.ref().end();
    await closed;
  }

  #hear(text: string): void {
    const reply = replyIn(text);
    const awaited = reply && this.#awaited.get(reply.id);
    if (!awaited) return void this.#socket.destroy();
    this.#awaited.delete(reply.id);
    if (this.#awaited.size === 0) this.#socket.unref();
    awaited.resolve(reply);
  }

  #lose(): void {
    this.#lost ??= new RunnerEnded(
      "expected permission from the run's rate limiter to send a request, but its server is closed; the runner has ended: start the run again",
    );
    this.#socket.destroy();
    for (const { reject } of this.#awaited.values()) reject(this.#lost);
    this.#awaited.clear();
  }
}

async function spendOver(line: Line, method: string): Promise<Lease> {
  const askedMs = performance.now();
  const granted = await line.ask({ ask: 'spend', method });
  const lease = 'lease' in granted ? granted.lease : 0;
  const waitedMs = performance.now() - askedMs;
  let ended: Promise<{ repeat: boolean }> | undefined;
  const end = async (how: RequestEnd): Promise<{ repeat: boolean }> => {
    // The answer has come and is recorded, so an error here does not matter: the next request gets the error of the server.
    const reply = await line.ask({ ask: 'done', lease, ...how }).catch(() => undefined);
    return { repeat: reply !== undefined && 'repeat' in reply && reply.repeat };
  };
  return { waitedMs, done: (how = {}) => (ended ??= end(how)) };
}

async function onceOver<T>(line: Line, key: string, make: () => Promise<T>): Promise<T> {
  const answer = await line.ask({ ask: 'once', key });
  if ('value' in answer) return answer.value as T;
  try {
    const value = throughJson(await make());
    await line.ask({ ask: 'made', key, value });
    return value;
  } catch (error) {
    await line.ask({ ask: 'failed', key }).catch(() => undefined);
    throw error;
  }
}

async function callOver(line: Line, name: string, words: unknown): Promise<unknown> {
  const reply = await line.ask({ ask: 'tell', name, words });
  return 'value' in reply ? reply.value : null;
}

/** A worker's access to the runner: the rate limiter, and calls to other parts of the runner. */
export interface RemoteLimiter extends LimiterHandle {
  call(name: string, words: unknown): Promise<unknown>;
}

/** Connects a worker to the server at `<port>:<token>`. The first request throws QuotaUnavailable if there is no server. */
export function connectLimiter(address: string): RemoteLimiter {
  const [port, token] = address.split(':');
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(`${token}\n`);
  const line = new Line(socket);
  return {
    spend: (method) => spendOver(line, method),
    once: (key, make) => onceOver(line, key, make),
    call: (name, words) => callOver(line, name, words),
    close: () => line.close(),
  };
}
