import type { CheckoutType, FeePayer, Limits } from '../domain/acquiring.ts';
import { type Money, roundUp, ZERO } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Decimals of computed crypto amounts. */
const SCALE = 5;
const REQUEST_WINDOW_MS = 600_000;

/** The amounts of a request (§ Crypto acquiring request, § Project settings). */
export const pricingRules = {
  /** The crypto amount for an amount in another currency, rounded up to 5 decimals. */
  convertedOf(amount: Money, rate: Money): Money {
    return roundUp(amount.div(rate), SCALE);
  },
  /** The platform fee: a fixed part plus a percentage of the amount, rounded up to 5 decimals. */
  platformFeeOf(amount: Money, fixed: Money, percent: Money): Money {
    return roundUp(amount.times(percent).div(100).plus(fixed), SCALE);
  },
  /**
   * The party that pays the fee. The end user pays it only at a FIXED_PRICE checkout of a project whose settings say so; `checkout` is null without a checkout.
   */
  feePayerOf(feePaidBy: FeePayer, checkout: CheckoutType | null): FeePayer {
    return checkout === 'FIXED_PRICE' ? feePaidBy : 'merchant';
  },
  /** The fee added to what the payer pays: only if the end user pays it. */
  payerFeeOf(fee: Money, feePaidBy: FeePayer): Money {
    return feePaidBy === 'payer' ? fee : ZERO;
  },
  /** The fee deducted from what the merchant gets: only if the merchant pays it. */
  merchantFeeOf(fee: Money, feePaidBy: FeePayer): Money {
    return feePaidBy === 'merchant' ? fee : ZERO;
  },
  /** The amount that the payer is expected to pay. */
  payAmountOf(converted: Money, payerFee: Money): Money {
    return converted.plus(payerFee);
  },
  /** The credited amount: the amount paid less the fees. */
  processingAmountOf(payAmount: Money, fee: Money): Money {
    return payAmount.minus(fee);
  },
  /** An amount must be within the limits of its asset. */
  assetAmountAccepted(amount: Money, minLimit: Money, maxLimit: Money): boolean {
    return amount.gte(minLimit) && amount.lte(maxLimit);
  },
  /** amount and amountIn must be sent together or not at all. */
  amountPairAccepted(amount: boolean, amountIn: boolean): boolean {
    return amount === amountIn;
  },
  /** A request with an amount has a fixed price. */
  priceFixed(_amount: Money): boolean {
    return true;
  },
  /** The limits that a request shows: the limits of its asset if the payer chooses the amount, otherwise null. */
  requestLimitsShown(limits: Limits, fixed: boolean): Limits | null {
    return fixed ? null : limits;
  },
  /** The payment window of a request, in milliseconds. */
  requestWindowMs(): number {
    return REQUEST_WINDOW_MS;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
