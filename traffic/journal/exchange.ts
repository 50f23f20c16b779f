import { LRUCache } from 'lru-cache';
import { type Exact, parseExact } from '../../schemas/json/exact.ts';
import { excerpt } from '../outcome/fault.ts';
import { type AnswerClass, answerClassOf, answerHeader } from './answerClass.ts';
import type { ExchangeLine } from './journalTypes.ts';

const known = new WeakMap<ExchangeLine, Exchange>();

/** Cache of parsed texts, limited by their total length: most answers repeat earlier ones, and nobody modifies a parsed value. */
const readTexts = new LRUCache<string, ReturnType<typeof parseExact>>({
  // The limit leaves room for the largest texts: a parsed text takes fifty times its length, and without the cache every exchange would hold its own copy.
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_, { length }) => length + 1,
  memoMethod: parseExact,
});

/** One exchange of the journal with its class and its body as text and as exact JSON, parsed once on demand. */
export class Exchange {
  readonly line: ExchangeLine;
  readonly class: AnswerClass;
  /** Monotonic times of sending and of the complete answer, ns. Converted once, because oracles compare them millions of times. */
  readonly sentNs: bigint;
  readonly receivedNs: bigint;
  /** The clock that gave the times of this exchange. Each shard may run on another machine, and an order of times from different clocks proves nothing. */
  readonly clock: string;
  #parsed: ReturnType<typeof parseExact> | undefined;
  #sent: ReturnType<typeof parseExact> | undefined;

  constructor(line: ExchangeLine) {
    this.line = line;
    this.class = answerClassOf(line);
    this.sentNs = BigInt(line.sentNs);
    this.receivedNs = BigInt(line.receivedNs);
    this.clock = /^s\d+/.exec(line.id)?.[0] ?? '';
  }

  /** Returns the exchange of a line; every reader gets the same object, so its answer is parsed once. */
  static of(line: ExchangeLine): Exchange {
    const exchange = known.get(line) ?? new Exchange(line);
    known.set(line, exchange);
    return exchange;
  }

  /** The number that reports use for this exchange. */
  get id(): string {
    return this.line.id;
  }

  get status(): number | undefined {
    return this.line.answer?.status;
  }

  /** The answer's body as text without a byte order mark; empty if the answer has no body or the body is not UTF-8. */
  get text(): string {
    return (this.line.answer?.body.text ?? '').replace(/^\uFEFF/, '');
  }

  /** True for an answer that says nothing about the request: it was throttled, or the service was unavailable. */
  get isMute(): boolean {
    return this.class === 'throttled' || this.class === 'unavailable';
  }

  /** True if the request was accepted, even if the answer cannot be read. */
  get isTaken(): boolean {
    return this.class === 'accepted' || this.class === 'illegible';
  }

  /** True if the answer was longer than the part that the journal stores. */
  get cut(): boolean {
    return this.line.answer?.body.cut === true;
  }

  /** The answer's body as exact JSON; undefined if it is not JSON. */
  get json(): Exact | undefined {
    return 'value' in this.parsed ? this.parsed.value : undefined;
  }

  /** The request body as exact JSON; undefined if it is not JSON. */
  get sent(): Exact | undefined {
    this.#sent ??= parseExact(this.line.request.body?.text ?? '');
    return 'value' in this.#sent ? this.#sent.value : undefined;
  }

  /** The answer's body as exact JSON, or why it is not JSON. */
  get parsed(): ReturnType<typeof parseExact> {
    this.#parsed ??= this.#read();
    return this.#parsed;
  }

  #read(): ReturnType<typeof parseExact> {
    // A cut document cannot be valid JSON, and parsing two megabytes of it to find that out takes a hundred megabytes of memory.
    if (this.cut) return { fault: 'only its beginning is stored' };
    return this.line.answer?.body.base64 === undefined ? readTexts.memo(this.text) : { fault: 'not valid UTF-8' };
  }

  /** Returns a header of the answer; the letter case of its name does not matter. */
  header(name: string): string | undefined {
    return answerHeader(this.line, name);
  }

  /** The media type of the answer in lower case, without parameters; empty if there is none. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }

  /** The seconds in Retry-After; undefined if it is absent or a date. */
  get retryAfter(): number | undefined {
    const asked = this.header('retry-after')?.trim() ?? '';
    return /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
  }

  /** True if no answer came and our own handling of the connection is not the reason. */
  get isLost(): boolean {
    const { failure, connection } = this.line;
    // A failure because of too long headers means that an answer did come.
    if (failure === undefined || failure.code === 'overlong') return false;
    if (failure.code === 'unreachable') return true;
    return connection !== 'cut' && connection !== 'pipelined';
  }

  /** A short description of the request for a sentence. */
  get request(): string {
    return `${this.line.request.method} ${this.line.request.path}`;
  }

  /** A short description of the answer for a sentence. */
  get seen(): string {
    const { answer, failure } = this.line;
    if (failure) return `no answer: ${failure.code} (${failure.message})`;
    const type = this.header('content-type');
    return `${answer?.status}${type ? ` ${type}` : ''} ${excerpt(this.text || answer?.body.base64 || '(empty body)')}`;
  }
}
