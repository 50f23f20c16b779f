import type { CheckoutType, FeePayer, Limits } from '../../domain/acquiring.ts';
import type { Instant } from '../../domain/clock.ts';
import { type Money, roundUp, ZERO } from '../../domain/money.ts';
import { always, amount, choice, predicate } from '../core/ruleKind.ts';

/** Decimals of computed crypto amounts. */
const SCALE = 5;
const REQUEST_WINDOW_MS = 600_000;
/** A slight delay: 25 microseconds. */
const TOLERATED: Instant = 25_000n;

/** What a fee is charged on: an amount, whether its price is in the very currency that is paid, and whether the project hides the fee. */
export interface FeeOf {
  readonly converted: Money;
  readonly isOwn: boolean;
  readonly isHidden: boolean;
}

/** The amounts of a request (§ Crypto acquiring request, § Project settings). */
export const pricingRules = {
  /** The crypto amount for an amount in another currency, rounded up to 5 decimals. */
  convertedOf: amount((amount: Money, rate: Money): Money => roundUp(amount.div(rate), SCALE)),
  /** The platform fee: a fixed part plus a percentage of the amount, rounded up to 5 decimals. */
  platformFeeOf: amount(
    (amount: Money, fixed: Money, percent: Money): Money => roundUp(amount.times(percent).div(100).plus(fixed), SCALE),
  ),
  /**
   * The party that pays the fee. The end user pays it only at a FIXED_PRICE checkout of a project whose settings say so; `checkout` is null without a checkout.
   */
  feePayerOf: choice(
    (feePaidBy: FeePayer, checkout: CheckoutType | null): FeePayer =>
      checkout === 'FIXED_PRICE' ? feePaidBy : 'merchant',
  ),
  /** The type by which a choice is priced: that of its checkout, also for an amount that is none of its options. */
  typeOfChoice: choice((type: CheckoutType, _isOption: boolean): CheckoutType => type),
  /** The fee added to what the payer pays: only if the end user pays it. */
  payerFeeOf: amount((fee: Money, feePaidBy: FeePayer, _of: FeeOf): Money => (feePaidBy === 'payer' ? fee : ZERO)),
  /** The fee deducted from what the merchant gets: only if the merchant pays it. */
  merchantFeeOf: amount(
    (fee: Money, feePaidBy: FeePayer, _of: FeeOf): Money => (feePaidBy === 'merchant' ? fee : ZERO),
  ),
  /** The amount that the payer is expected to pay. */
  payAmountOf: amount((converted: Money, payerFee: Money, _of: FeeOf): Money => converted.plus(payerFee)),
  /** The credited amount: the amount paid less the fees. */
  processingAmountOf: amount((payAmount: Money, fee: Money): Money => payAmount.minus(fee)),
  /** What is compared with the limits of an asset is the amount in its coin; `entered` is the amount as it was asked for. */
  amountCompared: choice((converted: Money, _entered: Money, _of: CheckoutType | null): Money => converted),
  /** An amount must be within the limits of its asset. */
  assetAmountAccepted: predicate(
    (amount: Money, minLimit: Money, maxLimit: Money): boolean => amount.gte(minLimit) && amount.lte(maxLimit),
  ),
  /** amount and amountIn must be sent together or not at all. */
  amountPairAccepted: predicate((amount: boolean, amountIn: boolean): boolean => amount === amountIn),
  /** A request with an amount has a fixed price. */
  priceFixed: always((_amount: Money): boolean => true),
  /** The limits that a request shows: the limits of its asset if the payer chooses the amount, otherwise null. */
  requestLimitsShown: choice((limits: Limits, fixed: boolean): Limits | null => (fixed ? null : limits)),
  /** The payment window of a request, in milliseconds. */
  requestWindowMs: choice((): number => REQUEST_WINDOW_MS),
  /** How long after its window a request still takes a payment. */
  delayTolerated: choice((): Instant => TOLERATED),
};
