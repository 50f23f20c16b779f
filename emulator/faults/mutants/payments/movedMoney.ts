import { isMoney, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of what payments move, and of how balances show it (§ Payments, rules; § Wallet balance). */
export const movedMoneyMutants: readonly Mutant[] = [
  {
    name: 'fee-taken-twice',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the fee of a pay-out is taken twice',
    rules: { holdOf: (amount, fee) => amount.plus(fee).plus(fee) },
  },
  {
    name: 'fee-on-the-wrong-side',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the fee of a pay-out is credited to the merchant',
    rules: { holdOf: (amount, fee) => amount.minus(fee) },
  },
  {
    name: 'whole-units-return-after-review',
    breaks: 'OUT-09',
    level: 'state',
    because: 'a pay-out that is cancelled in its review returns through the back office, which counts in whole units',
    rules: {
      refundOf: (held, _fee, { from, to }) => (from === 'FROZEN' && to === 'CANCELLED' ? roundDown(held, 0) : held),
    },
  },
  {
    name: 'payin-credited-twice-after-review',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the end of a review credits a pay-in that the notice of its payment credits, too',
    rules: {
      creditOf: (...payin) => conformingRules.creditOf(...payin).times(payin[2] === 'FROZEN' ? 2 : 1),
    },
  },
  {
    name: 'payin-credited-twice',
    breaks: 'BAL-02',
    level: 'state',
    because: 'a paid pay-in is credited on the notice and again on the settlement',
    rules: { creditOf: (...payin) => conformingRules.creditOf(...payin).times(2) },
  },
  {
    name: 'balances-in-whole-units',
    breaks: 'BAL-02',
    level: 'answer',
    because: 'balances are shown in whole units, without the fraction',
    rules: {
      balancesShown: (records) =>
        records.map((record) => ({ ...record, balance: isMoney(record.balance) ? record.balance.floor() : null })),
    },
  },
  {
    name: 'balances-by-currency',
    breaks: 'BAL-01',
    level: 'answer',
    because: 'balances are now one object by currency',
    rules: {
      balancesShown: (records) =>
        Object.fromEntries(records.map(({ currency, balance }) => [String(currency), balance])),
    },
  },
];
