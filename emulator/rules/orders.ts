import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

const MAX_CLIENT_ORDER_ID = 256;

/** Rules shared by pay-ins, pay-outs and exchange orders (§ Payments, § Limits). */
export const orderRules = {
  /** An amount must be positive. */
  amountAccepted(amount: Money): boolean {
    return amount.gt(0);
  },
  /** A numeric string is accepted as an amount. */
  amountTextAccepted(_text: string): boolean {
    return true;
  },
  /** Non-numeric text is refused as an amount, not treated as missing. */
  wordRefused(): boolean {
    return true;
  },
  /** A comment or a clientOrderId may hold any characters. */
  textAccepted(_text: string, _field: 'comment' | 'clientOrderId'): boolean {
    return true;
  },
  /** A clientOrderId has 1 to 256 characters. */
  clientOrderIdAccepted(text: string): boolean {
    const characters = [...text].length;
    return characters >= 1 && characters <= MAX_CLIENT_ORDER_ID;
  },
  /** A clientOrderId is unique within one operation of one account. */
  clientOrderIdKey(clientOrderId: string, operation: Operation): string {
    return `${operation}/${clientOrderId}`;
  },
  /** A clientOrderId in use is refused. */
  clientOrderIdFree(used: boolean, _operation: Operation): boolean {
    return !used;
  },
  /** The delay before a used clientOrderId is known to be in use, in milliseconds. */
  usedKnownAfterMs(): number {
    return 0;
  },
  /** True if a second use gets the first answer again instead of a refusal. */
  secondUseRepeated(): boolean {
    return false;
  },
  /** Client texts are stored unchanged. */
  textKept(text: string | null, _field: 'comment' | 'clientOrderId'): string | null {
    return text;
  },
  /** A refused request records nothing. */
  recordedThough(_refusal: RefusalCode, _operation: Operation): boolean {
    return false;
  },
  /** The delay before list and search show a record, in milliseconds. There is no delay, even for a record of a refused request. */
  seenAfterMs(_refused: boolean): number {
    return 0;
  },
  /** The part of a refused request's money that stays held; it is zero. */
  heldThough(held: Money, _refusal: RefusalCode): Money {
    return held.times(0);
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const orderKinds: RuleKinds<typeof orderRules> = {
  amountAccepted: 'predicate',
  amountTextAccepted: 'manner',
  wordRefused: 'always',
  textAccepted: 'always',
  clientOrderIdAccepted: 'predicate',
  clientOrderIdKey: 'transform',
  clientOrderIdFree: 'predicate',
  usedKnownAfterMs: 'choice',
  secondUseRepeated: 'choice',
  textKept: 'choice',
  recordedThough: 'never',
  seenAfterMs: 'choice',
  heldThough: 'amount',
};
