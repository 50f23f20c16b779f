import { expect, test } from '@playwright/test';
import { paymentLike, type SampleExchange } from '../../../tests/support/records/records.ts';
import { recordOfWebhooks, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import { announcesEachMove } from './everyMove.ts';

const id = 'PMT-00000000-0000-4000-8000-000000000001';

const made: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  answer: paymentLike({ id, status: 'NEW' }),
};

const read = (status: string, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: `/v1/user/payments/${id}`,
  answer: paymentLike({ id, status }),
  atMs,
});

const moves = ['NEW', 'FROZEN', 'PENDING', 'FROZEN'].map((status, index) => read(status, 10_000 + 1_000 * index));

const told = (status: string): SampleDelivery => ({ kind: 'payment', body: { id, status }, atMs: 15_000 });

/** Returns the state after a payment moved three times, with webhooks for these statuses; the suite reads last at the given time. */
async function stateOf(statuses: readonly string[], lastMs = 400_000): Promise<string> {
  const exchanges = [made, ...moves, { atMs: lastMs }];
  const record = await recordOfWebhooks({ exchanges, deliveries: statuses.map(told) });
  return announcesEachMove(record, { created: 'p0-1' }).state;
}

test('WHK-07 each move of a payment has a webhook of its own, a return to a status too', async () => {
  expect(await stateOf(['FROZEN', 'PENDING', 'FROZEN'])).toBe('held');
  expect(await stateOf(['FROZEN', 'PENDING'])).toBe('broken');
});

test('WHK-07 a duplicate, a body as it is when it is sent, and a sender that waits for each answer are no faults', async () => {
  expect(await stateOf(['FROZEN', 'PENDING', 'FROZEN', 'FROZEN'])).toBe('held');
  expect(await stateOf(['FROZEN', 'FROZEN', 'FROZEN'])).toBe('held');
  expect(await stateOf(['FROZEN', 'PENDING'], 40_000)).toBe('undecided');
  // What is announced early needs no wait.
  expect(await stateOf(['FROZEN', 'PENDING', 'FROZEN'], 40_000)).toBe('held');
  expect(await stateOf([])).toBe('undecided');
});
