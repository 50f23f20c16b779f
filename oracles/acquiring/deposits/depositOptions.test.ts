import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import type { Sighting } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { answersTo } from '../../answers/acquiringRecords.ts';
import {
  convertedPairsIn,
  convertsWholly,
  hasConverted,
  hasLimits,
  hasMaps,
  limitsAreOne,
  limitsConvert,
  listsAssets,
  namesAssets,
  namesItsAssets,
} from './depositOptions.ts';
import { suggestsFew } from './suggestedOptions.ts';

const operation = 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options';

const own = { minLimit: 1, maxLimit: 999999, convertRate: null, convertPair: null };
const inDollars = { minLimit: 1.0067, maxLimit: 1006698.9933, convertRate: 1.0067, convertPair: 'USDTUSD' };

/** Conforming deposit options of two assets, as a target may show them. */
const conforming = {
  cryptoCurrencies: ['TRON_USDT', 'ETHEREUM_USDT'],
  limits: { TRON_USDT: own, ETHEREUM_USDT: own },
  minLimits: { TRON_USDT: 1, ETHEREUM_USDT: 1.0 },
  maxLimits: { TRON_USDT: 999999, ETHEREUM_USDT: 999999 },
  amountInOptions: {
    TRON_USDT: { USDT: own, USD: inDollars },
    ETHEREUM_USDT: { USDT: own, USD: inDollars },
  },
  merchantFixedPlatformFees: { TRON_USDT: 0.1, ETHEREUM_USDT: null },
  merchantPercentPlatformFees: { TRON_USDT: 5, ETHEREUM_USDT: 5 },
  payerFixedPlatformFees: {},
  suggestedAmounts: null,
};

/** Returns the sighting of deposit options in an answer; a text keeps its numbers as written. */
async function sightingOf(answer: unknown): Promise<Sighting> {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const headers = [['content-type', 'application/json']] as const;
  const [options] = answersTo(await recordOfExchanges({ operation, answer: text, headers }), operation);
  if (!options) throw new Error('no deposit options');
  return options;
}

const rules: Record<string, (options: Sighting) => readonly Fault[]> = {
  namesItsAssets,
  limitsAreOne,
  namesAssets,
  convertsWholly,
  limitsConvert,
  suggestsFew,
};

const oneEntry = (limits: object, option: object, currency = 'USD') => ({
  cryptoCurrencies: ['TRON_USDT'],
  limits: { TRON_USDT: limits },
  amountInOptions: { TRON_USDT: { [currency]: option } },
});

const conformingOptions: Record<string, unknown> = {
  'as it is': conforming,
  'with assets, fields and maps that we do not know': {
    ...conforming,
    cryptoCurrencies: [...conforming.cryptoCurrencies, 'POLYGON_AMOY_USDC.e', 'TON_TON'],
    limits: { ...conforming.limits, 'POLYGON_AMOY_USDC.e': own, TON_TON: { ...own, step: 1 } },
    minLimits: { ...conforming.minLimits, 'POLYGON_AMOY_USDC.e': 1, TON_TON: 1 },
    maxLimits: { ...conforming.maxLimits, 'POLYGON_AMOY_USDC.e': 999999, TON_TON: 999999 },
    merchantFixedPlatformFees: null,
    merchantPercentPlatformFees: {},
    more: { ANY: 1 },
  },
  'of a blockchain that is called like its coin': { cryptoCurrencies: ['ETH_MATIC', 'ETH_BNB', 'ETH_SOL', 'TRX_USDT'] },
  'with nulls': { cryptoCurrencies: ['TRON_USDT'], limits: null, minLimits: null, amountInOptions: null },
  'with a null of an asset that is not listed': {
    ...conforming,
    minLimits: { ...conforming.minLimits, SOLANA_USDC: null },
  },
  'with predefined amounts in a way of its own': {
    ...conforming,
    suggestedAmounts: { currency: 'USD', amounts: [1, 2, 3] },
  },
  'cut to the decimals that it shows': oneEntry(
    { minLimit: 0.00012, maxLimit: 3 },
    { minLimit: 7.75, maxLimit: 193793.16, convertRate: 64597.721, convertPair: 'BTCUSD' },
  ),
  'rounded to the decimals that it shows': oneEntry(
    { minLimit: 0.00012, maxLimit: 3 },
    { minLimit: 7.752, maxLimit: 193793.2, convertRate: 64597.721, convertPair: 'BTCUSD' },
  ),
  'at a rate of the pair the other way round': oneEntry(
    { minLimit: 1, maxLimit: 250000 },
    { minLimit: 0.00001557, maxLimit: 3.8910203, convertRate: 64250.5, convertPair: 'BTCUSDT' },
    'BTC',
  ),
  'reckoned in doubles': oneEntry(
    { minLimit: 0.1, maxLimit: 3 },
    { minLimit: 0.1 * 0.3, maxLimit: 3 * 0.3, convertRate: 0.3, convertPair: 'USDTXYZ' },
  ),
  'without a rate for another currency': oneEntry(own, { ...inDollars, convertRate: null, convertPair: null }),
};

for (const [way, answer] of Object.entries(conformingOptions)) {
  test(`deposit options ${way} conform`, async () => {
    const options = await sightingOf(answer);
    for (const [name, rule] of Object.entries(rules)) expect(rule(options), name).toEqual([]);
  });
}

