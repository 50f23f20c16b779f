import type { AcquiringRequest, Checkout, Problem, RequestStatus, StaticAddress } from '../domain/acquiring.ts';
import type { JsonRecord } from '../domain/json.ts';
import { type Money, roundDown, roundUp, ZERO } from '../domain/money.ts';
import type { Status } from '../domain/payment.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Decimals of computed crypto amounts, and of amounts in the currencies into which is converted. */
const SCALE = 5;
const CONVERTED_SCALE = 2;

/** What a static address takes from each payment (§ Static address bundle, values). */
export interface StaticValues {
  readonly percentFee: Money;
  readonly fixedFee: Money;
  readonly networkFeeEstimate: Money;
}

/** What becomes of what is paid on a blockchain (§ States and transitions, Incoming blockchain payment). */
export const incomingPaymentRules = {
  /** A request takes a payment while it waits for one, in whichever asset: it has at most one. */
  takesPayment(status: RequestStatus, _assets: { readonly paid: string; readonly asked: string }): boolean {
    return status === 'WAITING_PAYMENT';
  },
  /** A payment is what one transfer brings; `before` is what an earlier one brought. */
  paidAmountOf(amount: Money, _before: Money | null): Money {
    return amount;
  },
  /** A request is paid in its own asset. */
  assetMatches(paid: string, asked: string): boolean {
    return paid === asked;
  },
  /** What is due, or more, is enough. */
  amountSatisfies(paid: Money, due: Money, _asked: Money | null): boolean {
    return paid.gte(due);
  },
  /** More than what is due is overpaid. */
  exceedsDue(paid: Money, due: Money): boolean {
    return paid.gt(due);
  },
  /** Where the payer chooses the amount, it is at most the asset's maximum. */
  withinMost(paid: Money, maxLimit: Money): boolean {
    return paid.lte(maxLimit);
  },
  /** What is overpaid is taken. */
  overpaymentProblem(): Problem | null {
    return null;
  },
  /** Too little is UNDERPAID, less than the price and less than the asset's minimum alike. */
  underpaymentProblem(_priced: boolean): Problem | null {
    return 'UNDERPAID';
  },
  /** A payment with a problem fails, else it succeeds. */
  incomingEnd(problem: Problem | null): Status {
    return problem === null ? 'SUCCESS' : 'FAILED';
  },
  /** Whether the end of a payment is told to its request. */
  outcomeTold(_problem: Problem | null): boolean {
    return true;
  },
  /** What an amount comes to in the currency into which a project converts it. */
  convertedCredit(amount: Money, rate: Money): Money {
    return roundDown(amount.times(rate), CONVERTED_SCALE);
  },
  /** A payment that is detected is PENDING. */
  incomingStart(): Status {
    return 'PENDING';
  },
  /** A payment that does not pass is FAILED. */
  incomingFailure(): Status {
    return 'FAILED';
  },
  /** What is credited of a payment that came on a blockchain: the amount less its fees, never less than nothing. */
  incomingCredit(amount: Money, fee: Money): Money {
    return amount.gt(fee) ? amount.minus(fee) : ZERO;
  },
  /** What comes to a static address is credited as it comes, whatever its project converts. */
  staticConversion(_configured: string | null): string | null {
    return null;
  },
  /** A static address takes no payment below its minimum. */
  reachesStaticMinimum(amount: Money, minLimit: Money): boolean {
    return amount.gte(minLimit);
  },
  /** A disabled address takes no payment. */
  staticTakes(disabled: boolean): boolean {
    return !disabled;
  },
  /** What is deducted from a payment to a static address: percent, fixed part, what its transfer is thought to cost. */
  staticFeeOf(amount: Money, { percentFee, fixedFee, networkFeeEstimate }: StaticValues): Money {
    return roundUp(amount.times(percentFee).div(100).plus(fixedFee).plus(networkFeeEstimate), SCALE);
  },
  /** Of the disabled addresses of a bundle, those that the next call replaces: all. */
  replacedOf(disabled: readonly StaticAddress[]): readonly StaticAddress[] {
    return disabled;
  },
  /** What stays among the addresses of a bundle when some are replaced: the others. */
  keptOf(kept: readonly StaticAddress[], _replaced: readonly StaticAddress[]): readonly StaticAddress[] {
    return kept;
  },
  /** The deactivated addresses of a bundle: those before, and those that are replaced now. */
  deactivatedAfter(before: readonly StaticAddress[], replaced: readonly StaticAddress[]): readonly StaticAddress[] {
    return [...before, ...replaced];
  },
  /** A checkout reads the same in every state. */
  checkoutTold(record: JsonRecord, _checkout: Checkout): JsonRecord {
    return record;
  },
  /** A request reads the same in every state. */
  requestTold(record: JsonRecord, _request: AcquiringRequest): JsonRecord {
    return record;
  },
};

/** How each rule of this group can be broken mechanically. */
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
