import { money, ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** One unit of the last of five decimals. */
const UNIT = money('0.00001');

/** Mutants of what a request comes to (§ Crypto acquiring request, § Project settings). */
export const pricingMutants: readonly Mutant[] = [
  {
    name: 'pay-amount-off-by-a-unit',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the amount to pay is rounded up once more',
    rules: { payAmountOf: (converted, payerFee) => converted.plus(payerFee).plus(UNIT) },
  },
  {
    name: 'processing-amount-off-by-a-unit',
    breaks: 'REQ-04',
    level: 'state',
    because: 'what is credited is rounded down after the fee was rounded up',
    rules: { processingAmountOf: (payAmount, fee) => payAmount.minus(fee).minus(UNIT) },
  },
  {
    name: 'converted-by-the-inverse',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the amount is multiplied by the rate where it should be divided',
    rules: { convertedOf: (amount, rate) => conformingRules.convertedOf(amount.times(rate), rate.div(rate)) },
  },
  {
    name: 'converted-with-a-spread',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the rate that is told is the one before the spread',
    rules: { convertedOf: (amount, rate) => conformingRules.convertedOf(amount, rate.times('0.98')) },
  },
  {
    name: 'request-fee-taken-twice',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the fee is taken when the price is made and again when it is credited',
    rules: { processingAmountOf: (payAmount, fee) => payAmount.minus(fee.times(2)) },
  },
  {
    name: 'payer-fee-added-twice',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the fee of the payer is added to the price of the checkout and again to that of its request',
    rules: { payAmountOf: (converted, payerFee) => converted.plus(payerFee.times(2)) },
  },
  {
    name: 'fee-not-taken',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'processingAmount is told before the fee',
    rules: { processingAmountOf: (payAmount) => payAmount },
  },
  {
    name: 'request-amount-in-the-asset',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'requestAmount is told after the conversion, requestAmountIn before',
    rules: overrideRecord('request', ({ requestAmountConverted }) => ({ requestAmount: requestAmountConverted })),
  },
  {
    name: 'payer-fee-though-merchant-pays',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the fee is put on top of every price',
    rules: { feePayerOf: () => 'payer' },
  },
  {
    name: 'fee-of-both',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the fee is added for the payer and taken from the merchant',
    rules: { payerFeeOf: (fee) => fee },
  },
  {
    name: 'fee-of-nobody',
    breaks: 'REQ-05',
    level: 'state',
    because: 'the fee of a request through the API falls between two settings',
    rules: { merchantFeeOf: () => ZERO },
  },
  {
    name: 'payer-fee-without-checkout',
    breaks: 'REQ-05',
    level: 'state',
    because: 'a setting that binds FIXED_PRICE checkouts is taken for that of the project',
    rules: { feePayerOf: (feePaidBy) => feePaidBy },
  },
];
