import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { neverPaid, notOverdrawn, returnsAmount, staysAboveZero } from './overdraft.ts';

const balances = (figure: number | string, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: `[{"currency":"EUR","balance":${figure}}]`,
  atMs,
});
const control: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-0', answer: 'ORD-0' };
const payout = (parts: SampleExchange = {}): SampleExchange => ({
  ...control,
  key: 'K-1',
  answer: 'ORD-1',
  atMs: 50,
  ...parts,
});
const search = (status: string, atMs = 100): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  answer: { content: [paymentLike({ status })] },
  atMs,
});

const overdraft = { exchange: 'p0-3', control: 'p0-1', currency: 'EUR', what: 'a pay-out of 200 EUR' };

test('an amount above the balance is refused or fails', async () => {
  const ruled = async (...tale: SampleExchange[]) =>
    notOverdrawn(await recordOfExchanges(control, balances(100, 20), ...tale), overdraft);
  expect((await ruled(payout({ status: 400 }))).state).toBe('held');
  for (const end of ['FAILED', 'CANCELLED', 'EXPIRED'])
    expect((await ruled(payout(), search('PENDING'), search(end, 200))).state).toBe('held');
  for (const end of ['SUCCESS', 'PARTIAL_SUCCESS'])
    expect(await ruled(payout(), search(end))).toMatchObject({ faults: [{ code: 'overdrawn', seen: end }] });
  expect(await ruled(payout(), search('PENDING'))).toMatchObject({ outcome: 'unverified' });
  expect(await ruled(payout({ failure: 'reset' }))).toMatchObject({ outcome: 'error' });
});

test('a balance that falls below zero fails, one that was already there does not', async () => {
  const sinks = await recordOfExchanges(
    control,
    balances(100, 20),
    payout(),
    balances(-100, 100),
    search('FAILED', 200),
  );
  expect(notOverdrawn(sinks, overdraft)).toMatchObject({ faults: [{ seen: 'a balance of -100' }] });
  const owed = await recordOfExchanges(control, balances(-5, 20), payout({ status: 400 }), balances(-5, 100));
  expect(notOverdrawn(owed, overdraft).state).toBe('held');
});

test('the whole balance may be accepted or refused, unless it falls below zero', async () => {
  const ruled = async (parts: SampleExchange, left: number) =>
    staysAboveZero(await recordOfExchanges(balances(100, 20), payout(parts), balances(left, 100)), {
      exchange: 'p0-2',
      currency: 'EUR',
    });
  expect((await ruled({}, 0)).state).toBe('held');
  expect((await ruled({ status: 400 }, 100)).state).toBe('held');
  expect(await ruled({}, -1)).toMatchObject({ faults: [{ code: 'overdrawn', seen: 'a balance of -1' }] });
  expect(await ruled({ failure: 'reset' }, 100)).toMatchObject({ outcome: 'error' });
});

const round = { before: 'p0-1', created: 'p0-2', after: 'p0-4' };
const args = { rounds: [round], currency: 'EUR', amount: '10' };

test('a pay-out that keeps its fee along with its amount fails, too', async () => {
  const tale = [balances(100, 0), payout(), search('FAILED'), balances(89, 200)];
  const fees = { percent: '10', fixed: '0', scale: 2 };
  expect(returnsAmount(await recordOfExchanges(...tale), { ...args, fees }).state).toBe('broken');
});

test('a pay-out with a wrong address is refused, or accepted and never paid', async () => {
  const ends = async (...parts: SampleExchange[]) =>
    neverPaid(await recordOfExchanges(control, ...parts), {
      exchange: 'p0-2',
      control: 'p0-1',
      defect: 'an address of another chain',
    });
  expect((await ends(payout({ status: 400 }))).state).toBe('held');
  expect((await ends(payout(), search('FAILED', 200))).state).toBe('held');
  expect(await ends(payout(), search('SUCCESS', 200))).toMatchObject({ faults: [{ code: 'overdrawn' }] });
  expect(await ends(payout(), search('PENDING', 200))).toMatchObject({ outcome: 'unverified' });
  const paidBeside = {
    ...search('SUCCESS'),
    answer: { content: [paymentLike({ status: 'SUCCESS', clientOrderId: 'K-0' })] },
  };
  const byCard = payout({ body: '{"cardNumber":"4000000000000002"}' });
  expect(await ends(byCard, search('PENDING', 200))).toMatchObject({ faults: [{ code: 'notRefused' }] });
  expect(await ends(payout(), search('PENDING', 200), paidBeside)).toMatchObject({ faults: [{ code: 'notRefused' }] });
});

test('a failed pay-out returns its amount, though perhaps not its fee', async () => {
  const ruled = async (after: number, status = 'FAILED') =>
    returnsAmount(await recordOfExchanges(balances(100, 0), payout(), search(status), balances(after, 200)), args);
  for (const after of [100, 150, 99, 90.01]) expect((await ruled(after)).state, String(after)).toBe('held');
  expect((await ruled(90)).state).toBe('broken');
  for (const after of [89, 20]) expect(await ruled(after), String(after)).toMatchObject({ outcome: 'unverified' });
  expect(await ruled(90, 'PENDING')).toMatchObject({ outcome: 'unverified' });
});

test('other payments may take as much, so it fails only if no round returned it', async () => {
  const again = { before: 'p0-4', created: 'p0-2', after: 'p0-5' };
  const ruled = async (second: number, third: number) =>
    returnsAmount(
      await recordOfExchanges(
        balances(100, 0),
        payout(),
        search('FAILED'),
        balances(second, 200),
        balances(third, 300),
      ),
      { ...args, rounds: [round, again] },
    );
  expect((await ruled(90, 90)).state).toBe('held');
  expect((await ruled(90, 80)).state).toBe('broken');
});

test('a pay-out that was never made, since its answer was lost, decides nothing', async () => {
  const record = await recordOfExchanges(balances(100, 0));
  expect(returnsAmount(record, { ...args, rounds: [] })).toMatchObject({ outcome: 'unverified' });
});

test('balances without a figure decide nothing', async () => {
  const record = await recordOfExchanges(balances('"much"', 0), payout(), search('FAILED'), balances(90, 200));
  expect(returnsAmount(record, args)).toMatchObject({ faults: [{ code: 'missing' }] });
});
