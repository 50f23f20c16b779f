import type { AcquiringRequest, Checkout, Problem, RequestStatus, StaticAddress } from '../domain/acquiring.ts';
import type { JsonRecord } from '../domain/json.ts';
import { type Money, roundDown, roundUp, ZERO } from '../domain/money.ts';
import type { Status } from '../domain/payment.ts';
import type { RuleKinds } from './ruleKind.ts';

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
  takesPayment(status: RequestStatus, _assets: { readonly paid: string; readonly asked: string }): boolean {
    return status === 'WAITING_PAYMENT';
  },
  /** The paid amount is the amount of one transfer. `_before` is the amount of an earlier transfer. */
  paidAmountOf(amount: Money, _before: Money | null): Money {
    return amount;
  },
  /** A request must be paid in its own asset. */
  assetMatches(paid: string, asked: string): boolean {
    return paid === asked;
  },
  /** The due amount or more satisfies a request. */
  amountSatisfies(paid: Money, due: Money, _asked: Money | null): boolean {
    return paid.gte(due);
  },
  /** An amount above the due one is an overpayment. */
  exceedsDue(paid: Money, due: Money): boolean {
    return paid.gt(due);
  },
  /** An amount that the payer chooses is at most the asset's maximum. */
  withinMost(paid: Money, maxLimit: Money): boolean {
    return paid.lte(maxLimit);
  },
  /** An overpayment is accepted without a problem. */
  overpaymentProblem(): Problem | null {
    return null;
  },
  /** An underpayment is UNDERPAID, whether below the price or below the asset's minimum. */
  underpaymentProblem(_priced: boolean): Problem | null {
    return 'UNDERPAID';
  },
  /** A payment with a problem fails; any other succeeds. */
  incomingEnd(problem: Problem | null): Status {
    return problem === null ? 'SUCCESS' : 'FAILED';
  },
  /** True if the outcome of a payment moves its request. */
  outcomeTold(_problem: Problem | null): boolean {
    return true;
  },
  /** The amount after the project's conversion into another currency. */
  convertedCredit(amount: Money, rate: Money): Money {
    return roundDown(amount.times(rate), CONVERTED_SCALE);
  },
  /** A detected payment is PENDING. */
  incomingStart(): Status {
    return 'PENDING';
  },
  /** A payment that fails its checks is FAILED. */
  incomingFailure(): Status {
    return 'FAILED';
  },
  /** The credited amount of a blockchain payment: the amount less its fees, at least zero. */
  incomingCredit(amount: Money, fee: Money): Money {
    return amount.gt(fee) ? amount.minus(fee) : ZERO;
  },
  /** A payment to a static address is credited without conversion, even if its project converts payments. */
  staticConversion(_configured: string | null): string | null {
    return null;
  },
  /** A static address accepts no payment below its minimum. */
  reachesStaticMinimum(amount: Money, minLimit: Money): boolean {
    return amount.gte(minLimit);
  },
  /** A disabled address accepts no payment. */
  staticTakes(disabled: boolean): boolean {
    return !disabled;
  },
  /** The deductions from a payment to a static address: percentage, fixed part and estimated network fee. */
  staticFeeOf(amount: Money, { percentFee, fixedFee, networkFeeEstimate }: StaticValues): Money {
    return roundUp(amount.times(percentFee).div(100).plus(fixedFee).plus(networkFeeEstimate), SCALE);
  },
  /** The next call replaces all disabled addresses of a bundle. */
  replacedOf(disabled: readonly StaticAddress[]): readonly StaticAddress[] {
    return disabled;
  },
  /** The addresses that remain in a bundle after a replacement: all others. */
  keptOf(remaining: readonly StaticAddress[], _replaced: readonly StaticAddress[]): readonly StaticAddress[] {
    return remaining;
  },
  /** The deactivated addresses of a bundle: the previous ones and those being replaced. */
  deactivatedAfter(before: readonly StaticAddress[], replaced: readonly StaticAddress[]): readonly StaticAddress[] {
    return [...before, ...replaced];
  },
  /** The record of a checkout is the same in every state. */
  checkoutTold(record: JsonRecord, _checkout: Checkout): JsonRecord {
    return record;
  },
  /** The record of a request is the same in every state. */
  requestTold(record: JsonRecord, _request: AcquiringRequest): JsonRecord {
    return record;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const incomingPaymentKinds: RuleKinds<typeof incomingPaymentRules> = {
  takesPayment: 'predicate',
  paidAmountOf: 'amount',
  assetMatches: 'predicate',
  amountSatisfies: 'predicate',
  exceedsDue: 'predicate',
  withinMost: 'predicate',
  overpaymentProblem: 'choice',
  underpaymentProblem: 'choice',
  incomingEnd: 'choice',
  outcomeTold: 'always',
  convertedCredit: 'amount',
  incomingStart: 'choice',
  incomingFailure: 'choice',
  incomingCredit: 'amount',
  staticConversion: 'choice',
  reachesStaticMinimum: 'predicate',
  staticTakes: 'predicate',
  staticFeeOf: 'amount',
  replacedOf: 'choice',
  keptOf: 'choice',
  deactivatedAfter: 'choice',
  checkoutTold: 'choice',
  requestTold: 'choice',
};
