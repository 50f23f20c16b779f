import { LRUCache } from 'lru-cache';
import { type Exact, parseExact } from '../../schemas/json/exact.ts';
import { excerpt } from '../outcome/fault.ts';
import { type AnswerClass, answerClassOf, answerHeader } from './answerClass.ts';
import type { ExchangeLine } from './journalTypes.ts';

const known = new WeakMap<ExchangeLine, Exchange>();

/** Texts as they were read, so many characters of them: most answers are those of before, and nobody changes a value. */
const readTexts = new LRUCache<string, ReturnType<typeof parseExact>>({
  // The largest as well: read, a text takes fifty times its length, and every exchange would hold its own.
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (_, { length }) => length + 1,
  memoMethod: parseExact,
});

/** One exchange of the journal, read: its class, its body as text and as exact JSON. Parsed once, on demand. */
export class Exchange {
  readonly line: ExchangeLine;
  readonly class: AnswerClass;
  /** Monotonic times of sending and of the complete answer, ns. Read once: judgement compares them by the million. */
  readonly sentNs: bigint;
  readonly receivedNs: bigint;
  /** The clock that its times are of: each shard may run on another machine, and order across clocks proves nothing. */
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

  /** The exchange of a line: one and the same for all who read it, so that its answer is parsed once. */
  static of(line: ExchangeLine): Exchange {
    const exchange = known.get(line) ?? new Exchange(line);
    known.set(line, exchange);
    return exchange;
  }

  /** The number by which reports name this exchange. */
  get id(): string {
    return this.line.id;
  }

  get status(): number | undefined {
    return this.line.answer?.status;
  }

  /** The answer's body as text without a byte order mark, empty when there is none or it is not UTF-8. */
  get text(): string {
    return (this.line.answer?.body.text ?? '').replace(/^\uFEFF/, '');
  }

  /** The request was taken, whether or not we can read what was answered. */
  get isTaken(): boolean {
    return this.class === 'accepted' || this.class === 'illegible';
  }

  /** More was answered than the journal keeps. */
  get cut(): boolean {
    return this.line.answer?.body.cut === true;
  }

  /** The answer's body as exact JSON, undefined when it is not JSON. */
  get json(): Exact | undefined {
    return 'value' in this.parsed ? this.parsed.value : undefined;
  }

  /** The body that was sent as exact JSON, where it is any. */
  get sent(): Exact | undefined {
    this.#sent ??= parseExact(this.line.request.body?.text ?? '');
    return 'value' in this.#sent ? this.#sent.value : undefined;
  }

  /** The answer's body as exact JSON, or why it is none. */
  get parsed(): ReturnType<typeof parseExact> {
    this.#parsed ??= this.#read();
    return this.#parsed;
  }

  #read(): ReturnType<typeof parseExact> {
    // Half a document is none, and reading two megabytes of it to find that out takes a hundred of memory.
    if (this.cut) return { fault: 'only its beginning is kept' };
    return this.line.answer?.body.base64 === undefined ? readTexts.memo(this.text) : { fault: 'not valid UTF-8' };
  }

  /** A header of the answer, its name in any letter case. */
  header(name: string): string | undefined {
    return answerHeader(this.line, name);
  }

  /** The media type of the answer in lower case, without parameters; empty where it has none. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }

  /** What Retry-After asks for, s; undefined where it does not, or names a date. */
  get retryAfter(): number | undefined {
    const asked = this.header('retry-after')?.trim() ?? '';
    return /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
  }

  /** No answer came, and not for what we did to the connection. */
  get isLost(): boolean {
    const { failure, connection } = this.line;
    // Behind headers that we do not read there is an answer.
    if (failure === undefined || failure.code === 'overlong') return false;
    if (failure.code === 'unreachable') return true;
    return connection !== 'cut' && connection !== 'pipelined';
  }

  /** The request in a few words, for a sentence. */
  get request(): string {
    return `${this.line.request.method} ${this.line.request.path}`;
  }

  /** The answer in a few words, for a sentence. */
  get seen(): string {
    const { answer, failure } = this.line;
    if (failure) return `no answer: ${failure.code} (${failure.message})`;
    const type = this.header('content-type');
    return `${answer?.status}${type ? ` ${type}` : ''} ${excerpt(this.text || answer?.body.base64 || '(empty body)')}`;
  }
}
