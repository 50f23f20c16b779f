import type { MethodKey } from '../../domain/method.ts';
import type { Money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operations.ts';
import type { Status } from '../../domain/payment.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { always, amount, choice, manner, never, predicate, transform } from '../core/ruleKind.ts';
import type { Side } from './exchange.ts';

const MAX_CLIENT_ORDER_ID = 256;

/** How an order is made: by the method of a payment, or on a side of the market. */
export interface OrderWay {
  readonly method: MethodKey | null;
  readonly side: Side | null;
}

/**
 * What a later use of a clientOrderId finds: the present status of the first order, its age in milliseconds, whether both bodies are the same, and how the later
 * order is made.
 */
export interface FirstUse {
  readonly again: OrderWay;
  readonly status: Status | undefined;
  readonly ageMs: number;
  readonly isSameBody: boolean;
}

/** What an order without clientOrderId counts as that equals one of the account shortly before: an order of its own, one that moves no balance, a repetition, or an error. */
export type EqualOrder = 'own' | 'unbooked' | 'repetition' | 'refused';

/** Rules shared by pay-ins, pay-outs and exchange orders (§ Payments, § Limits). */
export const orderRules = {
  /** An amount must be positive. */
  amountAccepted: predicate((amount: Money): boolean => amount.gt(0)),
  /** A number may be written in every way that JSON knows, with an exponent too. */
  amountWritten: always((_source: string): boolean => true),
  /** A numeric string is accepted as an amount. */
  amountTextAccepted: manner((_text: string): boolean => true),
  /** Non-numeric text is refused as an amount, not treated as missing. */
  wordRefused: always((): boolean => true),
  /** A comment or a clientOrderId may hold any characters. */
  textAccepted: always((_text: string, _field: 'comment' | 'clientOrderId'): boolean => true),
  /** A clientOrderId has 1 to 256 characters. */
  clientOrderIdAccepted: predicate((text: string): boolean => {
    const characters = [...text].length;
    return characters >= 1 && characters <= MAX_CLIENT_ORDER_ID;
  }),
  /** A clientOrderId is unique within one operation of one account. */
  clientOrderIdKey: transform(
    (clientOrderId: string, operation: Operation, _way: OrderWay): string => `${operation}/${clientOrderId}`,
  ),
  /** An id that only another account has used is free. */
  usedElsewhereCounts: never((_operation: Operation): boolean => false),
  /** A required field is missing if it has no value; null is none. */
  fieldMissing: predicate(
    (isGiven: boolean, _of: { field: string; body: Readonly<Record<string, unknown>> }): boolean => !isGiven,
  ),
  /** Every account may create orders. */
  accountMayOrder: manner((_label: string): boolean => true),
  /** A clientOrderId in use is refused. */
  clientOrderIdFree: predicate((used: boolean, _operation: Operation, _first?: FirstUse): boolean => !used),
  /** The delay before a used clientOrderId is known to be in use, in milliseconds. */
  usedKnownAfterMs: choice((_operation: Operation, _way: OrderWay): number => 0),
  /** True if a second use gets the first answer again instead of a refusal. */
  secondUseRepeated: choice((): boolean => false),
  /** An order without clientOrderId is an order of its own, however soon it follows an equal one. */
  equalOrderTaken: choice((_sinceMs: number, _operation: Operation): EqualOrder => 'own'),
  /** Client texts are stored unchanged. */
  textKept: choice((text: string | null, _field: 'comment' | 'clientOrderId'): string | null => text),
  /** A refused request records nothing. */
  recordedThough: never((_refusal: RefusalCode, _operation: Operation): boolean => false),
  /** Whether a refused order is kept as a failed payment. */
  refusedKept: manner((_refusal: RefusalCode): boolean => false),
  /** The delay before list and search show a record, in milliseconds. There is no delay, even for a record of a refused request. */
  seenAfterMs: choice((_refused: boolean): number => 0),
  /** The part of a refused request's money that stays held; it is zero. */
  heldThough: amount((held: Money, _refusal: RefusalCode): Money => held.times(0)),
};
