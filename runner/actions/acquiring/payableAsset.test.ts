import { expect, test } from '@playwright/test';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import { payableAssetOf, payableInTurn } from './payableAsset.ts';
import type { Widget } from './projects.ts';

/** A project with these deposit options. */
function widget(answer: object): Widget {
  const options = exchangeOf({ answer });
  return { id: 'CAP-1', settings: { id: 'CAP-1' }, options, assets: listedAssets(options.json) };
}

const limits = { minLimit: 1, maxLimit: 9 };

test('the amount is small and in the currency of the asset, and another asset shares the address', () => {
  const cryptoCurrencies = ['TRON_USDT', 'BNB_CHAIN_USDT', 'BNB_CHAIN_USDC'];
  const priced = { cryptoCurrencies, limits: Object.fromEntries(cryptoCurrencies.map((one) => [one, limits])) };
  const found = payableAssetOf([widget(priced)]);
  expect(found).toMatchObject({ project: 'CAP-1', asset: 'BNB_CHAIN_USDT', other: 'BNB_CHAIN_USDC' });
  expect(found?.price.currency).toBe('USDT');
  expect(found?.price.amount.value).toBe('2');
  expect(found?.converted).toBe(found?.price);
});

test('an asset with several prices offers, beside its own currency, the one with the largest amounts', () => {
  const of = (minLimit: number) => ({ minLimit, maxLimit: 9 });
  const amountInOptions = { TRON_USDT: { USDT: of(1), EUR: of(0.9211), USD: of(1.0054) } };
  const found = payableAssetOf([
    widget({ cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: limits }, amountInOptions }),
  ]);
  expect(found?.price.currency).toBe('USDT');
  expect(found?.converted.currency).toBe('USD');
  expect(found?.converted.amount.value).toBe('2.12');
});

test('an asset without a price in its own currency uses the first currency listed', () => {
  const amountInOptions = { TRON_USDT: { EUR: { minLimit: 0.9211, maxLimit: 9 } } };
  const found = payableAssetOf([
    widget({ cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: limits }, amountInOptions }),
  ]);
  expect(found?.price.currency).toBe('EUR');
  expect(found?.price.amount.value).toBe('1.94');
  expect(found?.minLimit.toFixed()).toBe('1');
  expect(found?.other).toBe(undefined);
});

test('limits are also read under their other name, and without limits nothing can be paid', () => {
  expect(
    payableAssetOf([widget({ cryptoCurrencies: ['TRON_USDT'], minLimits: { TRON_USDT: 3 } })])?.price.amount.value,
  ).toBe('6');
  expect(payableAssetOf([widget({ cryptoCurrencies: ['TRON_USDT'] })])).toBe(undefined);
});

test('two of three prices in a coin have every decimal that its methods list', () => {
  const priced = [
    widget({ cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: { minLimit: 1, maxLimit: 99_999 } } }),
  ];
  const places = new Map([['USDT', 6]]);
  const asked = [0, 1, 2].map(
    (nth) => payableInTurn(priced, nth, places)?.price.amount.value.split('.')[1]?.length ?? 0,
  );
  expect(asked).toEqual([2, 6, 6]);
  expect(payableInTurn(priced, 1, places)?.plain?.amount.value).toMatch(/^\d+(\.\d\d?)?$/);
  expect(payableInTurn(priced, 1)?.plain).toBe(undefined);
});
