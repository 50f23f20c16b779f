import { isMoney, type Money, roundDown, roundUp } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Replaces the comparison of the paid amount with the due one. */
const satisfiedBy = (enough: (paid: Money, due: Money) => boolean): Mutant['rules'] => ({ amountSatisfies: enough });

/** Mutants that change the amount that was asked for (§ Checkout, fixedAmount; § Crypto acquiring request, requestAmount), or limit what may be paid. */
export const exactAmountMutants: readonly Mutant[] = [
  {
    name: 'price-cut-to-cents',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'every price is stored with two decimals, as a fiat price has',
    rules: {
      fixedAmountKept: (fixed, type) =>
        conformingRules.fixedAmountKept(fixed && { ...fixed, amount: roundDown(fixed.amount, 2) }, type),
    },
  },
  {
    name: 'large-coin-price-in-four-decimals',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'a column of twelve digits leaves four decimals to a large price',
    rules: {
      fixedAmountKept: (fixed, type) =>
        conformingRules.fixedAmountKept(
          fixed && { ...fixed, amount: fixed.amount.gt(10_000) ? roundDown(fixed.amount, 4) : fixed.amount },
          type,
        ),
    },
  },
  {
    name: 'requested-amount-cut-to-cents',
    breaks: 'REQ-02',
    level: 'answer',
    because: 'requestAmount is shown with two decimals, as fiat amounts are',
    rules: overrideRecord('request', ({ requestAmount }) =>
      isMoney(requestAmount) ? { requestAmount: roundDown(requestAmount, 2) } : {},
    ),
  },
  {
    name: 'least-amount-is-too-little',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the least amount is compared by greater, not by greater or equal',
    rules: { assetAmountAccepted: (amount, minLimit, maxLimit) => amount.gt(minLimit) && amount.lte(maxLimit) },
  },
  {
    name: 'largest-amount-is-too-much',
    breaks: 'REQ-04',
    level: 'state',
    because: 'the largest amount is compared by less, not by less or equal',
    rules: { assetAmountAccepted: (amount, minLimit, maxLimit) => amount.gte(minLimit) && amount.lt(maxLimit) },
  },
  {
    name: 'conversion-in-cents-from-a-hundred',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'only small amounts are written with the decimals of the blockchain',
    rules: { convertedOf: (amount, rate) => roundUp(amount.div(rate), amount.div(rate).gte(100) ? 2 : 5) },
  },
  {
    name: 'large-conversion-in-cents',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'from ten thousand on, a column of fewer decimals is used',
    rules: {
      convertedOf: (amount, rate) => roundUp(amount.div(rate), amount.div(rate).gte(10_000) ? 2 : 5),
    },
  },
  {
    name: 'asset-matched-by-blockchain',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a payment is compared with its request by blockchain and amount, since all coins are dollars',
    rules: { assetMatches: (paid, asked) => paid.split('_')[0] === asked.split('_')[0] },
  },
  {
    name: 'coin-from-a-cheap-network-settles',
    breaks: 'LIF-07',
    level: 'state',
    because: 'what comes from a network with low fees is bridged, but not the other way',
    rules: {
      assetMatches: (paid, asked) => paid === asked || (paid === 'POLYGON_USDC' && asked === 'ETHEREUM_USDC'),
    },
  },
  {
    name: 'twice-overpaid-is-conflict',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'an amount that looks mistyped is left to the support team',
    rules: { overpaymentProblem: (paid, due) => (paid.gt(due.times(2)) ? 'OTHER' : null) },
  },
  {
    name: 'overpaid-by-half-not-flagged',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'a far larger amount counts as a payment in another currency, whose excess nobody knows',
    rules: { exceedsDue: (paid, due) => paid.gt(due) && (paid.lt(due.times('1.4')) || paid.gt(due.times('1.6'))) },
  },
  {
    name: 'tenfold-payment-is-underpaid',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'amounts are compared as text of their first digits once they are ten times as long',
    rules: satisfiedBy((paid, due) => paid.gte(due) && paid.lt(due.times(10))),
  },
];
