import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { observedOutcomes } from './observedOutcomes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Builds a payment of the checkout's request, five seconds after the run's start. */
const payment = (fields: { ok?: boolean; args?: Fields } = {}): Line => ({
  kind: 'lever',
  requirement: 'LIF-07',
  what: 'chain/transfers',
  args: { asset: 'TRON_USDT', address: 'T1', amount: '2' },
  ok: true,
  atNs: '5000000000',
  ...fields,
});

/** Returns the ends of a checkout of this payment scenario and of its request, read before and after the payment. */
async function ends(
  scenario: string,
  [before, after]: readonly [SampleExchange[], SampleExchange[]],
  action = payment(),
): Promise<string[]> {
  const control = `checkout ${scenario}`;
  const created = { ...exchangeLine('p0-1', creationOf('checkout')), control };
  const lines = [...before, ...after].map((one, index) => exchangeLine(`p0-${index + 2}`, one));
  return observedOutcomes(await recordOf([runLine, created, ...lines, action])).map(({ key, end }) => `${key}: ${end}`);
}

const both = (atMs: number, checkout: Fields, request: Fields): SampleExchange[] => [
  readOf('checkout', { request: requestLike(request), ...checkout }, atMs),
  readOf('request', request, atMs + 100),
];

const open = both(3_000, { status: 'REQUEST_CREATED' }, {});
const wrong = { status: 'CONFLICT', reason: 'WRONG_CURRENCY' };

test('LIF-16 the end of an irregularly paid checkout is reported with its reason and request', async () => {
  const after = both(6_000, wrong, { status: 'CONFLICT', reason: 'OTHER' });
  expect(await ends('paid in another currency', [open, after])).toEqual([
    'checkout paid in another currency: CONFLICT WRONG_CURRENCY',
    'request of a checkout paid in another currency: CONFLICT OTHER',
  ]);
  const expired = { status: 'EXPIRED' };
  expect(await ends('paid late', [both(4_000, expired, expired), both(6_000, expired, { status: 'SUCCESS' })])).toEqual(
    ['checkout paid late: EXPIRED', 'request of a checkout paid late: SUCCESS'],
  );
});

test('LIF-16 an end that the interface shows, that precedes the payment or is missing reports nothing', async () => {
  const after = both(6_000, wrong, wrong);
  expect(await ends('underpaid', [open, after])).toEqual([]);
  expect(await ends('paid late', [both(3_000, wrong, wrong), []])).toEqual([]);
  expect(await ends('paid late', [open, both(6_000, { status: 'PAYMENT_DETECTED' }, {})])).toEqual([]);
  expect(await ends('paid late', [open, after], payment({ ok: false }))).toEqual([]);
  expect(await ends('paid late', [open, after], payment({ args: { address: 'T2' } }))).toEqual([]);
});
