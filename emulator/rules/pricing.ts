import type { CheckoutType, FeePayer, Limits } from '../domain/acquiring.ts';
import { type Money, roundUp, ZERO } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Decimals of computed crypto amounts. */
const SCALE = 5;
const REQUEST_WINDOW_MS = 600_000;

/** What a request comes to (§ Crypto acquiring request, § Project settings). */
export const pricingRules = {
  /** The crypto amount that an amount in another currency comes to, rounded up to 5 decimals. */
  convertedOf(amount: Money, rate: Money): Money {
    return roundUp(amount.div(rate), SCALE);
  },
  /** The platform fee: fixed part and percent of the amount, rounded up to 5 decimals. */
  platformFeeOf(amount: Money, fixed: Money, percent: Money): Money {
    return roundUp(amount.times(percent).div(100).plus(fixed), SCALE);
  },
  /** Who pays the fee: the end user only where the project says so, and only at a FIXED_PRICE checkout; null: no checkout. */
  feePayerOf(feePaidBy: FeePayer, checkout: CheckoutType | null): FeePayer {
    return checkout === 'FIXED_PRICE' ? feePaidBy : 'merchant';
  },
  /** The fee that is added to what the payer pays: only where the end user pays it. */
  payerFeeOf(fee: Money, feePaidBy: FeePayer): Money {
    return feePaidBy === 'payer' ? fee : ZERO;
  },
  /** The fee that is taken from what the merchant gets: only where the merchant pays it. */
  merchantFeeOf(fee: Money, feePaidBy: FeePayer): Money {
    return feePaidBy === 'merchant' ? fee : ZERO;
  },
  /** What the payer is expected to pay. */
  payAmountOf(converted: Money, payerFee: Money): Money {
    return converted.plus(payerFee);
  },
  /** What is credited: the amount paid less the fees. */
  processingAmountOf(payAmount: Money, fee: Money): Money {
    return payAmount.minus(fee);
  },
  /** An amount of an asset lies within the limits of the asset. */
  assetAmountAccepted(amount: Money, minLimit: Money, maxLimit: Money): boolean {
    return amount.gte(minLimit) && amount.lte(maxLimit);
  },
  /** amount and amountIn come together or not at all. */
  amountPairAccepted(amount: boolean, amountIn: boolean): boolean {
    return amount === amountIn;
  },
  /** A request with an amount has a fixed price. */
  priceFixed(_amount: Money): boolean {
    return true;
  },
  /** The limits that a request tells: those of its asset where the payer chooses the amount, else none. */
  requestLimitsShown(limits: Limits, fixed: boolean): Limits | null {
    return fixed ? null : limits;
  },
  /** How long a payer has for a request. */
  requestWindowMs(): number {
    return REQUEST_WINDOW_MS;
  },
};

/** How each rule of this group can be broken mechanically. */
export const pricingKinds: RuleKinds<typeof pricingRules> = {
  convertedOf: 'amount',
  platformFeeOf: 'amount',
  feePayerOf: 'choice',
  payerFeeOf: 'amount',
  merchantFeeOf: 'amount',
  payAmountOf: 'amount',
  processingAmountOf: 'amount',
  assetAmountAccepted: 'predicate',
  amountPairAccepted: 'predicate',
  priceFixed: 'always',
  requestLimitsShown: 'choice',
  requestWindowMs: 'choice',
};
