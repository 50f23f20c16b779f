import type { WebhookKind } from '../../schemas/domain/webhookKinds.ts';
import type { DeliveryPlan } from '../../traffic/journal/deliveryPlan.ts';
import type { DeliveryLine, NotListeningLine, RegistrationLine } from '../../traffic/journal/journalTypes.ts';
import type { Secret } from '../../traffic/redaction/redactor.ts';

/** A line that a receiver writes into the journal. */
export type ReceiverLine = RegistrationLine | DeliveryLine | NotListeningLine;

/** A wait for a delivery whose raw body contains the text, among the lines from the n-th on, for a limited time. */
export interface AwaitedDelivery {
  text: string;
  from: number;
  forMs: number;
}

/** A delivery, and its index among the lines. */
export interface ReceivedDelivery {
  at: number;
  line: DeliveryLine;
}

/** The state of the receiver of a run. */
export interface ReceiverStatus {
  /** The kinds of webhook that are sent to us. */
  kinds: readonly WebhookKind[];
  /** The kinds whose secret we may change. */
  renewable: readonly WebhookKind[];
  /** The kinds whose secret we may also take away, or give to one that has none: only the control API surely does both. */
  droppable: readonly WebhookKind[];
  /** The number of attempts that are not fully answered. */
  underway: number;
}

/** An experiment. Deliveries that contain the text `match` answer it, perhaps only in a later run. */
export interface Question {
  requirement: string;
  webhook: WebhookKind;
  match: string;
  plan: DeliveryPlan;
}

/** A change of the secret of a kind: to its next one, or to none. */
export interface SecretRenewal {
  kind: WebhookKind;
  requirement: string;
  isBare?: boolean;
}

/** A handle of the receiver of a run, in its own process or through the rate limiter's server. Each call takes one JSON value and returns one. */
export interface ReceiverHandle {
  status(): Promise<ReceiverStatus>;
  /** Returns the secrets that must never be written. */
  secrets(): Promise<readonly Secret[]>;
  /** Opens an experiment: deliveries with a text are answered by a plan from now on. Returns its id. */
  open(question: Question): Promise<string>;
  /** Waits for the first matching delivery; null if none came. */
  next(wanted: AwaitedDelivery): Promise<ReceivedDelivery | null>;
  /** Returns some of the receiver's lines from the n-th on; empty if there are no more. */
  lines(wanted: { from: number }): Promise<readonly ReceiverLine[]>;
  /** Returns the remaining delay of each delayed answer, ms. */
  delayedAnswers(): Promise<readonly number[]>;
  /** Applies a move of the target's clock, and gives the delayed answers that are now due. */
  release(moved: { ms: number }): Promise<unknown>;
  /** Stops listening until the caller wants to listen again or no longer exists. Returns the number that the caller passes to `listenAgain`. */
  stopListening(asked: { requirement: string }, callerLeft?: AbortSignal): Promise<number>;
  /** Listens again, unless another caller still wants a pause. */
  listenAgain(asked: { deaf: number; requirement: string }): Promise<unknown>;
  /** Gives a kind another secret, or none; returns whether that succeeded. */
  renew(wanted: SecretRenewal): Promise<boolean>;
  /** Checks whether webhooks are still sent to us, and logs registrations by somebody else. */
  check(): Promise<unknown>;
  /** Passes a question to the experiment store. */
  askExperiments(words: unknown): Promise<unknown>;
}

/** The handle for a run without a receiver. */
export const noReceiver: ReceiverHandle = {
  status: async () => ({ kinds: [], renewable: [], droppable: [], underway: 0 }),
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

/** Calls a method of the other process by name, with its one argument. */
export type RemoteCall = (name: string, words: unknown) => Promise<unknown>;

/** Returns a handle that calls a receiver in another process. If that process has no receiver, the handle acts like `noReceiver`. */
export function remoteReceiver(call: RemoteCall): ReceiverHandle {
  const otherwise = (name: keyof ReceiverHandle) => (noReceiver[name] as () => Promise<unknown>)();
  const asks = names.map(
    (name) => [name, async (words: unknown) => (await call(name, words ?? null)) ?? otherwise(name)] as const,
  );
  return Object.fromEntries(asks) as unknown as ReceiverHandle;
}

/** Answers a call from another process; `callerLeft` aborts when the caller no longer exists. */
export function answerReceiverCall(
  receiver: ReceiverHandle,
  { name, words }: { name: string; words: unknown },
  callerLeft: AbortSignal,
): Promise<unknown> {
  const known = names.find((one) => one === name);
  if (known === undefined) throw new RangeError('expected a method of the receiver, got another word');
  const ask = receiver[known] as (words: unknown, gone: AbortSignal) => Promise<unknown>;
  return ask.call(receiver, words, callerLeft);
}

/** Yields the receiver's lines, in order. */
export async function* linesOf(receiver: ReceiverHandle): AsyncGenerator<ReceiverLine> {
  let from = 0;
  for (let page = await receiver.lines({ from }); page.length > 0; page = await receiver.lines({ from })) {
    yield* page;
    from += page.length;
  }
}
