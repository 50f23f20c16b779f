import { expect, test } from '@playwright/test';
import { readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine } from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { endsByItsPayment, requestsPaidIn } from './paidEnds.ts';

const transfer = (amount: string, asset = 'TRON_USDT', address = 'T1'): Line => ({
  kind: 'lever',
  requirement: 'LIF-07',
  what: 'chain/transfers',
  args: { asset, address, amount },
  ok: true,
  atNs: '2000000000',
});

/** Returns what is wrong with the ends of a request, of two USDT on TRON, that was read in these states, one after another. */
async function wrong(transfers: readonly Line[], ...states: readonly object[]): Promise<string[] | undefined> {
  const reads = states.map((state, nth) =>
    exchangeLine(`p0-${nth + 1}`, readOf('request', state as Record<string, unknown>, 3_000 + 100 * nth)),
  );
  const record = await recordOf([runLine, ...transfers, ...reads]);
  const paid = requestsPaidIn(record);
  return paid.length === 0 ? undefined : paid.flatMap(endsByItsPayment(record)).map(({ code }) => code);
}

const [success, expired, pending] = ['SUCCESS', 'EXPIRED', 'PENDING_PAYMENT'].map((status) => ({ status })) as [
  object,
  object,
  object,
];

test('LIF-21 one transfer in the asset of a request, of its payAmount or more, earns SUCCESS', async () => {
  expect(await wrong([transfer('2')], pending, success)).toEqual([]);
  expect(await wrong([transfer('1'), transfer('2.5')], success)).toEqual([]);
  expect(await wrong([transfer('9')], { ...success, payAmount: null })).toEqual([]);
  expect(await wrong([transfer('1.99999')], success)).toEqual(['differs']);
  expect(await wrong([transfer('1'), transfer('1')], success)).toEqual(['differs']);
  expect(await wrong([transfer('2', 'POLYGON_USDT')], success)).toEqual(['differs']);
  expect(await wrong([transfer('2', 'TRON_USDC')], { ...success, payAmount: null })).toEqual(['differs']);
});

test('LIF-21 a request that this run did not pay, or that shows no asset, is not judged', async () => {
  expect(await wrong([], success)).toBeUndefined();
  expect(await wrong([transfer('1', 'TRON_USDT', 'T2')], success)).toBeUndefined();
  expect(await wrong([transfer('1')], { ...success, blockchain: null })).toEqual([]);
});

test('LIF-21 a request is not EXPIRED after its payment was detected; one that was paid too late may be', async () => {
  expect(await wrong([transfer('2')], pending, expired)).toEqual(['differs']);
  expect(await wrong([transfer('2')], {}, expired)).toEqual([]);
  expect(await wrong([transfer('2')], expired, pending)).toEqual([]);
});
