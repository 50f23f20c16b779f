import { expect, test } from '@playwright/test';
import { exchangeOf, recordOfExchanges } from '../../tests/support/records/records.ts';
import type { BalanceFields } from '../../traffic/target/file/targetFile.ts';
import { noFigureFault, unknownFieldsFault } from './balanceFields.ts';
import { balanceIn } from './balances.ts';

const operation = 'GET /v1/user/wallet/balances' as const;

const answered = (answer: unknown) => exchangeOf({ operation, answer });

const eur = (answer: unknown) => balanceIn(answered(answer), 'EUR')?.toFixed();

test('balances are read in the usual formats', () => {
  const formats: unknown[] = [
    [{ currency: 'EUR', balance: 12.5 }],
    [{ asset: 'eur', total: '20', free: '12.5' }],
    [{ currencyCode: 'EUR', available_balance: '12.5', locked: 1 }],
    [{ coin: { code: 'EUR', decimals: 2 }, balance: { amount: '12.5' } }],
    { wallets: [{ id: 1, ticker: 'EUR', availableAmount: 12.5 }], total: 3 },
    { data: { balances: [{ symbol: 'EUR', value: 12.5 }] } },
    { EUR: 12.5, USD: '3' },
    { data: { EUR: { total: 20, available: '12.5' } } },
  ];
  expect(formats.map(eur)).toEqual(formats.map(() => '12.5'));
});

test('a balance is read exactly, under any of its names, and never guessed', () => {
  const euros = (figure: string) => `[{"currency":"USD","balance":7},{"currency":"EUR","balance":${figure}}]`;
  expect(eur(euros('0.10000000000000000000000001'))).toBe('0.10000000000000000000000001');
  expect(eur('[{"currency":"EUR","available":5,"locked":1}]')).toBe('5');
  expect(eur('[{"currency":"EUR","balance":6,"available":5}]')).toBe('5');
  expect(eur('[{"currency":"EUR","balance":"5.10"}]')).toBe('5.1');
  expect(eur('[{"currency":"EUR","balance":5},{"currency":"EUR","balance":1}]')).toBeUndefined();
  for (const text of ['[]', '{}', 'text', '[{"currency":"EUR"}]', '[{"currency":"EUR","balance":"five"}]', '[null]'])
    expect(eur(text)).toBeUndefined();
});

test('unknown fields are reported with their names and the setting that names them', () => {
  const odd = answered([{ purse: 'EUR', disposable: '12.5' }]);
  expect(balanceIn(odd, 'EUR')).toBeUndefined();
  expect(unknownFieldsFault(odd)).toMatchObject({
    code: 'missing',
    hint: 'they are an array of disposable string, purse string: name the fields of currency and figure in the target file (balances)',
  });
  expect(unknownFieldsFault(answered([]))).toBeUndefined();
  expect(unknownFieldsFault(answered([{ currency: 'USD', balance: 1 }]))).toBeUndefined();
});

test('a target file may name the fields', () => {
  const read = (answer: unknown, balances: BalanceFields) =>
    balanceIn(exchangeOf({ operation, answer, balances }), 'EUR')?.toFixed();
  const listed = { of: { purses: [{ unit: { name: 'EUR' }, funds: { disposable: '12.5' } }] } };
  expect(read(listed, { list: 'of/purses', currency: 'unit/name', figure: 'funds/disposable' })).toBe('12.5');
  expect(read({ of: { EUR: { left: 7 } } }, { list: 'of', figure: 'left' })).toBe('7');
});

test('the reason for an unknown figure describes the real answer', async () => {
  const read = (answer: unknown) => ({ operation, answer });
  const twice = await recordOfExchanges(
    read([
      { currency: 'EUR', balance: 1 },
      { currency: 'EUR', balance: 2 },
    ]),
  );
  expect(noFigureFault(twice, ['p0-1'], ['EUR'])).toMatchObject({
    reason: 'the balances show several figures for EUR',
  });
  const other = await recordOfExchanges(read([{ currency: 'USD', balance: 1 }]));
  expect(noFigureFault(other, ['p0-1'], ['EUR'])).toMatchObject({ reason: 'the balances show no figure for EUR' });
});
