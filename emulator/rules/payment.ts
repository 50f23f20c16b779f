import { type Instant, localText, MILLISECOND } from '../domain/clock.ts';
import type { Prefix } from '../domain/ids.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { MethodKey } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { OrderType, Payment, Status, StoredPayment, TransactionType } from '../domain/payment.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The answers that show a payment record. */
export type Place = 'create' | 'get' | 'list' | 'search';

/** A time field, with the kind of its record. */
export type TimeField = 'payment.createdAt' | `checkout.${string}` | `request.${string}` | `bundle.${string}`;

/** The fields of a payment record (§ Payment, § General conventions). */
export const paymentRules = {
  /** An identifier is `<prefix>-<uuid>`. */
  idText(prefix: Prefix, uuid: string): string {
    return `${prefix}-${uuid}`;
  },
  /** Each record has its own UUID. */
  uuidGiven(fresh: string, _before: { prefix: Prefix; last: string | undefined; count: number }): string {
    return fresh;
  },
  /** The stored precision of an instant: every other instant has microseconds, the others have nanoseconds. */
  instantKept(instant: Instant, ordinal: number): Instant {
    return ordinal % 2 === 0 ? instant - (instant % 1000n) : instant;
  },
  /** The number of fraction digits of a time: 3, 6 or 9, as few as the instant needs. */
  fractionDigits(instant: Instant): number {
    if (instant % 1000n !== 0n) return 9;
    return instant % MILLISECOND !== 0n ? 6 : 3;
  },
  /** The zone of every time: UTC. */
  zoneText(_field: TimeField): string {
    return 'Z';
  },
  /** A time field is ISO 8601 text in UTC. */
  instantShown(instant: Instant, parts: { digits: number; zone: string; field: TimeField }): Json {
    return `${localText(instant, parts.digits)}${parts.zone}`;
  },
  /** The status under its documented name. */
  statusShown(status: Status): Json {
    return status;
  },
  /** The currency code. */
  currencyShown(currency: string, _blockchain: string | null): Json {
    return currency;
  },
  /** The name of the blockchain; null for fiat. */
  blockchainShown(blockchain: string | null, _currency: string): Json {
    return blockchain;
  },
  /** The order type under its documented name. */
  orderTypeShown(orderType: OrderType): Json {
    return orderType;
  },
  /** Pay-outs are debits, pay-ins credits. */
  transactionTypeShown(transactionType: TransactionType, _orderType: OrderType): Json {
    return transactionType;
  },
  /** The method under its documented name. */
  methodShown(method: MethodKey | null): Json {
    return method;
  },
  /** The signed amount: money that leaves the account is negative. */
  amountShown(amount: Money, transactionType: TransactionType): Money {
    return transactionType === 'DEBIT' ? amount.negated() : amount;
  },
  /** The external id as text. */
  externalIdShown(externalId: string | null, _method: MethodKey | null): Json {
    return externalId;
  },
  /** The reason as text; null unless the payment failed. */
  reasonShown(reason: string | null): Json {
    return reason;
  },
  /** The identifier of the account's owner. */
  transferToShown(transferTo: string | null): Json {
    return transferTo;
  },
  /** The fields for the unprocessed part in the details of one payment; `rest` is null if there is none. */
  differenceShown(rest: Money | null): JsonRecord {
    return rest === null ? {} : { unprocessedAmount: rest };
  },
  /** The fields for the receiver in the details of one payment. */
  receiverShown(receiverName: string | null): JsonRecord {
    return receiverName === null ? {} : { receiverName };
  },
  /** True if exchange orders are shown among the payments. */
  exchangeShown(_place: Place): boolean {
    return true;
  },
  /** A payment record is the same everywhere. */
  recordShown(record: JsonRecord, _place: Place, _payment: Payment): JsonRecord {
    return record;
  },
  /** The payment with exactly this id; undefined for an unknown or malformed one. */
  paymentFound(payments: ReadonlyMap<string, StoredPayment>, id: string): StoredPayment | undefined {
    return payments.get(id);
  },
  /** The accounts whose payments list and search show; this is only the caller's own account. `_by` holds the filters of a search. */
  accountsSeen(own: string, _all: readonly string[], _by: readonly string[] | null): readonly string[] {
    return [own];
  },
  /** A project serves only the account that owns it. */
  ownProject(own: boolean, _operation: Operation): boolean {
    return own;
  },
  /** The refusal for another account's record: the same as for an unknown one. */
  foreignRefusal(unknown: RefusalCode): RefusalCode {
    return unknown;
  },
  /** An account sees only its own payments. */
  ownRecord(owner: string, account: string): boolean {
    return owner === account;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const paymentKinds: RuleKinds<typeof paymentRules> = {
  idText: 'choice',
  uuidGiven: 'choice',
  instantKept: 'manner',
  fractionDigits: 'manner',
  zoneText: 'choice',
  instantShown: 'choice',
  statusShown: 'choice',
  currencyShown: 'choice',
  blockchainShown: 'choice',
  orderTypeShown: 'choice',
  transactionTypeShown: 'choice',
  methodShown: 'choice',
  amountShown: 'amount',
  externalIdShown: 'choice',
  reasonShown: 'choice',
  transferToShown: 'choice',
  differenceShown: 'choice',
  receiverShown: 'choice',
  exchangeShown: 'choice',
  recordShown: 'choice',
  paymentFound: 'choice',
  accountsSeen: 'choice',
  ownProject: 'predicate',
  foreignRefusal: 'manner',
  ownRecord: 'predicate',
};
