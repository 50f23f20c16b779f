import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { isFreeElsewhere } from './otherAccounts.ts';

const payin = (nth: number, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key: `K-${nth}`,
  answer: paymentLike({ id: `PMT-${nth}`, orderId: `ORD-${nth}` }),
  ...parts,
});

const refusal: SampleExchange = { status: 409, answer: {} };

async function ruled(...uses: readonly SampleExchange[]) {
  const [first, second, fresh] = ['p0-1', 'p0-2', 'p0-3'] as const;
  const args = { first, second, ...(uses.length > 2 && { fresh }), what: 'a pay-in' };
  return isFreeElsewhere(await recordOfExchanges(...uses), args);
}

test('LIM-01d an id that another account can use is free', async () => {
  expect(await ruled(payin(1), payin(2))).toMatchObject({ state: 'held' });
});

test('LIM-01d a refusal is a fault if a fresh id is accepted, and so is the order of the first account', async () => {
  const broken = await ruled(payin(1), payin(2, refusal), payin(3));
  expect(broken).toMatchObject({ state: 'broken', faults: [{ code: 'notAccepted' }] });
  expect(await ruled(payin(1), payin(1))).toMatchObject({ state: 'broken', faults: [{ code: 'sharedId' }] });
});

test('LIM-01d a refusal decides nothing if a fresh id is refused too, or nothing is known of one', async () => {
  const open = { state: 'undecided', faults: [{ code: 'noEvidence' }] };
  expect(await ruled(payin(1), payin(2, refusal), payin(3, refusal))).toMatchObject(open);
  expect(await ruled(payin(1), payin(2, refusal))).toMatchObject(open);
});

test('LIM-01d what was not used or not answered decides nothing', async () => {
  expect(await ruled(payin(1, refusal), payin(2, refusal), payin(3))).toMatchObject({ state: 'undecided' });
  expect(await ruled(payin(1), payin(2, { status: 429 }), payin(3))).toMatchObject({ state: 'undecided' });
  expect(await ruled(payin(1), payin(2, { failure: 'reset' }))).toMatchObject({ state: 'undecided' });
});
