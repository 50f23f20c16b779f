import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { showsItProcessed } from './incomingOutcome.ts';
import { statusHistories } from './statusHistory.ts';

/** Returns the fields that are wrong in a request, on TRON, in these exchanges. */
async function wrong(...tale: readonly SampleExchange[]): Promise<string[]> {
  const record = await recordOfExchanges(creationOf('request'), ...tale);
  const faults = statusHistories(record).flatMap((life) => showsItProcessed(record, life));
  return faults.map((fault) => (fault.code === 'differs' ? fault.what.replace(/^.*\//, '') : fault.code));
}

const paid = (paymentStatus: string | null, atMs: number, status = 'SUCCESS') =>
  readOf('request', { status, paymentStatus, paymentId: 'PMT-1' }, atMs);

test('LIF-21 a request in SUCCESS does not keep showing its payment as unprocessed', async () => {
  for (const odd of ['PENDING', 'FAILED']) {
    expect(await wrong(paid(odd, 2_000), paid(odd, 30_000)), odd).toEqual(['paymentStatus']);
    // The two may change one after the other.
    expect(await wrong(paid(odd, 2_000), paid('SUCCESS', 30_000))).toEqual([]);
    expect(await wrong(paid(odd, 2_000), paid(odd, 3_000))).toEqual([]);
  }
  expect(await wrong(paid(null, 2_000), paid(null, 30_000))).toEqual([]);
  // The text does not say what a CONFLICT makes of its payment.
  expect(await wrong(paid('FAILED', 2_000, 'CONFLICT'), paid('FAILED', 30_000, 'CONFLICT'))).toEqual([]);
});

test('LIF-21 the payment of a request in SUCCESS did not fail, and was on its blockchain', async () => {
  const list = (fields: object): SampleExchange => ({
    operation: 'GET /v1/user/payments',
    answer: [paymentLike({ id: 'PMT-1', status: 'SUCCESS', currency: 'USDT', ...fields })],
    atMs: 40_000,
  });
  const end = paid('SUCCESS', 2_000);
  expect(await wrong(end, list({ blockchain: 'TRON' }))).toEqual([]);
  // Auto-conversion may show the payment in another currency, and a blockchain need not be shown.
  expect(await wrong(end, list({ currency: 'EUR', blockchain: null }))).toEqual([]);
  expect(await wrong(end, list({ blockchain: 'ETHEREUM' }))).toEqual(['paymentId']);
  expect(await wrong(end, list({ status: 'FAILED' }))).toEqual(['paymentId']);
  expect(await wrong(end, list({ id: 'PMT-2', status: 'FAILED' }))).toEqual([]);
  expect(await wrong(paid(null, 2_000, 'CONFLICT'), list({ status: 'FAILED' }))).toEqual([]);
});
