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
    name: 'pair-of-the-first-quote',
    breaks: 'DEP-04',
    level: 'answer',
    because: 'the pairs of limits in EUR are copied from those in USD',
    rules: {
      conversionShown: (rate, pair) => conformingRules.conversionShown(rate, pair?.replace('EUR', 'USD') ?? null),
    },
  },
  {
    name: 'limits-in-currencies-of-a-disabled-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'amountInOptions is made for every asset of the service',
    rules: { optionAssets: (assets, field) => (field === 'amountInOptions' ? ASSETS : assets) },
  },
  {
    name: 'options-without-list',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'the list of assets is omitted because every map contains them',
    rules: overrideRecord('deposit', () => ({ cryptoCurrencies: undefined })),
  },
  {
    name: 'option-limits-as-text',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'limits come from the settings, which store text',
    rules: overrideRecord('deposit', ({ minLimits }) => ({
      minLimits: Object.fromEntries(Object.entries(minLimits as JsonRecord).map(([id, min]) => [id, asText(min)])),
    })),
  },
  {
    name: 'option-maps-as-lists',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'a map is serialized as a list of its entries',
    rules: overrideRecord('deposit', ({ limits }) => ({
      limits: Object.values(limits as JsonRecord).map((limit) => limit ?? null),
    })),
  },
  {
    name: 'unpaid-fees-null',
    breaks: 'DEP-01',
    level: 'answer',
    because: 'the fees that a merchant does not pay have no row, and a missing row is written as null',
    rules: {
      feesUnpaid: (whose, zeros) =>
        whose === 'merchant' ? Object.fromEntries(Object.keys(zeros).map((asset) => [asset, null])) : {},
    },
  },
  {
    name: 'minimums-lack-an-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'the newest asset has no minimum',
    rules: { optionAssets: (assets, field) => (field === 'minLimits' ? assets.slice(0, -1) : assets) },
  },
  {
    name: 'fees-lack-an-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'the fee of the first asset comes from its contract, which is not shown',
    rules: { optionAssets: (assets, field) => (field === 'merchantPercentPlatformFees' ? assets.slice(1) : assets) },
  },
  {
    name: 'limits-of-every-asset',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'limits are shown for every asset, enabled or not',
    rules: {
      optionAssets: (assets, field) =>
        field === 'limits' ? [...assets, ...ASSETS.filter((asset) => !assets.includes(asset)).slice(0, 1)] : assets,
    },
  },
  {
    name: 'maximum-of-another-table',
    breaks: 'DEP-02',
    level: 'answer',
    because: 'maxLimits come from the processor, limits from the contract',
    rules: { plainLimit: (limit, field) => (field === 'maxLimits' ? limit.times(10) : limit) },
  },
  {
    name: 'option-currency-first',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'an asset is named by currency first, then network',
    rules: { optionIdText: ({ blockchain, currency }) => `${currency}_${blockchain}` },
  },
  {
    name: 'option-with-dash',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'the parts of an identifier are joined by a hyphen',
    rules: { optionIdText: ({ blockchain, currency }) => `${blockchain}-${currency}` },
  },
  {
    name: 'option-without-chain',
    breaks: 'DEP-03',
    level: 'answer',
    because: 'a currency on a single network omits the network name',
    rules: {
      optionIdText: (asset) => (asset.blockchain === 'TRON' ? asset.currency : conformingRules.optionIdText(asset)),
    },
  },
  {
    name: 'pair-without-rate',
    breaks: 'DEP-04',
    level: 'answer',
    because: 'a rate of one is left out, but its pair is not',
    rules: { conversionShown: (rate, pair) => ({ convertRate: rate, convertPair: pair ?? 'USDTUSDT' }) },
  },
  {
    name: 'rate-without-pair',
    breaks: 'DEP-04',
    level: 'answer',
    because: 'the pair is left out because the map implies it',
    rules: { conversionShown: (rate) => ({ convertRate: rate, convertPair: null }) },
  },
  {
    name: 'option-limits-by-the-inverse',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'limits are divided by the rate instead of multiplied',
    rules: { optionLimit: (limit, rate) => conformingRules.optionLimit(limit, money(1).div(rate)) },
  },
  {
    name: 'option-limits-to-the-cent',
    breaks: 'REQ-04',
    level: 'answer',
    because: 'limits are shown to the cent and checked exactly, so that some shown ones are outside',
    rules: { optionLimit: (limit, rate) => conformingRules.optionLimit(limit, rate).toDecimalPlaces(2) },
  },
  {
    name: 'option-limits-not-converted',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'every currency shows the limits of the asset unconverted',
    rules: { optionLimit: (limit) => limit },
  },
  {
    name: 'option-limits-by-an-old-rate',
    breaks: 'DEP-05',
    level: 'answer',
    because: 'limits were converted at yesterday’s rate, the rate shown is today’s',
    rules: { optionLimit: (limit, rate) => conformingRules.optionLimit(limit, rate.times('0.97')) },
  },
  {
    name: 'options-with-four-suggestions',
    breaks: 'DEP-06',
    level: 'answer',
    because: 'the service adds its own option before those of the settings',
    rules: overrideRecord('deposit', ({ suggestedAmounts }) =>
      Array.isArray(suggestedAmounts) ? { suggestedAmounts: [money(5), ...suggestedAmounts] } : {},
    ),
  },
  {
    name: 'suggestions-in-both-currencies',
    breaks: 'DEP-06',
    level: 'answer',
    because: 'every option is shown in fiat and again in crypto',
    rules: overrideRecord('deposit', ({ suggestedAmounts }) =>
      Array.isArray(suggestedAmounts) ? { suggestedAmounts: [...suggestedAmounts, ...suggestedAmounts] } : {},
    ),
  },
];
