import type { DeliveryPlan } from '../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine, Line, NotListeningLine, RegistrationLine } from '../../traffic/journal/journalTypes.ts';
import type { Secret } from '../../traffic/redaction/redactor.ts';
import type { WebhookKind } from '../../traffic/target/file/targetFile.ts';

/** What a receiver writes into the journal. */
export type ReceiverLine = RegistrationLine | DeliveryLine | NotListeningLine;

/** Which delivery is awaited: one whose raw body contains the text, from the n-th line on, for so long. */
export interface AwaitedDelivery {
  text: string;
  from: number;
  forMs: number;
}

/** A delivery, and its place among the lines. */
export interface ReceivedDelivery {
  at: number;
  line: DeliveryLine;
}

/** What comes to the receiver of a run. */
export interface ReceiverStatus {
  /** The kinds whose webhooks are sent to us. */
  kinds: readonly WebhookKind[];
  /** Those whose secret we may change. */
  renewable: readonly WebhookKind[];
  /** How many attempts are not answered to their end. */
  underway: number;
}

/** A question that deliveries of one text answer, perhaps only in a later run. */
export interface Question {
  requirement: string;
  webhook: WebhookKind;
  match: string;
  plan: DeliveryPlan;
}

/** What the receiver of a run is asked, in its own process or across the desk: one JSON value in, one out. */
export interface ReceiverHandle {
  status(): Promise<ReceiverStatus>;
  /** What must never be written. */
  secrets(): Promise<readonly Secret[]>;
  /** Deliveries of a text are answered by a plan from now on, as an experiment; gives its id. */
  open(question: Question): Promise<string>;
  /** The first delivery that is wanted, awaited; null where none came. */
  next(wanted: AwaitedDelivery): Promise<ReceivedDelivery | null>;
  /** Some of the receiver's lines from the n-th on; none when there are no more. */
  lines(wanted: { from: number }): Promise<readonly ReceiverLine[]>;
  /** How much longer each held answer is to be late, ms. */
  delayedAnswers(): Promise<readonly number[]>;
  /** The target's clock was moved by so much: held answers that are late enough go. */
  release(moved: { ms: number }): Promise<unknown>;
  /** Nobody listens from now on, until whoever asked for it is gone or wants to hear again; gives the number to say so by. */
  stopListening(asked: { requirement: string }, gone?: AbortSignal): Promise<number>;
  /** Listens again, when nobody else wants it to be deaf. */
  listenAgain(asked: { deaf: number; requirement: string }): Promise<unknown>;
  /** Gives a kind another secret; says whether that was done. */
  renew(wanted: { kind: WebhookKind; requirement: string }): Promise<boolean>;
  /** Looks whether webhooks are still sent to us, and writes what was registered by somebody else. */
  check(): Promise<unknown>;
  /** What only the keeper of experiments understands. */
  askExperiments(words: unknown): Promise<unknown>;
}

/** The hearing where there is no receiver. */
export const noReceiver: ReceiverHandle = {
  status: async () => ({ kinds: [], renewable: [], underway: 0 }),
  secrets: async () => [],
  open: async () => '',
  next: async () => null,
  lines: async () => [],
  delayedAnswers: async () => [],
  release: async () => null,
  stopListening: async () => 0,
  listenAgain: async () => null,
  renew: async () => false,
  check: async () => null,
  askExperiments: async () => null,
};

const names = Object.keys(noReceiver) as (keyof ReceiverHandle)[];

/** Asks across a desk: the name of what is asked, and its one argument. */
export type RemoteCall = (name: string, words: unknown) => Promise<unknown>;

/** The hearing at the other end of a desk, where nobody may hear. */
export function remoteReceiver(tell: RemoteCall): ReceiverHandle {
  const otherwise = (name: keyof ReceiverHandle) => (noReceiver[name] as () => Promise<unknown>)();
  const asks = names.map(
    (name) => [name, async (words: unknown) => (await tell(name, words ?? null)) ?? otherwise(name)] as const,
  );
  return Object.fromEntries(asks) as unknown as ReceiverHandle;
}

/** Answers what comes across a desk; `gone` says that the asker is. */
export function answerReceiverCall(
  hearing: ReceiverHandle,
  { name, words }: { name: string; words: unknown },
  gone: AbortSignal,
): Promise<unknown> {
  const known = names.find((one) => one === name);
  if (known === undefined) throw new RangeError('wanted something that a receiver does, found another word');
  const ask = hearing[known] as (words: unknown, gone: AbortSignal) => Promise<unknown>;
  return ask.call(hearing, words, gone);
}

/** Gives the lines of the receiver that a record has not, in their order. */
export async function* linesAfter(hearing: ReceiverHandle, known: number): AsyncGenerator<Line> {
  let from = known;
  for (let page = await hearing.lines({ from }); page.length > 0; page = await hearing.lines({ from })) {
    yield* page;
    from += page.length;
  }
}
