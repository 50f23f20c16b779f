import { type Exact, parseExact } from '../../schemas/json/exact.ts';
import { excerpt } from '../outcome/fault.ts';
import type { DeliveryLine } from './journalTypes.ts';

const known = new WeakMap<DeliveryLine, Delivery>();

/** One delivery attempt with its body as text and as exact JSON, parsed once on demand (§ Webhook delivery). */
export class Delivery {
  readonly line: DeliveryLine;
  /** Monotonic times of the arrival and of the end of our answer, ns. */
  readonly receivedNs: bigint;
  readonly answeredNs: bigint;
  /** Time of arrival by the target's clock, ms since 1970. */
  readonly targetMs: number;
  #parsed: ReturnType<typeof parseExact> | undefined;

  constructor(line: DeliveryLine) {
    this.line = line;
    this.receivedNs = BigInt(line.receivedNs);
    this.answeredNs = BigInt(line.answeredNs);
    this.targetMs = Date.parse(line.targetAt);
  }

  /** Returns the delivery of a line; every reader gets the same object. */
  static of(line: DeliveryLine): Delivery {
    const delivery = known.get(line) ?? new Delivery(line);
    known.set(line, delivery);
    return delivery;
  }

  /** The number that reports use for this delivery. */
  get id(): string {
    return this.line.id;
  }

  /** The raw body as text; empty if it is not UTF-8. */
  get text(): string {
    return this.line.request.body.text ?? '';
  }

  /** The body as exact JSON, or why it is not JSON. */
  get parsed(): ReturnType<typeof parseExact> {
    this.#parsed ??= parseExact(this.text);
    return this.#parsed;
  }

  /** The body as exact JSON; undefined if it is not JSON. */
  get json(): Exact | undefined {
    return 'value' in this.parsed ? this.parsed.value : undefined;
  }

  /** Returns a header; the letter case of its name does not matter. */
  header(name: string): string | undefined {
    return this.line.request.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  }

  /** A short description of the delivery for a sentence. */
  get seen(): string {
    return `${this.line.request.method} ${this.line.webhook ?? 'webhook'} ${excerpt(this.text || '(empty body)')}`;
  }
}
