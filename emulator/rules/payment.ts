import { type Instant, localText, MILLISECOND } from '../domain/clock.ts';
import type { Prefix } from '../domain/ids.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { MethodKey } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { OrderType, Payment, Status, StoredPayment, TransactionType } from '../domain/payment.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Where a payment record is shown. */
export type Place = 'create' | 'get' | 'list' | 'search';

/** Which time field is written, and in what kind of record. */
export type TimeField = 'payment.createdAt' | `checkout.${string}` | `request.${string}` | `bundle.${string}`;

/** What a payment record says (§ Payment, § General conventions). */
export const paymentRules = {
  /** An identifier is `<prefix>-<uuid>`. */
  idText(prefix: Prefix, uuid: string): string {
    return `${prefix}-${uuid}`;
  },
  /** Each record has a UUID of its own. */
  uuidGiven(fresh: string, _before: { prefix: Prefix; last: string | undefined; count: number }): string {
    return fresh;
  },
  /** The precision in which an instant is kept: every other one to the microsecond, the rest to the nanosecond. */
  instantKept(instant: Instant, ordinal: number): Instant {
    return ordinal % 2 === 0 ? instant - (instant % 1000n) : instant;
  },
  /** Fraction digits of a time: as many as it needs, in steps of three. */
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
  /** The status in its own word. */
  statusShown(status: Status): Json {
    return status;
  },
  /** The currency by its code. */
  currencyShown(currency: string, _blockchain: string | null): Json {
    return currency;
  },
  /** The blockchain by its name; null for fiat. */
  blockchainShown(blockchain: string | null, _currency: string): Json {
    return blockchain;
  },
  /** The order type in its own word. */
  orderTypeShown(orderType: OrderType): Json {
    return orderType;
  },
  /** Pay-outs are debits, pay-ins credits. */
  transactionTypeShown(transactionType: TransactionType, _orderType: OrderType): Json {
    return transactionType;
  },
  /** The method in its own word. */
  methodShown(method: MethodKey | null): Json {
    return method;
  },
  /** The amount with its sign: what leaves the account is negative. */
  amountShown(amount: Money, transactionType: TransactionType): Money {
    return transactionType === 'DEBIT' ? amount.negated() : amount;
  },
  /** The external id is text. */
  externalIdShown(externalId: string | null, _method: MethodKey | null): Json {
    return externalId;
  },
  /** The reason is text, null unless the payment failed. */
  reasonShown(reason: string | null): Json {
    return reason;
  },
  /** The owner by its identifier. */
  transferToShown(transferTo: string | null): Json {
    return transferTo;
  },
  /** What the details of one payment tell of the part that was not processed; null: all of it was. */
  differenceShown(rest: Money | null): JsonRecord {
    return rest === null ? {} : { unprocessedAmount: rest };
  },
  /** What the details of one payment tell of its receiver. */
  receiverShown(receiverName: string | null): JsonRecord {
    return receiverName === null ? {} : { receiverName };
  },
  /** Whether exchange orders are shown among the payments. */
  exchangeShown(_place: Place): boolean {
    return true;
  },
  /** A payment reads the same wherever it is shown. */
  recordShown(record: JsonRecord, _place: Place, _payment: Payment): JsonRecord {
    return record;
  },
  /** The payment that an id names, by the whole id; undefined for an unknown or malformed one. */
  paymentFound(payments: ReadonlyMap<string, StoredPayment>, id: string): StoredPayment | undefined {
    return payments.get(id);
  },
  /** The accounts whose payments an account finds in list and search, by the filters of a search: its own. */
  accountsSeen(own: string, _all: readonly string[], _by: readonly string[] | null): readonly string[] {
    return [own];
  },
  /** A project serves the account that has it. */
  ownProject(own: boolean, _operation: Operation): boolean {
    return own;
  },
  /** What is said of a record that another account has: the same as of one that is not there. */
  foreignRefusal(unknown: RefusalCode): RefusalCode {
    return unknown;
  },
  /** One account sees only its own payments. */
  ownRecord(owner: string, account: string): boolean {
    return owner === account;
  },
};

/** How each rule of this group can be broken mechanically. */
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
