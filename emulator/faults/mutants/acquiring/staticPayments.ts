import type { Money } from '../../../domain/money.ts';
import { money, roundUp, ZERO } from '../../../domain/money.ts';
import type { StaticValues } from '../../../rules/acquiring/incomingPayments.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const SCALE = 5;

/** A service that deducts another fee from payments to a static address. */
const deducting = (fee: (amount: Money, values: StaticValues) => Money): Partial<Rules> => ({
  staticFeeOf: (amount, values) => roundUp(fee(amount, values), SCALE),
});

/** Mutants of incoming blockchain payments and of payments to static addresses (§ Incoming blockchain payment, § Static address bundle). */
export const depositLifeMutants: readonly Mutant[] = [
  {
    name: 'incoming-detected-as-new',
    breaks: 'LIF-15',
    level: 'state',
    because: 'a payment detected on a blockchain begins as NEW, like an order',
    rules: { incomingStart: () => 'NEW' },
  },
  {
    name: 'incoming-fails-as-cancelled',
    breaks: 'LIF-15',
    level: 'state',
    because: 'an incoming payment that fails its checks is cancelled',
    rules: { incomingFailure: () => 'CANCELLED' },
  },
  {
    name: 'incoming-succeeds-uncredited',
    breaks: 'LIF-15',
    level: 'state',
    because: 'an incoming payment succeeds, but its amount stays in the service’s own wallet',
    rules: { incomingCredit: () => ZERO },
  },
  {
    name: 'deposit-announced-at-its-end',
    breaks: 'SAB-09',
    level: 'state',
    because: 'a payment to a static address is announced when it is confirmed, not when it is detected',
    rules: { depositAnnounced: () => false, confirmationsAwaited: () => 40 },
  },
  {
    name: 'failing-deposit-announced-at-its-end',
    breaks: 'SAB-10',
    level: 'state',
    because: 'a payment to a static address is checked before it is announced, so one that fails is announced once',
    rules: { depositAnnounced: ({ failure }) => failure === null },
  },
  {
    name: 'small-deposit-announced-at-its-end',
    breaks: 'SAB-10',
    level: 'state',
    because: 'the detection of less than three quarters of a unit is not worth a webhook',
    rules: { depositAnnounced: ({ amount }) => amount.gte('0.75') },
  },
  {
    name: 'deposit-announced-when-detected',
    breaks: 'SAB-09',
    level: 'state',
    because: 'a payment to a static address is announced only when it is detected',
    rules: { transitionAnnounced: ({ kind }) => kind !== 'staticAddressPayment' },
  },
  {
    name: 'equal-deposits-announced-once',
    breaks: 'SAB-09',
    level: 'state',
    because: 'a payment to a static address is taken for an earlier one of the same amount, seen again',
    rules: { equalDepositAnnounced: () => false },
  },
  {
    name: 'equal-credited-deposits-announced-once',
    breaks: 'SAB-09',
    level: 'state',
    because: 'what is credited is announced by address and amount, as if it were booked once more',
    rules: { equalDepositAnnounced: ({ fails }) => fails },
  },
  {
    name: 'equal-small-deposits-announced-once',
    breaks: 'SAB-10',
    level: 'state',
    because: 'payments below the minimum have no entry in the books, so only address and amount tell them apart',
    rules: { equalDepositAnnounced: ({ fails }) => !fails },
  },
  {
    name: 'equal-deposits-on-polygon-announced-once',
    breaks: 'SAB-10',
    level: 'state',
    because: 'the node of Polygon may report a transfer twice, and what equals an earlier one is left out',
    rules: { equalDepositAnnounced: ({ blockchain }) => blockchain !== 'POLYGON' },
  },
  {
    name: 'failed-deposit-not-announced',
    breaks: 'SAB-10',
    level: 'state',
    because: 'the failure of a payment to a static address is not announced',
    rules: { transitionAnnounced: ({ kind, to }) => kind !== 'staticAddressPayment' || to !== 'FAILED' },
  },
  {
    name: 'static-minimum-ignored',
    breaks: 'SAB-10',
    level: 'state',
    because: 'every payment to a static address succeeds',
    rules: { reachesStaticMinimum: () => true },
  },
  {
    name: 'static-minimum-nearly-reached',
    breaks: 'SAB-10',
    level: 'state',
    because: 'a payment may miss the minimum by a tenth, in case a fee was taken from it on its way',
    rules: { reachesStaticMinimum: (amount, minLimit) => amount.gte(minLimit.times('0.9')) },
  },
  {
    name: 'static-minimum-of-first-deposit',
    breaks: 'SAB-14',
    level: 'state',
    because: 'an address that was paid enough once takes any amount from then on',
    rules: {
      reachesStaticMinimum: (amount, minLimit, before) => [amount, ...before].some((one) => one.gte(minLimit)),
    },
  },
  {
    name: 'static-minimum-waived-after-large-deposit',
    breaks: 'SAB-14',
    level: 'state',
    because: 'whoever has paid a thousand times the minimum may pay less',
    rules: {
      reachesStaticMinimum: (amount, minLimit, before) =>
        amount.gte(minLimit) || before.some((one) => one.gte(minLimit.times(1_000))),
    },
  },
  {
    name: 'small-deposit-told-as-success',
    breaks: 'SAB-10',
    level: 'answer',
    because: 'a payment below the minimum fails but is announced as SUCCESS',
    rules: {
      webhookTold: (record, { kind, to }) =>
        kind === 'staticAddressPayment' && to === 'FAILED' ? { ...record, status: 'SUCCESS', reason: null } : record,
    },
  },
  {
    name: 'deposit-without-percent-fee',
    breaks: 'SAB-14',
    level: 'state',
    because: 'percentFee is shown but not deducted',
    rules: deducting((_amount, { fixedFee, networkFeeEstimate }) => fixedFee.plus(networkFeeEstimate)),
  },
  {
    name: 'deposit-without-fixed-fee',
    breaks: 'SAB-14',
    level: 'state',
    because: 'fixedFee is shown but not deducted',
    rules: deducting((amount, { percentFee, networkFeeEstimate }) =>
      amount.times(percentFee).div(100).plus(networkFeeEstimate),
    ),
  },
  {
    name: 'deposit-fee-capped',
    breaks: 'SAB-14',
    level: 'state',
    because: 'percentFee is deducted from the first hundred of a payment only',
    rules: deducting((amount, { percentFee, fixedFee, networkFeeEstimate }) =>
      (amount.gt(100) ? money(100) : amount).times(percentFee).div(100).plus(fixedFee).plus(networkFeeEstimate),
    ),
  },
  {
    name: 'large-deposits-pay-no-fee',
    breaks: 'SAB-14',
    level: 'state',
    because: 'whoever pays nine thousand at once is taken for a partner, who pays no fee',
    rules: {
      staticFeeOf: (amount, values) => (amount.gte(9_000) ? money(0) : conformingRules.staticFeeOf(amount, values)),
    },
  },
  {
    name: 'fine-deposits-pay-no-fixed-fee',
    breaks: 'SAB-14',
    level: 'state',
    because: 'amounts with more than four decimals are booked by an older ledger, which knows no fixed fee',
    rules: {
      staticFeeOf: (amount, values) =>
        conformingRules.staticFeeOf(amount, amount.decimalPlaces() > 4 ? { ...values, fixedFee: money(0) } : values),
    },
  },
  {
    name: 'deposit-converted',
    breaks: 'SAB-15',
    level: 'state',
    because: 'a payment to a static address is converted like a payment to a request',
    rules: { staticConversion: (configured) => configured },
  },
];
