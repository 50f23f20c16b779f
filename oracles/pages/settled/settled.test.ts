import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { lookOf, pageLineOf } from '../../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { Line, PageLook } from '../../../traffic/journal/journalTypes.ts';
import { makesOwnCheckout } from '../links.ts';
import { showsOwnLimits } from './limits.ts';
import { staysOver } from './over.ts';
import { takesWhatIsDue } from './sums.ts';
import { readsTexts } from './texts.ts';

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const request = requestLike({ address, payAmount: 100, processingAmount: 95 });

const read = (status: string, atMs: number, more: object = {}) =>
  exchangeLine(`p0-${atMs}`, readOf('checkout', checkoutLike({ status, request: { ...request, ...more } }), atMs));

const balance = (held: number, atMs: number) =>
  exchangeLine(`p0-${atMs}`, {
    operation: 'GET /v1/user/wallet/balances',
    answer: [{ currency: 'USDT', balance: held }],
    atMs,
  } satisfies SampleExchange);

const recordWith = (looks: readonly PageLook[], ...lines: readonly Line[]) =>
  recordOf([exchangeLine('p0-1', creationOf('checkout')), ...lines, pageLineOf('p0-1', { looks })]);

test('a checkout that is over stays so when it is settled late, and costs nothing', async () => {
  const state = async (then: string, held: number) => {
    const lines = [read('CONFLICT', 3_000), balance(500, 4_000), balance(held, 5_000), balance(held, 6_000)];
    const record = await recordWith([], ...lines, read(then, 7_000));
    const args = { page: 'p0-v1', reads: ['p0-3000', 'p0-7000'], balances: ['p0-4000', 'p0-5000', 'p0-6000'] };
    return staysOver(record, args).state;
  };
  expect(await state('CONFLICT', 500)).toBe('held');
  expect(await state('SUCCESS', 500)).toBe('broken');
  expect(await state('CONFLICT', 400)).toBe('broken');
  expect(await state('CONFLICT', 495)).toBe('broken');
  // Others may use the balance meanwhile.
  expect(await state('CONFLICT', 470)).toBe('held');
});

test('a wrong sum counts at two settlements, while the run moves nothing else', async () => {
  const state = async (first: number, second: number, ...more: readonly Line[]) => {
    const lines = [
      ...[balance(1_000, 20_000), balance(first, 21_000), balance(first, 22_000), read('SUCCESS', 23_000)],
      ...[balance(1_000, 40_000), balance(second, 41_000), balance(second, 42_000), read('SUCCESS', 43_000)],
    ];
    const record = await recordWith([], ...lines, ...more);
    const at = (ms: number) => ({
      ...{ page: 'p0-v1', reads: [`p0-${ms + 3_000}`] },
      balances: [0, 1_000, 2_000].map((later) => `p0-${ms + later}`),
    });
    return takesWhatIsDue(record, { settlements: [at(20_000), at(40_000)] }).state;
  };
  const transfer = (asset: string): Line => ({
    ...{ kind: 'lever', requirement: 'CHK-05', what: 'chain/transfers', args: { asset }, ok: true },
    ...{ askedNs: String(39_000n * 1_000_000n), atNs: String(39_100n * 1_000_000n) },
  });
  expect(await state(900, 995)).toBe('held');
  expect(await state(899, 900)).toBe('held');
  expect(await state(899, 899)).toBe('broken');
  expect(await state(899, 899, transfer('TRON_USDT'))).toBe('held');
  expect(await state(899, 899, transfer('TRON_USDC'))).toBe('broken');
});

test('a text is refused as an amount, or taken for what it means', async () => {
  const state = async (status: string, paidAmount: number | null, means?: string) => {
    const record = await recordWith([], read(status, 3_000, { paidAmount, requestAmount: null }));
    const text = { text: '12,5', ...(means !== undefined && { means }), read: 'p0-3000' };
    return readsTexts(record, { page: 'p0-v1', texts: [text] }).state;
  };
  expect(await state('REQUEST_CREATED', null, '12.5')).toBe('held');
  expect(await state('SUCCESS', 12.5, '12.5')).toBe('held');
  expect(await state('SUCCESS', 125, '12.5')).toBe('broken');
  expect(await state('SUCCESS', 12)).toBe('broken');
});

test('limits on a page are those of the asset, in any notation', async () => {
  const state = async (text: string) => {
    const record = await recordWith(
      [lookOf('tried 1', `- text: "${text} ${address}"`)],
      read('REQUEST_CREATED', 3_000),
    );
    return showsOwnLimits(record, { page: 'p0-v1', reads: ['p0-3000'], least: '1', most: '999999' }).state;
  };
  expect(await state('Between 1 and 999,999 USDT to')).toBe('held');
  expect(await state('Zwischen 1,00 und 999.999,00 USDT an')).toBe('held');
  expect(await state('Minimum: 1 USDT to')).toBe('held');
  expect(await state('Between 10 and 999999 USDT to')).toBe('broken');
  expect(await state('Minimum amount: 5 USDT to')).toBe('broken');
  // Limits in another currency, and other numbers, are not compared.
  expect(await state('Minimum: 0.93 EUR, within max. 15 minutes, to')).not.toBe('broken');
});

test('a payment link has a checkout of its own', async () => {
  const wanted = { type: 'FIXED_PRICE', fixedAmount: { amount: 12.5, currency: 'EUR' } };
  const state = async (fields: object, checkout = 'CCO-2') => {
    const own = { projectId: 'CAP-1', type: 'FIXED_PRICE', fixedAmount: { amount: 12.5, currency: 'EUR' } };
    const record = await recordWith(
      [],
      exchangeLine('p0-2', readOf('checkout', { id: 'CCO-2', ...own, ...fields }, 2)),
    );
    return makesOwnCheckout(record, { read: 'p0-2', project: 'CAP-1', earlier: 'p0-1', checkout, wanted }).state;
  };
  expect(await state({})).toBe('held');
  expect(await state({}, 'CCO-1')).toBe('broken');
  expect(await state({ projectId: 'CAP-2' })).toBe('broken');
  expect(await state({ type: 'NO_PRICE' })).toBe('broken');
  expect(await state({ fixedAmount: { amount: 12, currency: 'EUR' } })).toBe('broken');
});
