import { type Instant, localText, MILLISECOND } from '../../domain/clock.ts';
import type { Prefix } from '../../domain/ids.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { MethodKey } from '../../domain/method.ts';
import type { Money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operations.ts';
import type { OrderType, Payment, Status, StoredPayment, TransactionType } from '../../domain/payment.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { amount, choice, manner, predicate } from '../core/ruleKind.ts';

/** The answers that show a payment record. */
export type Place = 'create' | 'get' | 'list' | 'search';

/** A time field, with the kind of its record. */
export type TimeField = 'payment.createdAt' | `checkout.${string}` | `request.${string}` | `bundle.${string}`;

/** The fields of a payment record (§ Payment, § General conventions). */
export const paymentRules = {
  /** An identifier is `<prefix>-<uuid>`. */
  idText: choice((prefix: Prefix, uuid: string): string => `${prefix}-${uuid}`),
  /** Each record has its own UUID. */
  uuidGiven: choice(
    (fresh: string, _before: { prefix: Prefix; last: string | undefined; count: number }): string => fresh,
  ),
  /** The stored precision of an instant: every other instant has microseconds, the others have nanoseconds. */
  instantKept: manner(
    (instant: Instant, ordinal: number): Instant => (ordinal % 2 === 0 ? instant - (instant % 1000n) : instant),
  ),
  /** The number of fraction digits of a time: 3, 6 or 9, as few as the instant needs. */
  fractionDigits: manner((instant: Instant): number => {
    if (instant % 1000n !== 0n) return 9;
    return instant % MILLISECOND !== 0n ? 6 : 3;
  }),
  /** The zone of every time: UTC. */
  zoneText: choice((_field: TimeField): string => 'Z'),
  /** A time field is ISO 8601 text in UTC. */
  instantShown: choice(
    (instant: Instant, parts: { digits: number; zone: string; field: TimeField }): Json =>
      `${localText(instant, parts.digits)}${parts.zone}`,
  ),
  /** The status under its documented name. */
  statusShown: choice((status: Status): Json => status),
  /** The currency code. */
  currencyShown: choice((currency: string, _blockchain: string | null): Json => currency),
  /** The name of the blockchain; null for fiat. */
  blockchainShown: choice((blockchain: string | null, _currency: string): Json => blockchain),
  /** The order type under its documented name. */
  orderTypeShown: choice((orderType: OrderType): Json => orderType),
  /** Pay-outs are debits, pay-ins credits. */
  transactionTypeShown: choice((transactionType: TransactionType, _orderType: OrderType): Json => transactionType),
  /** The method under its documented name. */
  methodShown: choice((method: MethodKey | null): Json => method),
  /** The signed amount: money that leaves the account is negative. */
  amountShown: amount(
    (amount: Money, transactionType: TransactionType): Money =>
      transactionType === 'DEBIT' ? amount.negated() : amount,
  ),
  /** The external id as text. */
  externalIdShown: choice((externalId: string | null, _method: MethodKey | null): Json => externalId),
  /** The reason as text; null unless the payment failed. */
  reasonShown: choice((reason: string | null): Json => reason),
  /** The identifier of the account's owner. */
  transferToShown: choice((transferTo: string | null): Json => transferTo),
  /** The fields for the unprocessed part in the details of one payment; `rest` is null if there is none. */
  differenceShown: choice((rest: Money | null): JsonRecord => (rest === null ? {} : { unprocessedAmount: rest })),
  /** The fields for the receiver in the details of one payment. */
  receiverShown: choice((receiverName: string | null): JsonRecord => (receiverName === null ? {} : { receiverName })),
  /** True if exchange orders are shown among the payments. */
  exchangeShown: choice((_place: Place): boolean => true),
  /** A payment record is the same everywhere. */
  recordShown: choice((record: JsonRecord, _place: Place, _payment: Payment): JsonRecord => record),
  /** The payment with exactly this id; undefined for an unknown or malformed one. */
  paymentFound: choice((payments: ReadonlyMap<string, StoredPayment>, id: string): StoredPayment | undefined =>
    payments.get(id),
  ),
  /** The accounts whose payments list and search show; this is only the caller's own account. `_by` holds the filters of a search. */
  accountsSeen: choice((own: string, _all: readonly string[], _by: readonly string[] | null): readonly string[] => [
    own,
  ]),
  /** A project serves only the account that owns it. */
  ownProject: predicate((own: boolean, _operation: Operation): boolean => own),
  /** The refusal for another account's record: the same as for an unknown one. */
  foreignRefusal: manner((unknown: RefusalCode): RefusalCode => unknown),
  /** An account sees only its own payments. */
  ownRecord: predicate((owner: string, account: string, _orderType: OrderType): boolean => owner === account),
};
