import { type Exact, parseExact } from '../../schemas/json/exact.ts';
import { excerpt } from '../outcome/fault.ts';
import type { DeliveryLine } from './journalTypes.ts';

const known = new WeakMap<DeliveryLine, Delivery>();

/** One attempt of a delivery, read: its body as text and as exact JSON, parsed once, on demand (§ Webhook delivery). */
export class Delivery {
  readonly line: DeliveryLine;
  /** Monotonic times of its arrival and of the end of our answer, ns. */
  readonly receivedNs: bigint;
  readonly answeredNs: bigint;
  /** When it came by the target's clock, ms since 1970. */
  readonly targetMs: number;
  #parsed: ReturnType<typeof parseExact> | undefined;

  constructor(line: DeliveryLine) {
    this.line = line;
    this.receivedNs = BigInt(line.receivedNs);
    this.answeredNs = BigInt(line.answeredNs);
    this.targetMs = Date.parse(line.targetAt);
  }

  /** The delivery of a line: one and the same for all who read it. */
  static of(line: DeliveryLine): Delivery {
    const delivery = known.get(line) ?? new Delivery(line);
    known.set(line, delivery);
    return delivery;
  }

  /** The number by which reports name it. */
  get id(): string {
    return this.line.id;
  }

  /** Its raw body as text, empty when it is not UTF-8. */
  get text(): string {
    return this.line.request.body.text ?? '';
  }

  /** Its body as exact JSON, or why it is none. */
  get parsed(): ReturnType<typeof parseExact> {
    this.#parsed ??= parseExact(this.text);
    return this.#parsed;
  }

  /** Its body as exact JSON, undefined when it is not JSON. */
  get json(): Exact | undefined {
    return 'value' in this.parsed ? this.parsed.value : undefined;
  }

  /** A header, its name in any letter case. */
  header(name: string): string | undefined {
    return this.line.request.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  }

  /** The delivery in a few words, for a sentence. */
  get seen(): string {
    return `${this.line.request.method} ${this.line.webhook ?? 'webhook'} ${excerpt(this.text || '(empty body)')}`;
  }
}
