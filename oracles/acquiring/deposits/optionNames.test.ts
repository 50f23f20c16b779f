import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import type { Sighting } from '../../../traffic/journal/runRecord.ts';
import { answersTo } from '../../answers/acquiringRecords.ts';
import { leavesRoom, limitsListedAssets, pairsOfTheirCurrencies } from './optionNames.ts';

const operation = 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options';

const own = { minLimit: 1, maxLimit: 9, convertRate: null, convertPair: null };
const inEuro = { minLimit: 1, maxLimit: 9, convertRate: 0.9, convertPair: 'USDTEUR' };

/** Returns the sighting of deposit options of one asset, with these limits of it and these limits in currencies by asset. */
async function optionsOf(limit: object, amountInOptions: object): Promise<Sighting> {
  const answer = { cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: limit }, amountInOptions };
  const [options] = answersTo(await recordOfExchanges({ operation, answer }), operation);
  if (!options) throw new Error('no deposit options');
  return options;
}

test('DEP-02 limits in currencies are of listed assets', async () => {
  expect(limitsListedAssets(await optionsOf(own, { TRON_USDT: { EUR: inEuro } }))).toEqual([]);
  expect(limitsListedAssets(await optionsOf(own, {}))).toEqual([]);
  expect(limitsListedAssets(await optionsOf(own, { TON_USDT: { EUR: inEuro } }))).toMatchObject([{ seen: 'TON_USDT' }]);
});

test('DEP-02 a minimum is not above its maximum, but 0 may be no maximum', async () => {
  for (const maxLimit of [0, 1, 9, null]) expect(leavesRoom(await optionsOf({ ...own, maxLimit }, {}))).toEqual([]);
  expect(leavesRoom(await optionsOf({ ...own, maxLimit: 0.5 }, {}))).toMatchObject([{ seen: '0.5' }]);
  const turned = { TRON_USDT: { EUR: { ...inEuro, minLimit: 10 } } };
  expect(leavesRoom(await optionsOf(own, turned))).toHaveLength(1);
});

test('DEP-04 a convertPair has the currencies that it converts', async () => {
  const pairOf = async (convertPair: string | null) =>
    pairsOfTheirCurrencies(await optionsOf(own, { TRON_USDT: { EUR: { ...inEuro, convertPair } } }));
  for (const pair of ['USDTEUR', 'EUR/USDT', 'usdt_eur', 'TRON_USDT-EUR', null]) expect(await pairOf(pair)).toEqual([]);
  for (const pair of ['USDTUSD', 'USDCEUR', 'EUR']) expect(await pairOf(pair), pair).toHaveLength(1);
});
