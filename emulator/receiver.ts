import type { Sender } from './sender.ts';
import type { Outcome, Sending } from './webhooks.ts';

/** What a receiver does with a webhook: answers with a status, does not let it in, breaks off, or keeps silent. */
export type Reaction =
  | number
  | 'refused'
  | 'closed'
  | 'cut'
  | 'silent'
  | { readonly status: number; readonly location: string };

/** A receiver of webhooks within the process of a test: it answers at once, and knows what it was sent. */
export interface Receiver extends Sender {
  readonly received: Sending[];
  /** How it reacts, which a test may change. */
  react: (sending: Sending) => Reaction;
}

/** A receiver that answers 200 until it is told otherwise. */
export function newReceiver(): Receiver {
  const received: Sending[] = [];
  const receiver: Receiver = {
    received,
    react: () => 200,
    send: (sending, tell) => {
      received.push(sending);
      const reaction = receiver.react(sending);
      if (reaction !== 'silent') tell(outcomeOf(reaction));
      return () => {};
    },
    close: () => {},
  };
  return receiver;
}

function outcomeOf(reaction: Exclude<Reaction, 'silent'>): Outcome {
  if (typeof reaction === 'number') return { end: 'answered', status: reaction, location: null };
  if (typeof reaction === 'object') return { end: 'answered', ...reaction };
  return { end: reaction, status: reaction === 'cut' ? 500 : null, location: null };
}
