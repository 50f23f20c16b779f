import { expect, test } from '@playwright/test';
import { currencyOf } from '../../schemas/domain/assets.ts';
import { parseExact } from '../../schemas/json/exact.ts';
import { convertedPrice, ownPrice, priceForAll, pricesIn } from './depositPrices.ts';

const options = {
  cryptoCurrencies: ['TRON_USDT', 'BNB_CHAIN_USDC'],
  limits: { TRON_USDT: { minLimit: 1, maxLimit: 999999 }, BNB_CHAIN_USDC: { minLimit: 2, maxLimit: 0 } },
  amountInOptions: {
    TRON_USDT: {
      USDT: { minLimit: 1, maxLimit: 999999, convertRate: null },
      USD: { minLimit: 1.0054, maxLimit: 1000, convertRate: 1.0054 },
    },
    BNB_CHAIN_USDC: { USD: { minLimit: 2.0134, maxLimit: 2000, convertRate: 1.0067 } },
  },
};

const pricesOf = (value: unknown) => {
  const parsed = parseExact(JSON.stringify(value));
  return pricesIn('value' in parsed ? parsed.value : undefined);
};

const inWords = (value: unknown) =>
  pricesOf(value).map(({ asset, currency, isOwn, minLimit, maxLimit, rate }) =>
    [asset, currency, isOwn ? 'own' : 'other', minLimit, maxLimit, rate].map((one) => String(one ?? '-')).join(' '),
  );

test("prices come from the options in one order, including each asset's own currency", () => {
  const words = [
    'BNB_CHAIN_USDC USD other 2.0134 2000 1.0067',
    'BNB_CHAIN_USDC USDC own 2 - -',
    'TRON_USDT USD other 1.0054 1000 1.0054',
    'TRON_USDT USDT own 1 999999 -',
  ];
  expect(inWords(options)).toEqual(words);
  expect(inWords({ ...options, cryptoCurrencies: options.cryptoCurrencies.toReversed() })).toEqual(words);
});

test('options with assets only have prices without limits, others have none', () => {
  expect(inWords({ cryptoCurrencies: ['TRON_USDT'] })).toEqual(['TRON_USDT USDT own - - -']);
  expect(inWords({ cryptoCurrencies: ['TRON_USDT'], minLimits: { TRON_USDT: 3 } })).toEqual([
    'TRON_USDT USDT own 3 - -',
  ]);
  for (const none of [{}, { cryptoCurrencies: null }, []]) expect(inWords(none)).toEqual([]);
});

test('a price for all assets is within the limits of each', () => {
  const [first] = pricesOf(options);
  const all = first && priceForAll(pricesOf(options), first);
  expect([all?.minLimit?.toFixed(), all?.maxLimit?.toFixed()]).toEqual(['2.0134', '1000']);
  // It is an own price only if none of its limits follows a rate.
  for (const one of pricesOf(options)) {
    const same = pricesOf(options).filter(({ currency }) => currency === one.currency);
    expect(priceForAll(pricesOf(options), one).isOwn).toBe(same.every(({ isOwn }) => isOwn));
  }
});

test('the first own price and the first converted price are found if they exist', () => {
  expect(ownPrice(pricesOf(options))?.currency).toBe('USDC');
  expect(convertedPrice(pricesOf(options))?.currency).toBe('USD');
  expect(convertedPrice(pricesOf({ cryptoCurrencies: ['TRON_USDT'] }))).toBeUndefined();
  expect(currencyOf('BNB_CHAIN_USDC')).toBe('USDC');
});
