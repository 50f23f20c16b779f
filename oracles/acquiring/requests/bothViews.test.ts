import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import { driftedSince, movedWindow, unlikeItself } from './bothViews.ts';

/** Returns the fields in which the answers on requests differ. */
async function differing(...answers: readonly SampleExchange[]): Promise<string[]> {
  const seen = requestsIn(await recordOfExchanges(...answers));
  const faults = [...unlikeItself(seen), ...movedWindow(seen)];
  return faults.map((fault) => (fault.code === 'differs' ? fault.what.replace(/^.*\//, '') : fault.code));
}

const paid = { status: 'SUCCESS', paidAmount: 2, overpaid: false, txHash: 't1', convertRate: 1.5 };

/** A checkout whose request was read by itself and inside the checkout, with these fields. */
const inBothViews = (own: object, inside: object) => [
  creationOf('checkout', { request: requestLike() }),
  readOf('request', { ...own }, 5_000),
  readOf('checkout', { ...checkoutLike({ status: 'SUCCESS', request: requestLike({ ...inside }) }) }, 5_100),
];

test('LIF-21 a request that has ended shows the same inside its checkout', async () => {
  expect(await differing(...inBothViews(paid, paid))).toEqual([]);
  for (const [name, other] of Object.entries({ paidAmount: 2.5, overpaid: true, txHash: 't2', convertRate: 0.5 }))
    expect(await differing(...inBothViews(paid, { ...paid, [name]: other })), name).toEqual([name]);
});

test('LIF-21 what one view leaves out, or shows before it has ended, is no difference', async () => {
  expect(await differing(...inBothViews(paid, { ...paid, paidAmount: null }))).toEqual([]);
  expect(await differing(...inBothViews(paid, { ...paid, status: 'PENDING_PAYMENT', convertRate: 1 }))).toEqual([]);
  const later = readOf('request', { ...paid, convertRate: 2 }, 6_000);
  expect(await differing(...inBothViews(paid, paid), later)).toEqual([]);
});

test('LIF-12 the window of a request made by the API does not move while nobody pays', async () => {
  const made = creationOf('request');
  const moved = { paymentWindowEndsAt: '2026-01-01T00:05:01.000Z', expiresAt: '2026-01-01T00:05:01.001Z' };
  const same = { paymentWindowEndsAt: '2026-01-01T00:10:01Z' };
  expect(await differing(made, readOf('request', same, 5_000))).toEqual([]);
  expect(await differing(made, readOf('request', moved, 5_000))).toEqual(Object.keys(moved));
  expect(await differing(made, readOf('request', { ...moved, status: 'EXPIRED' }, 5_000))).toEqual(Object.keys(moved));
  expect(await differing(made, readOf('request', { ...moved, status: 'PENDING_PAYMENT' }, 5_000))).toEqual([]);
});

// No mutant: no rule of the emulator that shows a request knows the time.
test('LIF-21 the figures of a request that has ended rest for days', async () => {
  const drifted = async (...reads: readonly SampleExchange[]) => {
    const record = await recordOfExchanges(creationOf('request'), ...reads);
    return driftedSince(record, requestsIn(record)).map(({ code }) => code);
  };
  const [end, hour] = [readOf('request', paid, 5_000), 3_600_000];
  expect(await drifted(end, readOf('request', paid, 2 * hour))).toEqual([]);
  expect(await drifted(end, readOf('request', { ...paid, convertRate: 1.6 }, 2 * hour))).toEqual(['drifted']);
  expect(await drifted(end, readOf('request', { ...paid, convertRate: null }, 2 * hour))).toEqual([]);
  // Something may still follow within the hour, and what is not yet over may change.
  expect(await drifted(end, readOf('request', { ...paid, convertRate: 1.6 }, 60_000))).toEqual([]);
  const pending = { ...paid, status: 'PENDING_PAYMENT' };
  expect(
    await drifted(readOf('request', pending, 5_000), readOf('request', { ...paid, overpaid: true }, 2 * hour)),
  ).toEqual([]);
});
