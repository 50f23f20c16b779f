import { isMoney, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Mutants that change the amount that was asked for (§ Checkout, fixedAmount; § Crypto acquiring request, requestAmount). */
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
];
