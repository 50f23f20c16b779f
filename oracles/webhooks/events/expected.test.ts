import { expect, test } from '@playwright/test';
import { registrable } from '../../../schemas/domain/webhookKinds.ts';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import type { SampleExchange } from '../../../tests/support/records/records.ts';
import {
  recordOfWebhooks,
  registrationLine,
  type SampleDelivery,
  type SampleWebhookRun,
} from '../../../tests/support/records/webhookRecords.ts';
import { expectedDeliveries, reportsTheMove, wasAnnounced } from './expected.ts';

/** Long enough after for anything to have come. */
const late: SampleExchange = { atMs: 60_000 };

async function owedBy(run: SampleWebhookRun): Promise<string[]> {
  const record = await recordOfWebhooks(run);
  return expectedDeliveries(record).flatMap((owed) => wasAnnounced(record)(owed)?.code ?? []);
}

const read = (status: string, atMs: number) => readOf('request', { status }, atMs);

const told = (status: string, atMs: number, more: Partial<SampleDelivery> = {}): SampleDelivery => ({
  kind: 'request',
  body: requestLike({ status }),
  atMs,
  ...more,
});

test('a body may show the record as it is when it is sent, in as many webhooks as transitions', async () => {
  const pending = read('PENDING_PAYMENT', 2_000);
  const judged = async (exchanges: readonly SampleExchange[], ...deliveries: readonly SampleDelivery[]) => {
    const record = await recordOfWebhooks({ exchanges: [creationOf('request'), ...exchanges, late], deliveries });
    const owed = expectedDeliveries(record);
    return [wasAnnounced(record), reportsTheMove(record)].flatMap((rule) =>
      owed.flatMap((one) => rule(one)?.code ?? []),
    );
  };
  const both = [pending, read('SUCCESS', 2_300)];
  expect(await judged(both, told('SUCCESS', 2_350), told('SUCCESS', 2_400))).toEqual([]);
  // The reads may have missed the end, and the receiver may have refused the one or the other.
  expect(await judged([pending], told('SUCCESS', 2_350, { answer: { status: 500 } }), told('SUCCESS', 2_400))).toEqual(
    [],
  );
  expect(await judged(both, told('SUCCESS', 2_400))).toEqual(['notAnnounced', 'differs']);
  // A retry of a failed attempt announces nothing more, and nothing announced what comes later.
  const failed = told('SUCCESS', 2_350, { answer: { status: 500 } });
  expect(await judged(both, failed, told('SUCCESS', 62_400))).toEqual(['notAnnounced', 'differs']);
  expect(await judged(both, told('PENDING_PAYMENT', 2_350), told('PENDING_PAYMENT', 2_400))).toEqual([
    'notAnnounced',
    'differs',
  ]);
  expect(await judged(both, told('SUCCESS', 900), told('SUCCESS', 2_400))).toHaveLength(2);
  // The record was read as PENDING_PAYMENT after it was told as ended.
  expect(await judged(both, told('SUCCESS', 1_500), told('SUCCESS', 2_400))).toHaveLength(2);
});

test('a moved clock does not shorten the wait, since a queue may run by another', async () => {
  const moved = {
    kind: 'lever',
    requirement: 'sweep',
    what: 'clock',
    args: { advanceMs: 46 * 3_600_000 },
    ok: true,
    atNs: '3500000000',
  } as const;
  const lines = [...registrable.map((one) => registrationLine(one)), moved];
  const owed = (untilMs: number) =>
    owedBy({ exchanges: [creationOf('request'), read('SUCCESS', 3_000), { atMs: untilMs }], lines });
  expect(await owed(4_000)).toEqual([]);
  expect(await owed(20_000)).toEqual(['notAnnounced']);
});

test('the request of a checkout is announced too, although only reads of the checkout show its beginning', async () => {
  const linked = (status: string, atMs: number) =>
    readOf('checkout', { request: requestLike({ id: 'CAPD-3', status }) }, atMs);
  const nested = [creationOf('checkout'), linked('WAITING_PAYMENT', 2_000), linked('PENDING_PAYMENT', 3_000), late];
  expect(await owedBy({ exchanges: nested })).toEqual(['notAnnounced']);
  const detected: SampleDelivery = {
    kind: 'request',
    body: requestLike({ id: 'CAPD-3', status: 'PENDING_PAYMENT' }),
    atMs: 3_100,
  };
  expect(await owedBy({ exchanges: nested, deliveries: [detected] })).toEqual([]);
});
