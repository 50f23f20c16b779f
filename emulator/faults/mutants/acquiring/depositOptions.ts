import { ASSETS } from '../../../domain/assets.ts';
import type { Json, JsonRecord } from '../../../domain/json.ts';
import { isMoney, money } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

const asText = (value: Json | undefined): Json => (isMoney(value) ? value.toFixed() : (value ?? null));

/** Mutants of deposit options (§ Deposit options). */
export const depositMutants: readonly Mutant[] = [
  {
    name: 'options-without-list',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'the list of assets is left out, since every map has it',
    rules: overrideRecord('deposit', () => ({ cryptoCurrencies: undefined })),
  },
  {
    name: 'option-limits-as-text',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'limits come from the settings, which are texts',
    rules: overrideRecord('deposit', ({ minLimits }) => ({
      minLimits: Object.fromEntries(Object.entries(minLimits as JsonRecord).map(([id, min]) => [id, asText(min)])),
    })),
  },
  {
    name: 'option-maps-as-lists',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'a map is serialised as the list of its entries',
    rules: overrideRecord('deposit', ({ limits }) => ({
      limits: Object.values(limits as JsonRecord).map((limit) => limit ?? null),
    })),
  },
  {
    name: 'minimums-lack-an-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'the minimum of the newest asset was not set',
    rules: { optionAssets: (assets, field) => (field === 'minLimits' ? assets.slice(0, -1) : assets) },
  },
  {
    name: 'fees-lack-an-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'the fee of the first asset is the one of the contract, which is told nowhere',
    rules: { optionAssets: (assets, field) => (field === 'merchantPercentPlatformFees' ? assets.slice(1) : assets) },
  },
  {
    name: 'limits-of-every-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'limits are told of all assets, enabled or not',
    rules: {
      optionAssets: (assets, field) =>
        field === 'limits' ? [...assets, ...ASSETS.filter((asset) => !assets.includes(asset)).slice(0, 1)] : assets,
    },
  },
  {
    name: 'maximum-of-another-table',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'maxLimits are those of the processor, limits those of the contract',
    rules: { plainLimit: (limit, field) => (field === 'maxLimits' ? limit.times(10) : limit) },
  },
  {
    name: 'option-currency-first',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'an asset is named by its currency, then its network',
    rules: { optionIdText: ({ blockchain, currency }) => `${currency}_${blockchain}` },
  },
  {
    name: 'option-with-dash',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'the parts of an identifier are joined by a dash',
    rules: { optionIdText: ({ blockchain, currency }) => `${blockchain}-${currency}` },
  },
  {
    name: 'option-without-chain',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'a currency that is on one network only goes without its name',
    rules: {
      optionIdText: (asset) => (asset.blockchain === 'TRON' ? asset.currency : conformingRules.optionIdText(asset)),
    },
  },
  {
    name: 'pair-without-rate',
    breaks: 'DEP-04',
    level: 'answer',
    because: 'a rate of one is left out, its pair is not',
    rules: { conversionShown: (rate, pair) => ({ convertRate: rate, convertPair: pair ?? 'USDTUSDT' }) },
  },
  {
    name: 'rate-without-pair',
    breaks: 'DEP-04',
    level: 'answer',
    because: 'the pair of a rate can be seen from the map, and is left out',
    rules: { conversionShown: (rate) => ({ convertRate: rate, convertPair: null }) },
  },
  {
    name: 'option-limits-by-the-inverse',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'limits are divided by the rate where they should be multiplied',
    rules: { optionLimit: (limit, rate) => conformingRules.optionLimit(limit, money(1).div(rate)) },
  },
  {
    name: 'option-limits-not-converted',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'every currency gets the limits of the asset',
    rules: { optionLimit: (limit) => limit },
  },
  {
    name: 'option-limits-by-an-old-rate',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'limits were converted yesterday, the rate is that of today',
    rules: { optionLimit: (limit, rate) => conformingRules.optionLimit(limit, rate.times('0.97')) },
  },
  {
    name: 'options-with-four-suggestions',
    breaks: 'DEP-06',
    level: 'answer',
    because: 'an option of the service goes before those of the settings',
    rules: overrideRecord('deposit', ({ suggestedAmounts }) =>
      Array.isArray(suggestedAmounts) ? { suggestedAmounts: [money(5), ...suggestedAmounts] } : {},
    ),
  },
  {
    name: 'suggestions-in-both-currencies',
    breaks: 'DEP-06',
    level: 'answer',
    because: 'every option is told in fiat and again in crypto',
    rules: overrideRecord('deposit', ({ suggestedAmounts }) =>
      Array.isArray(suggestedAmounts) ? { suggestedAmounts: [...suggestedAmounts, ...suggestedAmounts] } : {},
    ),
  },
];
