import { type JsonRecord, type NumberText, writeJson } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { OrderType } from '../domain/payment.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { WebhookKind } from '../domain/webhook.ts';
import type { RuleKinds } from './ruleKind.ts';

/** What a payment pays: an order of the merchant, a request, a static address. */
export type PaymentPurpose = 'order' | 'request' | 'static';

/** A change that a webhook is about; from null: the record was created so. */
export interface Transition {
  readonly kind: WebhookKind;
  readonly from: string | null;
  readonly to: string;
  /** Of a payment, its order type. */
  readonly orderType: OrderType | null;
}

/** What webhooks tell, and when (§ Webhook kinds). */
export const announcementRules = {
  /** The kinds as which a payment is announced: one to a static address is announced as such, any other as a payment. */
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
  /** Creation is no transition. */
  creationAnnounced(_kind: WebhookKind): boolean {
    return false;
  },
  /** What is refused was never there, so that nobody is told. */
  refusalAnnounced(_code: RefusalCode): boolean {
    return false;
  },
  /** How many webhooks announce a transition: one. */
  announcementsOf(_transition: Transition): number {
    return 1;
  },
  /** How long after a transition its webhook is sent, in milliseconds; it is the `nth` of its service. */
  announcedAfterMs(_transition: Transition, _nth: number): number {
    return 0;
  },
  /** A webhook waits for its receiver, though that was down a moment ago. */
  announcedWhileDown(): boolean {
    return true;
  },
  /** A later transition takes nothing from what is still to be told of an earlier one. */
  superseded(_failures: number): boolean {
    return false;
  },
  /** The body is the record. */
  webhookTold(record: JsonRecord, _transition: Transition): JsonRecord {
    return record;
  },
  /** How a decimal is written in a webhook. */
  webhookNumber(value: Money): string {
    return value.toFixed();
  },
  /** The body as it is sent: raw JSON. */
  webhookText(told: JsonRecord, numberText: NumberText): string {
    return writeJson(told, numberText);
  },
};

/** How each rule of this group can be broken mechanically. */
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
