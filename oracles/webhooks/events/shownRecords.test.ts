import { expect, test } from '@playwright/test';
import { readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, paymentLike, recordOf, runLine } from '../../../tests/support/records/records.ts';
import { deliveryLine, registrationLine } from '../../../tests/support/records/webhookRecords.ts';
import { recordHasIdShapes, recordHasUtcTimes, recordWritesZones, shownRecordsIn } from './shownRecords.ts';

/** Returns what is wrong with a request that is read with some fields, and with a payment that a webhook tells with others. */
async function wrong(request: Record<string, unknown>, payment: Record<string, unknown>) {
  const record = await recordOf([
    runLine,
    exchangeLine('p0-1', readOf('request', { id: 'CAPD-0a1b2c3d-0000-4000-8000-00000000000f', ...request }, 1_000)),
    registrationLine('payment'),
    deliveryLine('hooks-1', { kind: 'payment', body: paymentLike(payment), atMs: 2_000 }),
  ]);
  const rules = [recordHasUtcTimes(record.contract), recordWritesZones, recordHasIdShapes(record.contract)];
  return rules.map((rule) =>
    shownRecordsIn(record)
      .flatMap(rule)
      .map((fault) => 'where' in fault && fault.where),
  );
}

test('GEN-04, GEN-05 hold of what reads at paths of the target file and webhooks show', async () => {
  expect(await wrong({}, {})).toEqual([[], [], []]);
  expect(await wrong({ createdAt: '2026-01-01T00:00:01' }, { createdAt: '2026-01-01T00:00:01.5' })).toEqual([
    [],
    ['the read request /createdAt', 'the payment webhook /createdAt'],
    [],
  ]);
  expect(await wrong({ expiresAt: 1_767_225_601_000 }, { createdAt: '01.01.2026' })).toEqual([
    ['the read request /expiresAt', 'the payment webhook /createdAt'],
    [],
    [],
  ]);
  expect(await wrong({ id: 'CAPD-1' }, { orderId: '7' })).toEqual([
    [],
    [],
    ['the read request /id', 'the payment webhook /orderId'],
  ]);
});
