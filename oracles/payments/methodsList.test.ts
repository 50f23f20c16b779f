import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../tests/support/records/records.ts';
import { hasValidNumbers, listsEachOnce, namesFields } from './methodsList.ts';

const usdt = { orderType: 'PAYIN', currency: 'USDT', methodKey: 'CRYPTOCOIN', blockchain: 'TRON' };
const card = { orderType: 'PAYIN', currency: 'EUR', methodKey: 'CC_VISAMC' };

const methodsRecord = async (...methods: object[]) =>
  recordOfExchanges({ operation: 'GET /v1/user/methods', answer: methods });

test('methods that differ in operation, currency, method or blockchain are distinct', async () => {
  const faults = async (...methods: object[]) => listsEachOnce((await methodsRecord(...methods)).exchange('p0-1'));
  expect(
    await faults(
      usdt,
      { ...usdt, blockchain: 'ETHEREUM' },
      { ...usdt, orderType: 'PAYOUT' },
      { ...usdt, currency: 'USDC' },
      { ...usdt, blockchain: null },
      card,
      { ...card, methodKey: 'VA_QR' },
    ),
  ).toEqual([]);
  expect(await faults(usdt, card, { ...usdt, id: 'PMD-2' })).toMatchObject([{ code: 'listedTwice' }]);
  expect(await faults(card, { ...card, blockchain: 'TRON' })).toHaveLength(1);
  expect(await faults({}, {})).toEqual([]);
});

test('fees are not negative, the scale is whole, and minimum ≤ maximum unless that is 0', async () => {
  const found = async (numbers: object) => {
    const { methods } = await methodsRecord({ ...card, ...numbers });
    return methods
      .flatMap(hasValidNumbers)
      .map((fault) => (fault.code === 'schema' ? fault.where.split('/').at(-1) : ''));
  };
  for (const numbers of [
    { percent: 0, fixed: 0, scale: 0, minLimit: 1, maxLimit: 0 },
    { percent: 2.5, fixed: 0.3, scale: 2, minLimit: 10, maxLimit: 10 },
    { scale: null, minLimit: 5 },
    {},
  ])
    expect(await found(numbers), JSON.stringify(numbers)).toEqual([]);
  expect(await found({ percent: -1, fixed: -0.1, scale: 1.5, minLimit: 11, maxLimit: 10 })).toEqual([
    'percent',
    'fixed',
    'scale',
    'minLimit',
  ]);
  expect(await found({ scale: -1 })).toEqual(['scale']);
});

test('the names of fields are texts without white space, whatever else they hold', async () => {
  const found = async (...names: unknown[]) => {
    const { methods } = await methodsRecord({ ...card, properties: { required: names, optional: [] } });
    return methods.flatMap(namesFields).length;
  };
  expect(await found('amount', 'wallet-address', '1payAddress', 'payer.email')).toBe(0);
  for (const name of ['', 'First name', 7, null]) expect(await found(name), String(name)).toBe(1);
});
