import type { DeliveryLine } from '../../../traffic/journal/journalTypes.ts';
import type { Secret } from '../../../traffic/redaction/redactor.ts';
import type {
  AwaitedDelivery,
  Question,
  ReceivedDelivery,
  ReceiverHandle,
  ReceiverLine,
  ReceiverStatus,
  SecretRenewal,
} from '../../worker/receiverHandle.ts';
import type { PlannedAnswers } from './answerPlans.ts';
import type { Receiver } from './receiver.ts';
import type { ReceiverLines } from './receiverLines.ts';

/** Stores experiments beyond a run. */
export interface ExperimentStore {
  /** Returns the plans of earlier runs; `seen` is the number of attempts that a plan has already answered. */
  plans(): readonly { match: string; plan: PlannedAnswers['plan']; seen: number }[];
  begin(question: Question): string;
  /** Stores a delivery before it is answered, and again after the answer has ended. */
  take(line: DeliveryLine): void;
  resting(): void;
  listening(): void;
  ask?(words: unknown): Promise<unknown>;
  /** The target's time as last reported, ISO 8601. */
  targetNow?(): string;
}

/** What a local receiver needs. */
export interface LocalReceiverParts {
  receiver: Receiver;
  received: ReceiverLines;
  experiments?: ExperimentStore | undefined;
  secrets: readonly Secret[];
  status(): Omit<ReceiverStatus, 'underway'>;
  renew(wanted: SecretRenewal): Promise<boolean>;
  check(): Promise<void>;
  write(line: ReceiverLine): void;
}

/** The handle of a receiver in its own process. */
export class LocalReceiver implements ReceiverHandle {
  readonly #parts: LocalReceiverParts;
  /** The callers that currently want a pause, by number, and the time since which the receiver does not listen. */
  readonly #pauses = new Set<number>();
  #asked = 0;
  #sinceNs = 0n;
  #opened = 0;
  /** Pauses and resumptions run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: LocalReceiverParts) {
    this.#parts = parts;
  }

  async status(): Promise<ReceiverStatus> {
    return { ...this.#parts.status(), underway: this.#parts.receiver.underway };
  }

  async secrets(): Promise<readonly Secret[]> {
    return this.#parts.secrets;
  }

  async open(question: Question): Promise<string> {
    this.#parts.receiver.plans.add({ text: question.match, plan: question.plan });
    this.#opened += 1;
    return this.#parts.experiments?.begin(question) ?? `experiment-${this.#opened}`;
  }

  next(wanted: AwaitedDelivery): Promise<ReceivedDelivery | null> {
    return this.#parts.received.next(wanted);
  }

  async lines({ from }: { from: number }): Promise<readonly ReceiverLine[]> {
    return this.#parts.received.from(from);
  }

  async delayedAnswers(): Promise<readonly number[]> {
    return this.#parts.receiver.delayedAnswers;
  }

  async release({ ms }: { ms: number }): Promise<void> {
    this.#parts.receiver.release(ms);
  }

  async stopListening({ requirement }: { requirement: string }, callerLeft?: AbortSignal): Promise<number> {
    this.#asked += 1;
    const pause = this.#asked;
    this.#pauses.add(pause);
    callerLeft?.addEventListener(
      'abort',
      () => void this.listenAgain({ deaf: pause, requirement }).catch(() => undefined),
      {
        once: true,
      },
    );
    await this.#inOrder(async () => {
      if (this.#pauses.size !== 1) return;
      this.#parts.experiments?.resting();
      this.#sinceNs = process.hrtime.bigint();
      await this.#parts.receiver.rest();
    });
    return pause;
  }

  async listenAgain({ deaf: pause, requirement }: { deaf: number; requirement: string }): Promise<void> {
    const isOver = this.#pauses.delete(pause) && this.#pauses.size === 0;
    await this.#inOrder(async () => {
      if (!isOver || this.#pauses.size > 0) return;
      await this.#parts.receiver.listen();
      this.#parts.experiments?.listening();
      const span = { fromNs: String(this.#sinceNs), untilNs: String(process.hrtime.bigint()) };
      this.#parts.write({ kind: 'deaf', requirement, planned: true, ...span });
    });
  }

  renew(wanted: SecretRenewal): Promise<boolean> {
    return this.#parts.renew(wanted);
  }

  check(): Promise<void> {
    return this.#parts.check();
  }

  async askExperiments(words: unknown): Promise<unknown> {
    return (await this.#parts.experiments?.ask?.(words)) ?? null;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
