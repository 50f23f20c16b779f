import { connect, type Socket } from 'node:net';
import { type Lease, type LimiterHandle, QuotaUnavailable, type RequestEnd } from '../limiter/limiterHandle.ts';
import { throughJson } from '../limiter/oncePerRun.ts';
import { linesOf } from './ndjson.ts';
import { type Ask, lineOf, longestLine, type Reply, replyIn } from './protocol.ts';

interface Awaited {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** A message without its number. */
type Unnumbered = Ask extends infer A ? (A extends Ask ? Omit<A, 'id'> : never) : never;

/** A worker's end of the desk: it asks, and waits for the reply of the same number. */
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

  /** Throws QuotaUnavailable when the desk is gone, or when it says that the allowance is. */
  async ask(message: Unnumbered): Promise<Reply> {
    if (this.#lost) throw this.#lost;
    this.#count += 1;
    const id = this.#count;
    const text = lineOf({ ...message, id } as Ask);
    if (Buffer.byteLength(text) > longestLine)
      throw new RangeError(`wanted a value of at most ${longestLine} bytes to be made only once, found a longer one`);
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#awaited.set(id, { resolve, reject });
      // Only who waits for something keeps the process.
      this.#socket.ref();
      this.#socket.write(text);
    });
    if ('unavailable' in reply) throw new QuotaUnavailable(reply.unavailable);
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
    this.#lost ??= new QuotaUnavailable(
      "wanted leave of the run's governor to send a request, found its desk closed; the runner has ended: start the run again",
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
    // The answer is there and is kept; the next question is told that the desk is not.
    const reply = await line.ask({ ask: 'done', lease, ...how }).catch(() => undefined);
    return { repeat: reply !== undefined && 'repeat' in reply && reply.repeat };
  };
  return { waitedMs, done: (how = {}) => (ended ??= end(how)) };
}

async function onceOver<T>(line: Line, key: string, make: () => Promise<T>): Promise<T> {
  const turn = await line.ask({ ask: 'once', key });
  if ('value' in turn) return turn.value as T;
  try {
    const value = throughJson(await make());
    await line.ask({ ask: 'made', key, value });
    return value;
  } catch (error) {
    await line.ask({ ask: 'failed', key }).catch(() => undefined);
    throw error;
  }
}

async function tellOver(line: Line, name: string, words: unknown): Promise<unknown> {
  const reply = await line.ask({ ask: 'tell', name, words });
  return 'value' in reply ? reply.value : null;
}

/** A worker's way to the runner: what it spends, and what it asks of others there. */
export interface RemoteLimiter extends LimiterHandle {
  call(name: string, words: unknown): Promise<unknown>;
}

/** Connects a worker to the desk at `<port>:<token>`. Throws QuotaUnavailable, at the first question, where no desk is. */
export function connectLimiter(address: string): RemoteLimiter {
  const [port, token] = address.split(':');
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(`${token}\n`);
  const line = new Line(socket);
  return {
    spend: (method) => spendOver(line, method),
    once: (key, make) => onceOver(line, key, make),
    call: (name, words) => tellOver(line, name, words),
    close: () => line.close(),
  };
}
