import { type JsonRecord, type NumberText, writeJson } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import type { OrderType } from '../../domain/payment.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { kindsAnnouncing, type PaymentPurpose, type WebhookKind } from '../../domain/webhook.ts';
import { always, choice, manner, never } from '../core/ruleKind.ts';

/** The status change that a webhook announces; `from` is null if the record was created. */
export interface Transition {
  readonly kind: WebhookKind;
  readonly from: string | null;
  readonly to: string;
  /** The order type of a payment; null for other records. */
  readonly orderType: OrderType | null;
}

/** A payment to a static address when it is detected. */
export interface DetectedDeposit {
  readonly amount: Money;
  /** Why it will fail; null if it will not. */
  readonly failure: string | null;
}

/** A payment to a static address that equals an earlier one: of the same amount and asset, to the same address. */
export interface EqualDeposit {
  readonly blockchain: string | null;
  /** True if it has failed or will. */
  readonly fails: boolean;
}

/** The content and time of webhooks (§ Webhook kinds). */
export const announcementRules = {
  /** The webhook kinds that announce a payment: staticAddressPayment for a payment to a static address, payment for all others. */
  kindsOfPayment: choice((paying: PaymentPurpose): readonly WebhookKind[] => kindsAnnouncing(paying)),
  /** Every transition is announced. */
  transitionAnnounced: always((_transition: Transition): boolean => true),
  /** A payment to a static address is announced when it is detected. */
  depositAnnounced: always((_deposit: DetectedDeposit): boolean => true),
  /** Equal payments to a static address are payments of their own, each of which is announced. */
  equalDepositAnnounced: always((_deposit: EqualDeposit): boolean => true),
  /** Creation is not a transition, so it is not announced. */
  creationAnnounced: manner((_kind: WebhookKind): boolean => false),
  /** A refused request creates no record, so nothing is announced. */
  refusalAnnounced: never((_code: RefusalCode): boolean => false),
  /** Each transition is announced by one webhook. */
  announcementsOf: choice((_transition: Transition): number => 1),
  /** The delay of a webhook after its transition, in milliseconds. `_nth` is the number of the webhook among all webhooks of the service. */
  announcedAfterMs: manner((_transition: Transition, _nth: number): number => 0),
  /** True if an event is queued although its receiver refused the last connection. */
  announcedWhileDown: always((): boolean => true),
  /** True if a later transition cancels the waiting webhook of an earlier one, which has failed so often. */
  superseded: never((_failures: number, _kind: WebhookKind): boolean => false),
  /** The body of a webhook is the record. */
  webhookTold: choice((record: JsonRecord, _transition: Transition): JsonRecord => record),
  /** Writes a decimal in a webhook. */
  webhookNumber: manner((value: Money): string => value.toFixed()),
  /** The sent text of a body: raw JSON. */
  webhookText: choice((payload: JsonRecord, numberText: NumberText): string => writeJson(payload, numberText)),
};
