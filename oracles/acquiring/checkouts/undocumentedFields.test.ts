import { expect, test } from '@playwright/test';
import { pricedCheckout, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { checkoutsIn } from '../../answers/acquiringRecords.ts';
import { assetsAgree } from './assetNames.ts';
import { undocumentedFieldsOf } from './undocumentedFields.ts';

type Fields = Readonly<Record<string, unknown>>;

const assets = ['ETHEREUM_USDT', 'TRON_USDT'];

const details = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { name, contractAddress: null }]));

const complete = {
  cryptoCurrencies: assets,
  cryptoCurrenciesByBlockchain: { ETHEREUM: ['ETHEREUM_USDT'], TRON: ['TRON_USDT'] },
  cryptoCurrencyDetails: details(...assets),
  estimatedPayAmounts: { ETHEREUM_USDT: 12.3, TRON_USDT: 12.3 },
};

const sightings = async (fields: Fields) =>
  checkoutsIn(await recordOfExchanges(sampleCreation('checkouts', {}, pricedCheckout({ ...complete, ...fields }))));

const formsOf = async (fields: Fields) =>
  Object.fromEntries((await sightings(fields)).flatMap(undocumentedFieldsOf).map(({ name, form }) => [name, form]));

test('the form of a field does not depend on its values', async () => {
  const forms = {
    cryptoCurrencies: 'list of asset identifier',
    cryptoCurrenciesByBlockchain: 'list of asset identifier by name',
    cryptoCurrencyDetails: '{name string} by asset identifier',
    estimatedPayAmounts: 'number by asset identifier',
  };
  expect(await formsOf({})).toEqual(forms);
  expect(await formsOf({ estimatedPayAmounts: { ETHEREUM_USDT: 99, TRON_USDT: 1 } })).toEqual(forms);
});

test('an empty field has no form', async () => {
  const empty = { cryptoCurrencies: [], cryptoCurrenciesByBlockchain: {}, cryptoCurrencyDetails: null };
  expect(await formsOf({ ...empty, estimatedPayAmounts: undefined })).toEqual({});
});

const agreeing: Readonly<Record<string, Fields>> = {
  'all of the same assets': {},
  'currencies by their blockchain': { cryptoCurrenciesByBlockchain: { ETHEREUM: ['USDT'], TRON: ['USDT'] } },
  'currencies by what a blockchain is called': { cryptoCurrenciesByBlockchain: { Ethereum: ['USDT'], Tron: ['USDT'] } },
  'objects by blockchain, whose names we do not know': { cryptoCurrenciesByBlockchain: { ETHEREUM: [{ a: 1 }] } },
  'nothing by blockchain': { cryptoCurrenciesByBlockchain: {}, cryptoCurrencyDetails: null },
  'an estimate of some of them': { estimatedPayAmounts: { TRON_USDT: 12.3 } },
  'names that are no assets': { cryptoCurrencies: ['Tether on TRON'] },
};

for (const [which, fields] of Object.entries(agreeing))
  test(`${which} is no disagreement`, async () => {
    expect((await sightings(fields)).flatMap(assetsAgree)).toEqual([]);
  });

const differing: Readonly<Record<string, Fields>> = {
  cryptoCurrenciesByBlockchain: { ETHEREUM: ['ETHEREUM_USDT'] },
  cryptoCurrencyDetails: details('ETHEREUM_USDT', 'TRON_USDC'),
  estimatedPayAmounts: { SOLANA_USDC: 12.3 },
};

for (const [name, value] of Object.entries(differing))
  test(`different assets in ${name} are reported`, async () => {
    const faults = (await sightings({ [name]: value })).flatMap(assetsAgree);
    expect(faults).toMatchObject([{ code: 'differs', what: expect.stringContaining(name) }]);
  });
