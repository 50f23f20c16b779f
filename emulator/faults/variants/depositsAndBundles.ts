import { isMoney, money } from '../../domain/money.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';
import { isQuarterOld } from '../shared/oldRecords.ts';
import { overrideRecord } from '../shared/recordOverride.ts';

/** Variants of deposit options, bundles and rates (§ Deposit options, § Static address bundle, § Acquiring rate). */
export const optionVariants: readonly Variant[] = [
  {
    name: 'other-addresses-replaced-later',
    because:
      '§ Bundle rules, 4, "for that asset": a call replaces the disabled addresses that its assets have or could share',
    rules: {
      replacedOf: (disabled, wanted) =>
        disabled.filter(({ asset }) =>
          wanted.some(({ blockchain }) => conformingRules.addressShared(asset.blockchain, blockchain)),
        ),
    },
  },
  {
    name: 'old-addresses-replaced',
    because:
      '§ Bundle rules, 4, "disabled (for example after an AML rule violation)": an address is disabled after a quarter of a year as well',
    rules: { addressDisabled: (address) => address.disabled || isQuarterOld(address) },
  },
  {
    name: 'asset-of-an-unknown-chain',
    because:
      '§ Static address bundle, "tokenStandard values seen": other values may occur on other kinds of blockchains',
    rules: { projectAssets: (enabled) => [...enabled, 'TON_USDT'] },
  },
  {
    name: 'payer-fees-zero',
    because: '§ Deposit options, payer fees: "may be empty", or contain zeros',
    rules: { feesUnpaid: (_whose, zeros) => zeros },
  },
  {
    name: 'unpaid-fees-empty',
    because: '§ Deposit options: the map of an unpaid fee may be empty',
    warns: ['DEP-02'],
    rules: { feesUnpaid: () => ({}) },
  },
  {
    name: 'options-of-requests',
    because:
      '§ Project settings, "apply only to FIXED_PRICE checkouts": deposit options are for requests, so the merchant pays',
    rules: { optionFeePayer: () => 'merchant' },
  },
  {
    name: 'options-at-turned-rates',
    because:
      '§ Deposit options, convertPair and convertRate: the text does not say which currency of the pair comes first',
    rules: {
      conversionShown: (rate, pair) => ({
        convertRate: rate && money(1).div(rate),
        convertPair: pair?.replace(/^(BTC|ETH|TRX|USDC|USDT)(.+)$/, '$2$1') ?? null,
      }),
    },
  },
  {
    name: 'options-with-further-fields',
    because: '§ Deposit options lists fields and does not say that there are no others',
    rules: overrideRecord('deposit', () => ({ updatedAt: null, networks: {} })),
  },
  {
    name: 'contract-addresses-null',
    because: '§ Static address bundle, contractAddress: a native coin has no contract, so it may be null',
    rules: { metaShown: (record) => ({ ...record, contractAddress: null }) },
  },
  {
    name: 'network-fee-of-busy-days',
    because: '§ Static address, values.networkFeeEstimate, "estimated fee": the text sets no bound to the actual one',
    warns: ['SAB-14'],
    rules: {
      staticFeeOf: (amount, { networkFeeEstimate, ...values }) =>
        conformingRules.staticFeeOf(amount, { ...values, networkFeeEstimate: networkFeeEstimate.times(3) }),
    },
  },
  {
    name: 'bundles-of-the-merchant',
    because:
      '§ Static address bundle, "identified by a merchant-supplied referenceId": in all projects of the merchant',
    rules: { bundleKey: (_projectId, referenceId) => referenceId },
  },
  {
    name: 'network-fee-not-taken',
    because: '§ Static address, values.networkFeeEstimate, "estimated fee": the actual fee may be zero',
    rules: {
      staticFeeOf: (amount, values) => conformingRules.staticFeeOf(amount, { ...values, networkFeeEstimate: money(0) }),
    },
  },
  {
    name: 'references-of-any-length',
    because: '§ Limits sets no limit for a referenceId',
    rules: { referenceAccepted: () => true },
    differs: /"referenceId":"x{257}"/,
  },
  {
    name: 'bundle-addresses-in-another-order',
    because: '§ Static address bundle, addresses: the array has no defined order',
    rules: { addressesShown: (held) => [...held].reverse() },
  },
  {
    name: 'bundle-addresses-inactive',
    because: '§ Static address, active: "false: deposits may be delayed or temporarily unprocessed"',
    rules: overrideRecord('address', () => ({ active: false })),
  },
  {
    name: 'shared-address-of-its-own-id',
    because:
      '§ Static address, id: "may be shared by several assets", but the address may also be shared without its id',
    rules: { sharedFrom: ({ id, ...shared }) => ({ ...shared, id: otherIdOf(id) }) },
  },
  {
    name: 'bundles-with-further-fields',
    because: '§ Resources says of several records "further fields … not shown": the service adds some',
    rules: overrideRecord('bundle', () => ({ label: null, tags: ['a'], version: 2 })),
  },
  {
    name: 'acquiring-rates-of-currencies',
    because: '§ Acquiring rate, baseAsset and quoteAsset: Strings like those of § Exchange rate, which are currencies',
    rules: { rateCurrencyOf: (_assets, named) => named },
    differs: /rates\/TRON_USDT/,
  },
  {
    name: 'acquiring-rates-of-asset-identifiers',
    because:
      '§ Crypto acquiring request, "Asset identifier format used by acquiring": a rate may use these identifiers too',
    rules: {
      rateCurrencyOf: (assets, named) =>
        assets.some(({ currency }) => currency === named)
          ? `${named} alone`
          : conformingRules.rateCurrencyOf(assets, named),
    },
    differs: /rates\/[A-Z]+\//,
  },
  {
    name: 'acquiring-rates-with-a-spread',
    because: '§ Acquiring rate, rate: nothing says what a service keeps for itself of each way',
    rules: {
      acquiringRateShown: (record) => {
        const { rate } = record;
        return { ...record, rate: isMoney(rate) ? rate.times('0.9') : null };
      },
    },
  },
  {
    name: 'acquiring-rates-of-many-decimals',
    because: '§ Acquiring rate, rate: a Number with any precision',
    rules: {
      acquiringRateShown: ({ rate, ...record }) => ({
        ...record,
        rate: isMoney(rate) ? rate.plus('0.0000000123456789012345') : rate,
      }),
    },
  },
  {
    name: 'acquiring-rates-with-further-fields',
    because: '§ Acquiring rate lists fields and does not say that there are no others',
    rules: overrideRecord('acquiringRate', () => ({ source: 'market', validUntil: null })),
  },
];

/** Another identifier for an address, with a changed first digit; the same input always gives the same result. */
const otherIdOf = (id: string): string =>
  id.replace(/-(.)/, (_, digit: string) => `-${((Number.parseInt(digit, 16) + 1) % 16).toString(16)}`);
