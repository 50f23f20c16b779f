import type { Money } from '../domain/money.ts';
import type { Operation } from '../domain/operations.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

const MAX_CLIENT_ORDER_ID = 256;

/** What pay-ins, pay-outs and exchange orders have in common (§ Payments, § Limits). */
export const orderRules = {
  /** An amount is positive. */
  amountAccepted(amount: Money): boolean {
    return amount.gt(0);
  },
  /** A numeric string is taken for a number. */
  amountTextAccepted(_text: string): boolean {
    return true;
  },
  /** A text that is no number is refused, not taken for an amount that is missing. */
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
  /** A clientOrderId that is in use is refused. */
  clientOrderIdFree(used: boolean, _operation: Operation): boolean {
    return !used;
  },
  /** How long after its use a clientOrderId is known to be in use, in milliseconds. */
  usedKnownAfterMs(): number {
    return 0;
  },
  /** A second use is refused, rather than answered like the first. */
  secondUseRepeated(): boolean {
    return false;
  },
  /** What the client sent is kept as it is. */
  textKept(text: string | null, _field: 'comment' | 'clientOrderId'): string | null {
    return text;
  },
  /** A refused request records nothing. */
  recordedThough(_refusal: RefusalCode, _operation: Operation): boolean {
    return false;
  },
  /** A record is seen in list and search at once, were its request refused or not. */
  seenAfterMs(_refused: boolean): number {
    return 0;
  },
  /** A refused request keeps no money back: of what it would have held, this much stays held. */
  heldThough(held: Money, _refusal: RefusalCode): Money {
    return held.times(0);
  },
};

/** How each rule of this group can be broken mechanically. */
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
