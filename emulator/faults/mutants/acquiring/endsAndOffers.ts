import { ASSETS } from '../../../domain/assets.ts';
import { ZERO } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the ends of records, of what a project offers, and of calls that say more than they need. */
export const endAndOfferMutants: readonly Mutant[] = [
  {
    name: 'checkout-outlives-its-end',
    breaks: 'LIF-20',
    level: 'state',
    because: 'the job that expires checkouts was never scheduled',
    rules: { checkoutExpiry: () => null },
  },
  {
    name: 'chosen-checkout-outlives-its-end',
    breaks: 'LIF-20',
    level: 'state',
    because: 'only checkouts without a choice expire; the others are left to their requests',
    rules: {
      checkoutMoveAllowed: (from, to) =>
        (from !== 'REQUEST_CREATED' || to !== 'EXPIRED') && conformingRules.checkoutMoveAllowed(from, to),
    },
  },
  {
    name: 'any-payment-settles',
    breaks: 'LIF-21',
    level: 'state',
    because: 'a request is settled by the notice of a payment, which nobody compares with it',
    rules: { assetMatches: () => true, amountSatisfies: () => true },
  },
  {
    name: 'bridged-token-settles',
    breaks: 'LIF-21',
    level: 'state',
    because: 'the token of a cheap network counts as that of another, since it can be bridged',
    rules: {
      assetMatches: (paid, asked) =>
        conformingRules.assetMatches(paid, asked) || [paid, asked].toSorted().join() === 'ETHEREUM_USDC,POLYGON_USDC',
    },
  },
  {
    name: 'every-asset-offered',
    breaks: 'DEP-07',
    level: 'answer',
    because: 'the list of assets is that of the service, not of the project',
    rules: { projectAssets: () => ASSETS.map(({ id }) => id) },
  },
  {
    name: 'every-asset-in-bundles',
    breaks: 'DEP-07',
    level: 'state',
    because: 'a bundle for all enabled assets gets those of the service, not of the project',
    rules: { allEnabled: () => ASSETS },
  },
  {
    name: 'every-asset-beside-listed-ones',
    breaks: 'DEP-07',
    level: 'state',
    because: 'a call that also lists assets is read as one for everything that can be paid',
    rules: { allEnabled: (assets, listed) => (listed.length > 0 ? ASSETS : assets) },
  },
  {
    name: 'preselected-asset-offered',
    breaks: 'DEP-07',
    level: 'answer',
    because: 'the preselected asset is put first, whether the project has it or not',
    rules: {
      checkoutTold: (record, { preselected, project }) => {
        const others = project.enabledAssets.filter((asset) => asset !== preselected);
        return preselected === null ? record : { ...record, cryptoCurrencies: [preselected, ...others] };
      },
    },
  },
  {
    name: 'fee-never-on-top',
    breaks: 'REQ-11',
    level: 'state',
    because: 'the fee of the end user is shown, but not added to what is due',
    rules: { payAmountOf: (converted) => converted },
  },
  {
    name: 'hidden-fee-left-out',
    breaks: 'REQ-11',
    level: 'state',
    because: 'the project that hides its fee is the one without a fixed part, and its fee is left out',
    rules: {
      payerFeeOf: (fee, payer) =>
        payer === 'payer' && fee.decimalPlaces() > 2 ? ZERO : fee.times(payer === 'payer' ? 1 : 0),
    },
  },
  {
    name: 'fee-of-the-payer-only-on-conversions',
    breaks: 'REQ-11',
    level: 'state',
    because: 'the fee is added when a price is converted, which a price in the coin that is paid never is',
    rules: { payAmountOf: (converted, payerFee, { isOwn }) => (isOwn ? converted : converted.plus(payerFee)) },
  },
  {
    name: 'own-amount-pays-the-fee-of-a-price',
    breaks: 'REQ-05',
    level: 'state',
    because: 'an amount that is none of the options is priced like one of a merchant',
    rules: { typeOfChoice: (type, isOption) => (isOption ? type : 'FIXED_PRICE') },
  },
  {
    name: 'fee-of-the-merchant-on-large-prices-in-the-coin',
    breaks: 'REQ-05',
    level: 'state',
    because: 'a large price in the coin that is paid never comes to where the settings say who pays the fee',
    rules: {
      payerFeeOf: (fee, payer, { isOwn, converted }) =>
        payer === 'payer' && !(isOwn && converted.gt(10_000)) ? fee : ZERO,
      merchantFeeOf: (fee, payer, { isOwn, converted }) =>
        payer === 'merchant' || (isOwn && converted.gt(10_000)) ? fee : ZERO,
    },
  },
  {
    name: 'nothing-converted',
    breaks: 'REQ-12',
    level: 'state',
    because: 'the setting is stored and never read',
    rules: { requestConversion: () => null },
  },
  {
    name: 'open-amounts-not-converted',
    breaks: 'REQ-12',
    level: 'state',
    because: 'the conversion belongs to the price, which a payment of any amount lacks',
    rules: { requestConversion: (configured, priced) => (priced ? configured : null) },
  },
  {
    name: 'listed-assets-narrow-all',
    breaks: 'SAB-03',
    level: 'state',
    because: 'a list beside allEnabledAssets is taken for a filter',
    rules: { allEnabled: (assets, listed) => assets.filter(({ id }) => listed.length === 0 || listed.includes(id)) },
  },
  {
    name: 'only-asked-replaced',
    breaks: 'SAB-07',
    level: 'state',
    because: 'only entries that the call names are replaced, and get their address back from the others that share it',
    rules: {
      replacedOf: (disabled, wanted) => disabled.filter(({ asset }) => wanted.some(({ id }) => id === asset.id)),
    },
  },
  {
    name: 'minimum-compared-after-fees',
    breaks: 'SAB-14',
    level: 'state',
    because: 'the minimum is compared with what is left after a fee',
    rules: { reachesStaticMinimum: (amount, least) => amount.gte(least.times('1.3')) || amount.lt(least.times('0.5')) },
  },
  {
    name: 'price-cut-in-cents',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'prices are kept as whole cents of a binary fraction',
    rules: {
      fixedAmountKept: (price, type) => {
        const kept = conformingRules.fixedAmountKept(price, type);
        const lost = kept?.amount
          .times(100)
          .minus(Math.trunc(kept.amount.toNumber() * 100))
          .div(100);
        return kept && lost ? { ...kept, amount: kept.amount.minus(lost.lt('0.01') ? 0 : lost) } : null;
      },
    },
  },
  {
    name: 'bitcoin-on-the-blockchain-of-its-token',
    breaks: 'PAY-04',
    level: 'answer',
    because: 'payments in bitcoin show the blockchain of a token that stands for it',
    rules: { blockchainShown: (blockchain, currency) => (currency === 'BTC' ? 'ETHEREUM' : blockchain) },
  },
];
