import { expect, test } from '@playwright/test';
import { paymentLike } from '../../../tests/support/records/records.ts';
import { recordOfWebhooks, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import { sentDeliveries } from '../received/deliveries.ts';
import { isPosted } from './deliveryForm.ts';
import { signsWebhooks } from './digest.ts';
import { webhookObservations } from './observedDeliveries.ts';

test('an empty request by another method tries the address, and is no webhook', async () => {
  const probe = (method: string, more: Partial<SampleDelivery> = {}): SampleDelivery => ({
    method,
    body: '',
    digest: { present: false },
    atMs: 1,
    ...more,
  });
  const record = await recordOfWebhooks({
    deliveries: [...['GET', 'HEAD', 'OPTIONS'].map((one) => probe(one)), { body: paymentLike(), atMs: 2 }],
  });
  expect(sentDeliveries(record)).toHaveLength(1);
  expect(signsWebhooks(record, {}).state).not.toBe('broken');
  expect(webhookObservations(record)).toContainEqual(expect.objectContaining({ value: 'GET, HEAD, OPTIONS' }));
  const odd = [
    probe('GET', { body: paymentLike() }),
    probe('GET', { digest: { present: true, secret: 1 } }),
    probe('POST'),
  ];
  expect(
    sentDeliveries(await recordOfWebhooks({ deliveries: odd })).flatMap((one) => isPosted(one) ?? []),
  ).toHaveLength(3);
});
