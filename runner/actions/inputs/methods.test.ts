import { expect, test } from '@playwright/test';
import { anything, assert, property, record } from 'fast-check';
import { parseExact } from '../../../schemas/json/exact.ts';
import { isNamedByCurrency, methodsOf } from './methods.ts';

const listed = { id: 'PMD-1', orderType: 'PAYOUT', methodKey: 'CRYPTOCOIN', currency: 'USDT', blockchain: 'TRON' };

const samples: Readonly<Record<string, Record<string, string>>> = {
  CRYPTOCOIN: { cryptoAddress: 'any', comment: 'told' },
  'CRYPTOCOIN/TRON': { cryptoAddress: 'T-address' },
};

function read(entry: unknown, given = samples) {
  const parsed = parseExact(typeof entry === 'string' ? entry : (JSON.stringify(entry) ?? 'null'));
  return 'value' in parsed ? methodsOf([parsed.value], (key) => given[key] ?? {}) : [];
}

test('an entry is read exactly, with the samples of its method and its chain', () => {
  const text = JSON.stringify({ ...listed, properties: { required: ['cryptoAddress', 7], optional: null } });
  const [method] = read(
    text.replace(/}$/, ',"minLimit":0.10000000000000000000001,"maxLimit":1e3,"scale":8,"percent":1.5}'),
  );
  expect(method).toMatchObject({ ...listed, scale: 8, required: ['cryptoAddress'], optional: [] });
  expect(method?.minLimit?.toFixed()).toBe('0.10000000000000000000001');
  expect([method?.maxLimit, method?.percent, method?.fixed].map((one) => one?.toFixed())).toEqual(['1000', '1.5', '0']);
  expect(method?.samples).toEqual({ cryptoAddress: 'T-address', comment: 'told' });
});

test('a method that shares its currency and key with another one is ambiguous, unless the text asks for its blockchain', () => {
  const sharing = (currency: string) =>
    methodsOf(
      ['ETHEREUM', 'POLYGON'].map((blockchain) => ({ ...listed, id: blockchain, currency, blockchain })),
      () => ({}),
    ).map(({ isAmbiguous = false }) => isAmbiguous);
  expect(sharing('USDC')).toEqual([true, true]);
  expect(sharing('USDT')).toEqual([false, false]);
  const twice = ['one', 'other'].map((id) => ({ ...listed, id }));
  expect(methodsOf(twice, () => ({})).map(isNamedByCurrency)).toEqual([false, false]);
  expect(read(listed).map(({ isAmbiguous }) => isAmbiguous)).toEqual([undefined]);
});

test('a fee is hidden if it has a part of the network or a minimum in another currency', () => {
  const hidden = (more: object) => read({ ...listed, ...more })[0]?.hidesFee;
  expect([{}, { hasNetworkFee: false }, { minFeeAmount: 2, minFeeCurrency: 'USDT' }].map(hidden)).toEqual([
    false,
    false,
    false,
  ]);
  expect(hidden({ hasNetworkFee: true })).toBe(true);
  expect(hidden({ minFeeAmount: 2, minFeeCurrency: 'EUR' })).toBe(true);
  expect(hidden({ minFeeAmount: 0, minFeeCurrency: 'EUR' })).toBe(false);
  expect(read({ ...listed, minFeeAmount: 2, minFeeCurrency: 'EUR' })[0]?.leastFee).toBeUndefined();
});

test('a maximum of 0 means no maximum', () => {
  expect(read({ ...listed, maxLimit: 0 })[0]?.maxLimit).toBeUndefined();
  expect([0, '0', 5, null].map((maxLimit) => read({ ...listed, maxLimit })[0]?.maxIsZero)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(read({ ...listed, maxLimit: null })[0]?.maxLimit).toBeUndefined();
});

test('an impossible number of decimal places becomes two', () => {
  for (const scale of [-1, 2.5, 31, 1e9, 1e300, '8', null])
    expect(read({ ...listed, scale })[0]?.scale, String(scale)).toBe(2);
  for (const scale of [0, 8, 18]) expect(read({ ...listed, scale })[0]?.scale).toBe(scale);
});

test('an entry without a possible body is left out, and no entry stops a run', () => {
  for (const name of ['id', 'orderType', 'methodKey', 'currency'])
    expect(read({ ...listed, [name]: null })).toEqual([]);
  expect(read({ ...listed, orderType: 'EXCHANGE' })).toEqual([]);
  const odd = record({
    scale: anything(),
    minLimit: anything(),
    maxLimit: anything(),
    percent: anything(),
    properties: anything(),
  });
  assert(
    property(odd, (fields) => {
      const entry = JSON.stringify(fields, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      expect(
        read(entry.replace(/^\{/, `{${JSON.stringify(listed).slice(1, -1)}${entry === '{}' ? '' : ','}`)),
      ).toHaveLength(1);
    }),
  );
  assert(
    property(anything(), (entry) => {
      const text = JSON.stringify(entry, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      expect(read(text ?? 'null').length).toBeLessThanOrEqual(1);
    }),
  );
});
