import type { AttemptOutcome, WebhookRequest } from '../../../emulator/domain/webhook.ts';
import type { Sender } from '../../../emulator/server/httpSender.ts';

/** What a receiver does with a webhook: answers with a status, does not let it in, breaks off, or keeps silent. */
export type ReceiverReaction =
  | number
  | 'refused'
  | 'closed'
  | 'cut'
  | 'silent'
  | { readonly status: number; readonly location: string };

/** A receiver of webhooks within the process of a test: it answers at once, and knows what it was sent. */
export interface InProcessReceiver extends Sender {
  readonly received: WebhookRequest[];
  /** How it reacts, which a test may change. */
  react: (sending: WebhookRequest) => ReceiverReaction;
}

/** A receiver that answers 200 until it is told otherwise. */
export function newReceiver(): InProcessReceiver {
  const received: WebhookRequest[] = [];
  const receiver: InProcessReceiver = {
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

function outcomeOf(reaction: Exclude<ReceiverReaction, 'silent'>): AttemptOutcome {
  if (typeof reaction === 'number') return { end: 'answered', status: reaction, location: null };
  if (typeof reaction === 'object') return { end: 'answered', ...reaction };
  return { end: reaction, status: reaction === 'cut' ? 500 : null, location: null };
}
