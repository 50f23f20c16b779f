import type openapi from '../openapi.json';
import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from './lifecycles.ts';

// What is known of the webhooks of a kind, and of the record that they announce.
interface WebhookFacts {
  /** The prefix of the record's own id. */
  readonly idPrefix?: string;
  /** The prefix of an id that only bodies of this kind contain, for records without an id of their own. */
  readonly mark?: string;
  readonly statuses?: readonly string[];
  /** True if only the operator can register the kind, in the dashboard. */
  readonly isOfDashboard?: boolean;
}

/** The states of an incoming blockchain payment (§ States and transitions). */
export const chainStates: readonly string[] = ['PENDING', 'FAILED', 'SUCCESS'];

const facts = {
  payment: { idPrefix: 'PMT-', statuses: paymentLifecycle.states },
  checkout: { idPrefix: 'CCO-', statuses: checkoutLifecycle.states },
  request: { idPrefix: 'CAPD-', statuses: requestLifecycle.states },
  staticAddressPayment: { mark: 'UBADR-', statuses: chainStates },
  massPayoutBatch: { isOfDashboard: true },
  massPayoutOrder: { isOfDashboard: true },
} as const satisfies Record<keyof typeof openapi.webhooks, WebhookFacts>;

type Facts = typeof facts;

/** One kind of webhook (§ Webhook kinds). */
export type WebhookKind = keyof Facts;

/** What is known of each kind of webhook. */
export const webhookFacts: Readonly<Record<WebhookKind, WebhookFacts>> = facts;

/** All kinds of webhook. */
export const webhookKinds = Object.keys(facts) as readonly WebhookKind[];

/** A kind that not only the operator can register. */
export type RegistrableKind = {
  [Kind in WebhookKind]: Facts[Kind] extends { isOfDashboard: true } ? never : Kind;
}[WebhookKind];

/** True for a kind that not only the operator can register. */
export const isRegistrable = (kind: WebhookKind): kind is RegistrableKind => webhookFacts[kind].isOfDashboard !== true;

/** The kinds that not only the operator can register. */
export const registrable: readonly RegistrableKind[] = webhookKinds.filter(isRegistrable);
