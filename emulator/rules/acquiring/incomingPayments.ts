import type { AcquiringRequest, Checkout, Problem, RequestStatus, StaticAddress } from '../../domain/acquiring.ts';
import type { Asset } from '../../domain/assets.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { type Money, roundDown, roundUp, ZERO } from '../../domain/money.ts';
import type { Status } from '../../domain/payment.ts';
import { always, amount, choice, manner, predicate } from '../core/ruleKind.ts';

/** Decimals of computed crypto amounts, and of amounts converted into other currencies. */
const SCALE = 5;
const CONVERTED_SCALE = 2;

/** The deductions of a static address from each payment (§ Static address bundle, values). */
export interface StaticValues {
  readonly percentFee: Money;
  readonly fixedFee: Money;
  readonly networkFeeEstimate: Money;
}

/** The processing of blockchain payments (§ States and transitions, Incoming blockchain payment). */
export const incomingPaymentRules = {
  /** A request accepts one payment, in any asset, while the request is WAITING_PAYMENT. */
  takesPayment: predicate(
    (status: RequestStatus, _assets: { readonly paid: string; readonly asked: string }): boolean =>
      status === 'WAITING_PAYMENT',
  ),
  /** True if a transfer that a request does not accept is recorded as a failed payment of its order; by default it is not recorded. */
  surplusBooked: manner((): boolean => false),
  /** The paid amount is the amount of one transfer. `_before` is the amount of an earlier transfer. */
  paidAmountOf: amount((amount: Money, _before: Money | null): Money => amount),
  /** A request must be paid in its own asset. */
  assetMatches: predicate((paid: string, asked: string): boolean => paid === asked),
  /** The due amount or more satisfies a request. */
  amountSatisfies: predicate((paid: Money, due: Money, _asked: Money | null): boolean => paid.gte(due)),
  /** An amount above the due one is an overpayment. */
  exceedsDue: predicate((paid: Money, due: Money): boolean => paid.gt(due)),
  /** An amount that the payer chooses is at most the asset's maximum. */
  withinMost: predicate((paid: Money, maxLimit: Money): boolean => paid.lte(maxLimit)),
  /** An overpayment of any size is accepted without a problem. */
  overpaymentProblem: choice((_paid: Money, _due: Money): Problem | null => null),
  /** An underpayment is UNDERPAID, whether below the price or below the asset's minimum. */
  underpaymentProblem: choice((_priced: boolean): Problem | null => 'UNDERPAID'),
  /** A payment with a problem fails; any other succeeds. */
  incomingEnd: choice((problem: Problem | null): Status => (problem === null ? 'SUCCESS' : 'FAILED')),
  /** True if the outcome of a payment moves its request. */
  outcomeTold: always((_problem: Problem | null): boolean => true),
  /** The amount after the project's conversion into another currency. */
  convertedCredit: amount((amount: Money, rate: Money): Money => roundDown(amount.times(rate), CONVERTED_SCALE)),
  /** A detected payment is PENDING. */
  incomingStart: choice((): Status => 'PENDING'),
  /** A payment that fails its checks is FAILED. */
  incomingFailure: choice((): Status => 'FAILED'),
  /** The credited amount of a blockchain payment: the amount less its fees, at least zero, whatever its request asked for. */
  incomingCredit: amount(
    (amount: Money, fee: Money, _due: Money | null): Money => (amount.gt(fee) ? amount.minus(fee) : ZERO),
  ),
  /** A payment to a request is converted as its project says, whoever sets the amount, and however small it is. */
  requestConversion: choice((configured: string | null, _priced: boolean, _paid: Money): string | null => configured),
  /** A payment to a static address is credited without conversion, even if its project converts payments. */
  staticConversion: choice((_configured: string | null): string | null => null),
  /** A static address accepts no payment below its minimum. */
  reachesStaticMinimum: predicate((amount: Money, minLimit: Money, _before: readonly Money[]): boolean =>
    amount.gte(minLimit),
  ),
  /** A disabled address accepts no payment. */
  staticTakes: predicate((disabled: boolean): boolean => !disabled),
  /** The deductions from a payment to a static address: percentage, fixed part and estimated network fee. */
  staticFeeOf: amount(
    (amount: Money, { percentFee, fixedFee, networkFeeEstimate }: StaticValues): Money =>
      roundUp(amount.times(percentFee).div(100).plus(fixedFee).plus(networkFeeEstimate), SCALE),
  ),
  /** The next call replaces all disabled addresses of a bundle, whatever it asks for. */
  replacedOf: choice(
    (disabled: readonly StaticAddress[], _wanted: readonly Asset[]): readonly StaticAddress[] => disabled,
  ),
  /** The addresses that remain in a bundle after a replacement: all others. */
  keptOf: choice(
    (remaining: readonly StaticAddress[], _replaced: readonly StaticAddress[]): readonly StaticAddress[] => remaining,
  ),
  /** The deactivated addresses of a bundle: the previous ones and those being replaced. */
  deactivatedAfter: choice(
    (before: readonly StaticAddress[], replaced: readonly StaticAddress[]): readonly StaticAddress[] => [
      ...before,
      ...replaced,
    ],
  ),
  /** The record of a checkout is the same in every state. */
  checkoutTold: choice((record: JsonRecord, _checkout: Checkout): JsonRecord => record),
  /** The record of a request is the same in every state. */
  requestTold: choice((record: JsonRecord, _request: AcquiringRequest): JsonRecord => record),
};
