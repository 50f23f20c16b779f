import type { Instant } from './clock.ts';

/** The purpose of a payment: an order of the merchant, a request, or a static address. */
export type PaymentPurpose = 'order' | 'request' | 'static';

/** A kind of webhook: the operation that registers it and its path, which the service chooses, and the payments that the kind announces. */
interface KindOfWebhook {
  readonly operation: `register${string}Webhook`;
  readonly path: string;
  readonly payments: readonly PaymentPurpose[];
}

/** The webhook kinds that this service sends (§ Webhook kinds; mass payouts belong to the dashboard). */
export const WEBHOOKS = {
  payment: {
    operation: 'registerPaymentWebhook',
    path: '/v1/user/webhooks/payment',
    payments: ['order', 'request'],
  },
  checkout: {
    operation: 'registerCheckoutWebhook',
    path: '/v1/user/crypto-acquiring/{projectId}/webhooks/checkout',
    payments: [],
  },
  request: {
    operation: 'registerRequestWebhook',
    path: '/v1/user/crypto-acquiring/{projectId}/webhooks/request',
    payments: [],
  },
  staticAddressPayment: {
    operation: 'registerStaticWebhook',
    path: '/v1/user/webhooks/static-address-payment',
    payments: ['static'],
  },
} as const satisfies Record<string, KindOfWebhook>;

/** One kind of webhook. */
export type WebhookKind = keyof typeof WEBHOOKS;

/** The names of the kinds. */
export const WEBHOOK_KINDS = Object.keys(WEBHOOKS) as readonly WebhookKind[];

/** The kinds that announce the payments of a purpose. */
export const kindsAnnouncing = (purpose: PaymentPurpose): readonly WebhookKind[] =>
  WEBHOOK_KINDS.filter((kind) => (WEBHOOKS[kind].payments as readonly PaymentPurpose[]).includes(purpose));

/** True if webhooks of a kind belong to a project, not to an account. */
export const isOfProject = (kind: WebhookKind): boolean => WEBHOOKS[kind].path.includes('{projectId}');

/** The receiver that an account configured for a webhook kind (§ Webhook configuration). */
export interface Registration {
  readonly kind: WebhookKind;
  readonly owner: string;
  /** The project that the webhooks belong to; null for the account or for all its projects. */
  readonly projectId: string | null;
  readonly url: string;
  readonly secret: string | null;
  /** The previous secret. */
  readonly formerSecret: string | null;
}

/** The record that a webhook is about. */
export interface WebhookSubject {
  readonly kind: WebhookKind;
  readonly id: string;
  readonly owner: string;
  readonly projectId: string | null;
}

/** A webhook to send; its text is the record at the moment of the transition. */
export interface Delivery {
  readonly subject: WebhookSubject;
  readonly text: string;
  /** Returns the text of the record as it is now. */
  readonly now: () => string;
  /** The receiver's address when the delivery was created. */
  readonly url: string;
  readonly dueAt: Instant;
  /** The number of failed attempts, and the number of successful attempts. */
  readonly failures: number;
  readonly successes: number;
}

/** A webhook request as the service sends it. */
export interface WebhookRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The source address of the request. */
  readonly source: string;
  /** True if later requests reuse the connection. */
  readonly keepAlive: boolean;
}

/** The outcome of a request: an answer, a truncated answer, or no answer because the connection was closed or refused or the time ran out. */
export interface AttemptOutcome {
  readonly end: 'answered' | 'cut' | 'closed' | 'refused' | 'late';
  readonly status: number | null;
  readonly location: string | null;
}

/** An attempt that was sent and has no outcome yet. */
export interface Attempt {
  readonly delivery: Delivery;
  readonly sending: WebhookRequest;
  /** The scheduled time and the actual start of the attempt. The start is later if the clock jumped past the scheduled time. */
  readonly at: Instant;
  readonly since: Instant;
  /** The time of the next retry if this attempt fails; null if there is none. */
  readonly retryAt: Instant | null;
}

/** The webhook state of an instance. */
export interface Webhooks {
  registered: readonly Registration[];
  /** The deliveries to send, in time order. */
  readonly waiting: Delivery[];
  readonly underway: Map<number, Attempt>;
  /** The receivers that last refused a connection. */
  readonly down: Set<string>;
  announced: number;
  begun: number;
}

/** The initial state: no registered webhook and nothing to send. */
export const noWebhooks = (): Webhooks => ({
  registered: [],
  waiting: [],
  underway: new Map(),
  down: new Set(),
  announced: 0,
  begun: 0,
});
