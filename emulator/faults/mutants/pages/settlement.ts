import { money, ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
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
    name: 'balance-not-offered-on-polygon',
    breaks: 'SBX-06',
    level: 'answer',
    because: 'the sandbox balance knows the coins of some blockchains only',
    rules: { balanceOffered: (canSettle, _type, { asset }) => canSettle && asset.blockchain !== 'POLYGON' },
  },
  {
    name: 'balance-not-offered-where-a-project-converts',
    breaks: 'SBX-06',
    level: 'answer',
    because: 'the exchange that converts for a project takes no test coins',
    rules: {
      balanceOffered: (canSettle, _type, { asset, project }) =>
        canSettle && project.autoConversion[asset.id] === undefined,
    },
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
    name: 'balance-loses-whole-units',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement takes whole units from the sandbox balance',
    rules: { balanceDebit: (paid) => paid.ceil() },
  },
  {
    name: 'balance-settles-two-tabs-at-once',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement does not see one that was taken a moment before',
    rules: {
      balanceSettles: (status, sinceMs) =>
        conformingRules.balanceSettles(status, sinceMs) || (status !== 'EXPIRED' && sinceMs < 400),
    },
  },
  {
    name: 'balance-settles-after-a-conflict',
    breaks: 'SBX-06',
    level: 'state',
    because: 'what is settled from a page that was opened before a conflict costs the balance all the same',
    rules: {
      balanceSettles: (status, sinceMs) => status === 'CONFLICT' || conformingRules.balanceSettles(status, sinceMs),
    },
  },
  {
    name: 'balance-settles-after-the-expiry',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement looks at the status of the page, not at that of the checkout',
    rules: {
      balanceSettles: (status, sinceMs) => status === 'EXPIRED' || conformingRules.balanceSettles(status, sinceMs),
      takesPayment: (status, of) => status === 'EXPIRED' || conformingRules.takesPayment(status, of),
      requestMoveAllowed: (from, to) => from === 'EXPIRED' || conformingRules.requestMoveAllowed(from, to),
      checkoutMoveAllowed: (from, to) => from === 'EXPIRED' || conformingRules.checkoutMoveAllowed(from, to),
    },
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
