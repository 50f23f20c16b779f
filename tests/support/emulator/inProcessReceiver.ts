import type { AttemptOutcome, WebhookRequest } from '../../../emulator/domain/webhook.ts';
import type { Sender } from '../../../emulator/server/httpSender.ts';

/** The reaction of a receiver to a webhook: a status, a refused connection, a broken connection, or silence. */
export type ReceiverReaction =
  | number
  | 'refused'
  | 'closed'
  | 'cut'
  | 'silent'
  | { readonly status: number; readonly location: string };

/** A webhook receiver within the process of a test. It answers at once and records what it receives. */
export interface InProcessReceiver extends Sender {
  readonly received: WebhookRequest[];
  /** Its reaction; a test may replace it. */
  react: (sending: WebhookRequest) => ReceiverReaction;
}

/** Returns a receiver that answers 200 until a test changes it. */
export function newReceiver(): InProcessReceiver {
  const received: WebhookRequest[] = [];
  const receiver: InProcessReceiver = {
    received,
    react: () => 200,
    send: (sending, report) => {
      received.push(sending);
      const reaction = receiver.react(sending);
      if (reaction !== 'silent') report(outcomeOf(reaction));
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
