import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine } from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { showsItsPayment } from './paidAmounts.ts';
import { statusHistories } from './statusHistory.ts';

const transfer = (amount: string, asset = 'TRON_USDT'): Line => ({
  kind: 'lever',
  requirement: 'LIF-07',
  what: 'chain/transfers',
  args: { asset, address: 'T1', amount },
  ok: true,
  atNs: '2000000000',
});

/** Returns the fields that are wrong in reads of a request, of two USDT on TRON unless said otherwise, after these transfers. */
async function wrong(amounts: readonly (string | Line)[], ...states: readonly Record<string, unknown>[]) {
  const made = exchangeLine('p0-0', creationOf('request'));
  const reads = states.map((state, nth) => exchangeLine(`p0-${nth + 1}`, readOf('request', state, 3_500 + 100 * nth)));
  const sent = amounts.map((one) => (typeof one === 'string' ? transfer(one) : one));
  const record = await recordOf([runLine, made, ...sent, ...reads]);
  const faults = statusHistories(record).flatMap((life) => showsItsPayment(record, life));
  return faults.map((fault) => (fault.code === 'differs' ? fault.what.replace(/^.*\//, '') : fault.code));
}

const [success, underpaid] = [{ status: 'SUCCESS' }, { status: 'CONFLICT', reason: 'UNDERPAID' }];

test('LIF-21 the paid amount is that of a transfer', async () => {
  for (const shown of [2, '2.0', null, undefined])
    expect(await wrong(['2'], { ...success, paidAmount: shown }), String(shown)).toEqual([]);
  for (const shown of [0, 1.99, 2.01, 20])
    expect(await wrong(['2'], { ...success, paidAmount: shown }), String(shown)).toEqual(['paidAmount']);
  expect(await wrong(['12.3456'], { ...success, payAmount: 12.3456, paidAmount: 12.35 })).toEqual(['paidAmount']);
  expect(await wrong(['3', '2'], { ...success, paidAmount: 2 })).toEqual([]);
  expect(await wrong(['1', '0.9'], { ...underpaid, paidAmount: 1.9 })).toEqual(['paidAmount']);
});

test('LIF-21 decimals beyond those of the price may be lost; 0 says nothing before SUCCESS', async () => {
  expect(await wrong(['3.001'], { ...success, paidAmount: 3 })).toEqual([]);
  expect(await wrong(['3.01'], { ...success, paidAmount: 3 })).toEqual(['paidAmount']);
  expect(await wrong(['2'], { status: 'PENDING_PAYMENT', paidAmount: 0 })).toEqual([]);
  expect(await wrong(['1'], { ...underpaid, paidAmount: 0 })).toEqual([]);
  expect(await wrong([transfer('2', 'TRON_USDC')], { status: 'CONFLICT', reason: 'OTHER', paidAmount: 7 })).toEqual([]);
});

test('LIF-21 only more than was asked is overpaid', async () => {
  expect(await wrong(['2.01'], { ...success, overpaid: true })).toEqual([]);
  expect(await wrong(['2'], { ...success, overpaid: false })).toEqual([]);
  expect(await wrong(['2'], { ...success, overpaid: true })).toEqual(['overpaid']);
  expect(await wrong(['1'], { ...underpaid, overpaid: true })).toEqual(['overpaid']);
  // A request has one payment at most, so a second transfer is not added.
  expect(await wrong(['2', '2'], { ...success, overpaid: true })).toEqual(['overpaid']);
  expect(await wrong(['2', '3'], { ...success, overpaid: true })).toEqual([]);
  const free = { payAmount: null, minLimit: 1, maxLimit: 9 };
  expect(await wrong(['9'], { ...success, ...free, overpaid: true })).toEqual(['overpaid']);
  for (const overpaid of [false, null]) expect(await wrong(['9'], { ...success, ...free, overpaid })).toEqual([]);
  expect(await wrong(['9'], { ...success, payAmount: null, overpaid: true })).toEqual([]);
});

test('LIF-21 enough is never UNDERPAID, and too little nothing else', async () => {
  expect(await wrong(['2'], underpaid)).toEqual(['reason']);
  expect(await wrong(['2'], { status: 'CONFLICT', reason: 'OTHER' })).toEqual([]);
  expect(await wrong(['1'], underpaid)).toEqual([]);
  expect(await wrong(['1'], { status: 'CONFLICT', reason: 'OTHER' })).toEqual(['status']);
  expect(await wrong(['1', '2'], underpaid)).toEqual([]);
  const free = { payAmount: null, minLimit: 1, maxLimit: 9 };
  expect(await wrong(['1'], { ...underpaid, ...free })).toEqual(['reason']);
  expect(await wrong(['0.5'], { ...underpaid, ...free })).toEqual([]);
  expect(await wrong(['10'], { ...underpaid, ...free })).toEqual([]);
});

test('LIF-21 what was paid long before the end of the window is not EXPIRED', async () => {
  const expired = { status: 'EXPIRED' };
  expect(await wrong(['2'], {}, expired)).toEqual(['status']);
  expect(await wrong(['1'], expired)).toEqual(['status']);
  const short = { paymentWindowEndsAt: '2026-01-01T00:00:03.000Z' };
  expect(await wrong(['2'], { ...expired, ...short })).toEqual([]);
  expect(await wrong([{ ...transfer('2'), atNs: '3000000000' } as Line], expired)).toEqual([]);
});
