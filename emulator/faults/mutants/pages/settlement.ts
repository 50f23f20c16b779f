import { money, ZERO } from '../../../domain/money.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the settlement from the sandbox balance (§ Sandbox). */
export const settlementMutants: readonly Mutant[] = [
  {
    name: 'balance-settles-no-usdc',
    breaks: 'SBX-06',
    level: 'request',
    because: 'only test USDT settles a checkout',
    rules: { balanceCurrency: (currency) => currency === 'USDT' },
  },
  {
    name: 'balance-settles-nothing-without-a-price',
    breaks: 'SBX-06',
    level: 'answer',
    because: 'the sandbox balance settles only checkouts with a price',
    rules: { balanceOffered: (canSettle, type) => canSettle && type !== 'NO_PRICE' },
  },
  {
    name: 'balance-settles-too-little-usdc',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement in USDC loses a fraction, so that the checkout ends underpaid',
    rules: {
      balancePaid: (paid, _type, { currency }) =>
        currency === 'USDC' && paid.gt(1) ? paid.minus(money('0.00001')) : paid,
    },
  },
  {
    name: 'balance-settles-by-a-transaction',
    breaks: 'SBX-06',
    level: 'state',
    because: 'the settlement is sent on the blockchain',
    rules: { balanceTransaction: (fresh) => fresh() },
  },
  {
    name: 'balance-settles-for-nothing',
    breaks: 'SBX-06',
    level: 'state',
    because: 'the sandbox balance is as high after a settlement as before it',
    rules: { balanceDebit: () => ZERO },
  },
  {
    name: 'balance-settles-nothing-with-amounts',
    breaks: 'SBX-06',
    level: 'answer',
    because: 'the sandbox balance settles no checkout with predefined amounts',
    rules: { balanceOffered: (canSettle, type) => canSettle && type !== 'SUGGESTED_FIXED_PRICE' },
  },
  {
    name: 'balance-settles-too-little-with-amounts',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement of a predefined amount is short by a cent',
    rules: {
      balancePaid: (paid, type) => (type === 'SUGGESTED_FIXED_PRICE' ? paid.minus(money('0.01')) : paid),
    },
  },
  {
    name: 'balance-settles-twice',
    breaks: 'SBX-06',
    level: 'state',
    because: 'the sandbox balance loses the amount of a settlement twice',
    rules: { balanceDebit: (paid) => paid.times(2) },
  },
  {
    name: 'balance-pays-another-amount-without-a-price',
    breaks: 'CHK-11',
    level: 'state',
    because: 'a settlement of a checkout without a price is rounded up to a whole amount',
    rules: { balancePaid: (paid, type) => (type === 'NO_PRICE' ? paid.ceil() : paid) },
  },
  {
    name: 'balance-not-debited-without-a-price',
    breaks: 'SBX-06',
    level: 'state',
    because: 'the settlement of a checkout without a price costs nothing',
    rules: { balanceDebit: (paid, type) => (type === 'NO_PRICE' ? ZERO : paid) },
  },
];
