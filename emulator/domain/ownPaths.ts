import { WEBHOOK_KINDS, WEBHOOKS, type WebhookKind } from './webhook.ts';

/** The paths of operations whose path interface.md does not show; the service chooses them (§ Payments, rule 5). */
export const OWN_PATHS = {
  h2hPayin: '/v1/user/payments/h2h/payin',
  h2hCard: '/v1/user/payments/h2h/{paymentId}/card',
  checkout: '/v1/user/crypto-acquiring/{projectId}/checkouts/{checkoutId}',
  request: '/v1/user/crypto-acquiring/{projectId}/requests/{requestId}',
  webhooks: Object.fromEntries(WEBHOOK_KINDS.map((kind) => [kind, WEBHOOKS[kind].path])) as Record<WebhookKind, string>,
};
