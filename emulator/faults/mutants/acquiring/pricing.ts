import { money, ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** One unit in the fifth decimal place. */
const UNIT = money('0.00001');

/** Mutants of the amounts of a request (§ Crypto acquiring request, § Project settings). */
export const pricingMutants: readonly Mutant[] = [
  {
    name: 'pay-amount-off-by-a-unit',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the amount to pay is rounded up a second time',
    rules: { payAmountOf: (converted, payerFee) => converted.plus(payerFee).plus(UNIT) },
  },
  {
    name: 'processing-amount-off-by-a-unit',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the credited amount is rounded down after the fee was rounded up',
    rules: { processingAmountOf: (payAmount, fee) => payAmount.minus(fee).minus(UNIT) },
  },
  {
    name: 'converted-by-the-inverse',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the amount is multiplied by the rate instead of divided',
    rules: { convertedOf: (amount, rate) => conformingRules.convertedOf(amount.times(rate), rate.div(rate)) },
  },
  {
    name: 'converted-with-a-spread',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the rate shown excludes the spread',
    rules: { convertedOf: (amount, rate) => conformingRules.convertedOf(amount, rate.times('0.98')) },
  },
  {
    name: 'request-fee-taken-twice',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the fee is taken when the price is set and again when the payment is credited',
    rules: { processingAmountOf: (payAmount, fee) => payAmount.minus(fee.times(2)) },
  },
  {
    name: 'payer-fee-added-twice',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the payer’s fee is added to the price of the checkout and again to that of its request',
    rules: { payAmountOf: (converted, payerFee) => converted.plus(payerFee.times(2)) },
  },
  {
    name: 'fee-not-taken',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'processingAmount does not deduct the fee',
    rules: { processingAmountOf: (payAmount) => payAmount },
  },
  {
    name: 'request-amount-in-the-asset',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'requestAmount is shown after conversion, requestAmountIn before it',
    rules: overrideRecord('request', ({ requestAmountConverted }) => ({ requestAmount: requestAmountConverted })),
  },
  {
    name: 'payer-fee-though-merchant-pays',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the fee is added to every price',
    rules: { feePayerOf: () => 'payer' },
  },
  {
    name: 'fee-of-both',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the fee is added for the payer and deducted from the merchant',
    rules: { payerFeeOf: (fee) => fee },
  },
  {
    name: 'fee-of-nobody',
    breaks: 'REQ-05',
    level: 'state',
    because: 'a request through the API is covered by neither fee setting',
    rules: { merchantFeeOf: () => ZERO },
  },
  {
    name: 'payer-fee-without-checkout',
    breaks: 'REQ-05',
    level: 'state',
    because: 'a setting for FIXED_PRICE checkouts is applied to the whole project',
    rules: { feePayerOf: (feePaidBy) => feePaidBy },
  },
  {
    name: 'payer-fee-on-suggested-amounts',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the condition reads: every type but NO_PRICE',
    rules: { feePayerOf: (feePaidBy, type) => (type === null || type === 'NO_PRICE' ? 'merchant' : feePaidBy) },
  },
];