const violating: Record<string, readonly [rule: keyof typeof rules, answer: unknown]> = {
  'a map lacks an asset': ['namesItsAssets', { ...conforming, maxLimits: { TRON_USDT: 1 } }],
  'a map is empty that is not of fees': ['namesItsAssets', { ...conforming, limits: {} }],
  'a map has an asset too many': [
    'namesItsAssets',
    { ...conforming, payerFixedPlatformFees: { ...conforming.minLimits, A_B: 1 } },
  ],
  'payer fees name one asset of two': ['namesItsAssets', { ...conforming, payerPercentPlatformFees: { TRON_USDT: 1 } }],
  'minLimits says otherwise': ['limitsAreOne', { ...conforming, minLimits: { TRON_USDT: 2, ETHEREUM_USDT: 1 } }],
  'maxLimits says otherwise': ['limitsAreOne', { ...conforming, maxLimits: { TRON_USDT: 999999, ETHEREUM_USDT: 9 } }],
  'a currency alone is an asset': ['namesAssets', { ...conforming, cryptoCurrencies: ['USDT'] }],
  'an asset is turned round': ['namesAssets', { ...conforming, cryptoCurrencies: ['USDT_TRON'] }],
  'an asset is in another spelling': ['namesAssets', { ...conforming, cryptoCurrencies: ['tron-usdt'] }],
  'a key of a map is no asset': ['namesAssets', { ...conforming, limits: { USDT: own } }],
  'a key of amountInOptions is no asset': ['namesAssets', { ...conforming, amountInOptions: { USDT: {} } }],
  'a rate has no pair': ['convertsWholly', oneEntry(own, { ...inDollars, convertPair: null })],
  'a pair has no rate': ['convertsWholly', oneEntry(own, { minLimit: 1, maxLimit: 2, convertPair: 'USDTUSD' })],
  'a pair in limits has no rate': ['convertsWholly', oneEntry({ ...own, convertPair: 'USDTUSD' }, inDollars)],
  'a limit is not converted': ['limitsConvert', oneEntry(own, { ...inDollars, maxLimit: 999999 })],
  'a limit is divided by the rate': ['limitsConvert', oneEntry(own, { ...inDollars, minLimit: 0.9933 })],
  'a limit is multiplied by the rate of a pair the other way round': [
    'limitsConvert',
    oneEntry(own, { minLimit: 64250.5, maxLimit: 64250435749.5, convertRate: 64250.5, convertPair: 'BTCUSDT' }, 'BTC'),
  ],
  'a limit is rounded to fewer decimals and then written with more': [
    'limitsConvert',
    JSON.stringify(oneEntry(own, inDollars)).replace('1.0067,', '1.0100,'),
  ],
  'its own currency has other limits': ['limitsConvert', oneEntry(own, { ...own, minLimit: 2 }, 'USDT')],
  'four amounts are predefined': ['suggestsFew', { ...conforming, suggestedAmounts: [1, 2, 3, 4] }],
  'four amounts are predefined within': [
    'suggestsFew',
    { ...conforming, suggestedAmounts: { amounts: ['1', '2', '3', '4'] } },
  ],
};

for (const [way, [name, answer]] of Object.entries(violating)) {
  test(`${name} sees that ${way}`, async () => {
    expect(rules[name]?.(await sightingOf(answer))).not.toEqual([]);
  });
}

test('empty options are no evidence', async () => {
  const [empty, full] = [await sightingOf({ cryptoCurrencies: [] }), await sightingOf(conforming)];
  for (const isEvidence of [listsAssets, hasMaps, hasLimits, hasConverted]) {
    expect(isEvidence(empty)).toBe(false);
    expect(isEvidence(full)).toBe(true);
  }
  expect(hasMaps(await sightingOf({ cryptoCurrencies: ['TRON_USDT'], payerFixedPlatformFees: {} }))).toBe(false);
});

test("each converted pair is named once, without pairs in the asset's own currency", async () => {
  expect(convertedPairsIn((await sightingOf(conforming)).value)).toEqual([
    { base: 'USDT', quote: 'USD', asset: 'ETHEREUM_USDT' },
  ]);
  expect(convertedPairsIn(undefined)).toEqual([]);
});

test('only lists of amounts have at most three options, for each asset', async () => {
  const ruled = async (suggestedAmounts: unknown) =>
    suggestsFew(await sightingOf({ ...conforming, suggestedAmounts })).length;
  const named = (asset: string, amounts: readonly number[]) => amounts.map((amount) => ({ asset, amount }));
  for (const few of [
    { currency: 'EUR', amounts: [5, 10, 20], methods: ['a', 'b', 'c', 'd'] },
    { TRON_USDT: [1, 2, 3], ETHEREUM_USDT: [1, 2, 3] },
    [...named('TRON_USDT', [1, 2, 3]), ...named('ETHEREUM_USDT', [1, 2, 3])],
    [1, 2, 3].map((amount) => ({ amount, tags: ['a', 'b', 'c', 'd'] })),
    [{ currency: 'EUR', amounts: [1, 2] }, {}, {}, {}],
  ])
    expect(await ruled(few), JSON.stringify(few)).toBe(0);
  for (const many of [
    [1, 2, 3, 4],
    ['1', '2', '3', '4.5'],
    { amounts: [1, 2, 3, 4] },
    named('TRON_USDT', [1, 2, 3, 4]),
    [{ currency: 'EUR', amounts: [1, 2, 3, 4] }],
  ])
    expect(await ruled(many), JSON.stringify(many)).toBe(1);
});
