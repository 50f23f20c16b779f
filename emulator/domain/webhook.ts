import type { Instant } from './clock.ts';

/** The kinds of webhook that this service sends (§ Webhook kinds; mass payout is a matter of the dashboard). */
export const WEBHOOK_KINDS = ['payment', 'checkout', 'request', 'staticAddressPayment'] as const;

/** One kind of webhook. */
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Where an account wants webhooks of a kind (§ Webhook configuration). */
export interface Registration {
  readonly kind: WebhookKind;
  readonly owner: string;
  /** The project whose webhooks these are; null: those of the account, or of all its projects. */
  readonly projectId: string | null;
  readonly url: string;
  readonly secret: string | null;
  /** The secret that was there before this one. */
  readonly formerSecret: string | null;
}

/** The record that a webhook is about. */
export interface WebhookSubject {
  readonly kind: WebhookKind;
  readonly id: string;
  readonly owner: string;
  readonly projectId: string | null;
}

/** What the service has to tell somebody: its text is that of the moment of the transition. */
export interface Delivery {
  readonly subject: WebhookSubject;
  readonly text: string;
  /** The text that the record would give now. */
  readonly now: () => string;
  /** Where it was to go when it was made. */
  readonly url: string;
  readonly dueAt: Instant;
  /** How often it was tried in vain, and how often it arrived. */
  readonly failures: number;
  readonly successes: number;
}

/** A request as it leaves the service. */
export interface WebhookRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The address from which it comes. */
  readonly source: string;
  /** Whether the connection is kept for further ones. */
  readonly keepAlive: boolean;
}

/** What came of a request: an answer; one that was cut off; none, for the connection was closed, refused, or nothing came in time. */
export interface AttemptOutcome {
  readonly end: 'answered' | 'cut' | 'closed' | 'refused' | 'late';
  readonly status: number | null;
  readonly location: string | null;
}

/** A delivery that was sent and is not ended. */
export interface Attempt {
  readonly delivery: Delivery;
  readonly sending: WebhookRequest;
  /** Its own time, and when it was really begun: later where the clock was moved past its time. */
  readonly at: Instant;
  readonly since: Instant;
  /** When it will be tried again should it fail; null: never. */
  readonly retryAt: Instant | null;
}

/** What a world knows of its webhooks. */
export interface Webhooks {
  registered: readonly Registration[];
  /** What is to be sent, in the order of its time. */
  readonly waiting: Delivery[];
  readonly underway: Map<number, Attempt>;
  /** The receivers that last refused a connection. */
  readonly down: Set<string>;
  announced: number;
  begun: number;
}

/** No webhook is registered, nothing to be sent. */
export const noWebhooks = (): Webhooks => ({
  registered: [],
  waiting: [],
  underway: new Map(),
  down: new Set(),
  announced: 0,
  begun: 0,
});
