import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import { deliveryLine, registrationLine, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { signsWebhooks } from '../events/digest.ts';
import { expectedDeliveries, wasAnnounced } from '../events/expected.ts';

const own = '20260101-000000-aaaaaa';
const other = '20260101-000100-bbbbbb';

const payment = (run: string, createdAt: string, more: object = {}) =>
  paymentLike({ id: `PMT-${run}`, clientOrderId: `${run}-p0-1`, createdAt, ...more });

const created: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key: `${own}-p0-1`,
  answer: payment(own, '2026-01-03T00:00:00Z', { status: 'NEW' }),
  atMs: 1_000,
};

const get = (atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: `/v1/user/payments/PMT-${own}`,
  answer: payment(own, '2026-01-03T00:00:00Z', { status: 'SUCCESS' }),
  atMs,
});

const listed = (...all: readonly object[]): SampleExchange => ({
  operation: 'GET /v1/user/payments',
  path: '/v1/user/payments',
  answer: all,
  atMs: 50_000,
});

/** Returns the codes for a payment that moved without a webhook, given what else was seen. */
async function said({ shown = [], deliveries = [], lines = [] }: Beside): Promise<unknown> {
  const exchanges = [created, get(3_000), ...shown, get(60_000)];
  const all: Line[] = [
    { ...runLine, run: own },
    registrationLine('payment'),
    ...exchanges.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample)),
    ...deliveries.map((sample, index) => deliveryLine(`hooks-${index + 1}`, sample)),
    ...lines,
  ];
  const record = await recordOf([...all, { kind: 'swept', atNs: '0', lines: all.length }]);
  return expectedDeliveries(record).map((owed) => wasAnnounced(record)(owed)?.code);
}

interface Beside {
  shown?: readonly SampleExchange[];
  deliveries?: readonly SampleDelivery[];
  lines?: readonly Line[];
}

test('a missing webhook fails, unless another run worked on the account at the time', async () => {
  expect(await said({})).toEqual(['notAnnounced']);
  const beside = payment(other, '2026-01-03T00:10:00Z');
  expect(await said({ shown: [listed(beside)] })).toEqual(['disturbed']);
  expect(await said({ deliveries: [{ body: beside, atMs: 4_000 }] })).toEqual(['disturbed']);
});

test('records of an earlier run or of no run disturb nothing', async () => {
  const before = payment(other, '2026-01-02T23:59:59Z');
  const strange = payment(other, '2026-01-03T00:10:00Z', { clientOrderId: 'shop-1' });
  const again = payment(`${own}-2`, '2026-01-03T00:10:00Z');
  expect(await said({ shown: [listed(before, strange, again)] })).toEqual(['notAnnounced']);
});

test('an address registered by somebody else explains a missing webhook', async () => {
  const replaced = registrationLine('payment', { ok: false, replaced: true });
  expect(await said({ lines: [replaced] })).toEqual(['disturbed']);
});

test('a disturbance is reported against the environment, not the target', async () => {
  const unsigned: SampleDelivery = {
    body: payment(own, '2026-01-03T00:00:00Z', { status: 'SUCCESS' }),
    atMs: 3_100,
    digest: { present: true, fault: 'otherSecret' },
  };
  const lines = (more: readonly Line[]): Line[] => [
    { ...runLine, run: own },
    registrationLine('payment'),
    exchangeLine('p0-1', created),
    deliveryLine('hooks-1', unsigned),
    ...more,
  ];
  const ruled = async (more: readonly Line[]) => {
    const all = lines(more);
    return signsWebhooks(await recordOf([...all, { kind: 'swept', atNs: '0', lines: all.length }]), {});
  };
  expect(await ruled([])).toMatchObject({ state: 'broken' });
  expect(await ruled([registrationLine('payment', { ok: false, replaced: true })])).toMatchObject({
    state: 'undecided',
    outcome: 'inconclusive',
    attribution: 'environment',
    faults: [{ because: expect.stringContaining('somebody else registered') }],
  });
});
