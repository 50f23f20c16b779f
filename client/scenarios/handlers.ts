import type { MakeScenarios, Scenario, ScenarioClaim, WebhookStep } from './scenario.ts';
import { digestHeader, padded, recordText, rightWebhook, sizes, staticPayment } from './webhookBodies.ts';

/** The merchant's own code takes longer than the service waits; both are shorter than in truth. */
const slow = { handlingMs: 1_500, deadlineMs: 1_000 };

const scenario = (
  name: string,
  steps: readonly WebhookStep[],
  claim: ScenarioClaim = { oracle: 'answersWebhook' },
): Scenario => ({
  requirement: 'CLI-11',
  name,
  needs: { features: ['webhooks', 'handler'] },
  steps,
  claims: [claim],
});

/** Webhooks to the handler of an SDK, which must answer 200 in time. */
export const handlers: MakeScenarios = (known) => {
  const payment = recordText(known, 'payment', { status: 'SUCCESS' });
  const unknownId = recordText(known, 'payment', { id: `PMT-${known.freshUuid()}`, status: 'PENDING' });
  return [
    scenario('a payment', [rightWebhook(payment)]),
    scenario('the same payment again', [rightWebhook(payment), rightWebhook(payment)]),
    scenario('an unknown payment', [rightWebhook(unknownId)]),
    scenario('a checkout', [rightWebhook(recordText(known, 'checkout', { status: 'PAYMENT_DETECTED' }))]),
    scenario('a request', [rightWebhook(recordText(known, 'request', { status: 'SUCCESS' }))]),
    scenario('an unknown status', [rightWebhook(recordText(known, 'payment', { status: 'SOMETHING_NEW' }))]),
    scenario('an unknown kind', [
      rightWebhook('{"batchId":"B-1","status":"PARTIAL_COMPLETED","orders":[]}'),
      rightWebhook('{"event":"something new","data":{"id":"X-1"}}'),
    ]),
    scenario('a payment to a static address', [rightWebhook(staticPayment(known))]),
    scenario('256 KB', [rightWebhook(padded(payment, sizes.large))]),
    scenario('10 MB', [rightWebhook(padded(payment, sizes.huge))], {
      oracle: 'learnsWebhookStatus',
      args: { of: 'a webhook of 10 MB' },
    }),
    scenario('slow code of the merchant', [{ ...rightWebhook(payment), ...slow }]),
    scenario('a wrong digest', [{ ...rightWebhook(payment), digest: { way: 'wrong digit', header: digestHeader } }], {
      oracle: 'learnsWebhookStatus',
      args: { of: 'a wrong digest' },
    }),
  ];
};
