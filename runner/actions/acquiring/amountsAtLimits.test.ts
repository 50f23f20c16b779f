import { expect, test } from '@playwright/test';
import { listedAssets } from '../../../oracles/answers/acquiringRecords.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import { amountsAtLimits } from './amountsAtLimits.ts';
import type { Widget } from './projects.ts';

const limits = { minLimit: 1, maxLimit: 9 };

/** Returns the names of the amounts of one project with these deposit options. */
function namesOf(answer: object, feePaidBy: 'payer' | 'merchant' = 'merchant') {
  const options = exchangeOf({ answer });
  const settings = { id: 'CAP-1', feePaidBy } as const;
  const widget: Widget = { id: 'CAP-1', settings, options, assets: listedAssets(options.json) };
  const run = { seed: 1 } as unknown as Parameters<typeof amountsAtLimits>[1]['run'];
  return amountsAtLimits([widget], { run }).map(({ name, amount }) => `${name}: ${amount.toFixed()}`);
}

const listed = { cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: limits } };

test('both limits of an asset are asked for, the maximum only where the merchant pays the fees', () => {
  expect(namesOf(listed)).toEqual(['minLimit of TRON_USDT: 1', 'maxLimit of TRON_USDT: 9']);
  expect(namesOf(listed, 'payer')).toEqual(['minLimit of TRON_USDT: 1']);
});

test('a limit in another currency is asked for with the decimals that the currency surely supports', () => {
  const inEuros = { EUR: { minLimit: 0.9211, maxLimit: 8.2899, convertRate: 0.9211, convertPair: 'USDTEUR' } };
  const answer = { ...listed, amountInOptions: { TRON_USDT: inEuros } };
  expect(namesOf(answer)).toEqual(['minLimit of TRON_USDT: 0.93', 'maxLimit of TRON_USDT: 8.28']);
});

test('an asset that is only taken in other currencies is not asked for in its own', () => {
  expect(namesOf({ ...listed, amountInOptions: { TRON_USDT: { EUR: limits } } })).toEqual([]);
  expect(namesOf({ ...listed, amountInOptions: { TRON_USDT: { USDT: limits, EUR: limits } } })).toHaveLength(2);
});
