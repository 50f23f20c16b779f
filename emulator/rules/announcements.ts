import { type JsonRecord, type NumberText, writeJson } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { OrderType } from '../domain/payment.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { WebhookKind } from '../domain/webhook.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The purpose of a payment: an order of the merchant, a request, or a static address. */
export type PaymentPurpose = 'order' | 'request' | 'static';

/** The status change that a webhook announces; `from` is null if the record was created. */
export interface Transition {
  readonly kind: WebhookKind;
  readonly from: string | null;
  readonly to: string;
  /** The order type of a payment; null for other records. */
  readonly orderType: OrderType | null;
}

/** The content and time of webhooks (§ Webhook kinds). */
export const announcementRules = {
  /** The webhook kinds that announce a payment: staticAddressPayment for a payment to a static address, payment for all others. */
  kindsOfPayment(paying: PaymentPurpose): readonly WebhookKind[] {
    return paying === 'static' ? ['staticAddressPayment'] : ['payment'];
  },
  /** Every transition is announced. */
  transitionAnnounced(_transition: Transition): boolean {
    return true;
  },
  /** A payment to a static address is announced when it is detected. */
  depositAnnounced(): boolean {
    return true;
  },
  /** Creation is not a transition, so it is not announced. */
  creationAnnounced(_kind: WebhookKind): boolean {
    return false;
  },
  /** A refused request creates no record, so nothing is announced. */
  refusalAnnounced(_code: RefusalCode): boolean {
    return false;
  },
  /** Each transition is announced by one webhook. */
  announcementsOf(_transition: Transition): number {
    return 1;
  },
  /** The delay of a webhook after its transition, in milliseconds. `_nth` is the number of the webhook among all webhooks of the service. */
  announcedAfterMs(_transition: Transition, _nth: number): number {
    return 0;
  },
  /** True if an event is queued although its receiver refused the last connection. */
  announcedWhileDown(): boolean {
    return true;
  },
  /** True if a later transition cancels the retries of an earlier one. */
  superseded(_failures: number): boolean {
    return false;
  },
  /** The body of a webhook is the record. */
  webhookTold(record: JsonRecord, _transition: Transition): JsonRecord {
    return record;
  },
  /** Writes a decimal in a webhook. */
  webhookNumber(value: Money): string {
    return value.toFixed();
  },
  /** The sent text of a body: raw JSON. */
  webhookText(payload: JsonRecord, numberText: NumberText): string {
    return writeJson(payload, numberText);
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const announcementKinds: RuleKinds<typeof announcementRules> = {
  kindsOfPayment: 'choice',
  transitionAnnounced: 'always',
  depositAnnounced: 'always',
  creationAnnounced: 'manner',
  refusalAnnounced: 'never',
  announcementsOf: 'choice',
  announcedAfterMs: 'manner',
  announcedWhileDown: 'always',
  superseded: 'never',
  webhookTold: 'choice',
  webhookNumber: 'manner',
  webhookText: 'choice',
};
