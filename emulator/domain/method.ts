import type { Money } from './money.ts';

/** One way to move money (§ Payment method, methodKey). */
export type MethodKey = 'CRYPTOCOIN' | 'CC_VISAMC' | 'VA_QR';

/** The operation that a method serves. */
export type Direction = 'PAYIN' | 'PAYOUT';

/** A choice for the payer or the receiver, e.g. a bank. */
export interface Choice {
  readonly value: string;
  readonly name: string;
}

/** A payment method before it has an id (§ Payment method). */
export interface MethodTerms {
  readonly name: string;
  readonly orderType: Direction;
  readonly methodKey: MethodKey;
  readonly currency: string;
  readonly blockchain: string | null;
  readonly percent: Money;
  readonly fixed: Money;
  readonly scale: number;
  readonly minLimit: Money;
  /** Zero means no upper bound. */
  readonly maxLimit: Money;
  readonly verificationLevel: number;
  readonly choices: { readonly description: string; readonly list: readonly Choice[] } | null;
  readonly minFeeAmount: Money | null;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A payment method of one instance. */
export interface Method extends MethodTerms {
  readonly id: string;
}
