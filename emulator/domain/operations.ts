import type { WEBHOOKS, WebhookKind } from './webhook.ts';

/**
 * An operation of § Endpoints, or one that interface.md mentions without a path: host-to-host pay-ins, the reads of a checkout and of a request, webhook
 * registration.
 */
export type Operation =
  | 'listMethods'
  | 'listPayments'
  | 'searchPayments'
  | 'getPayment'
  | 'createPayin'
  | 'createPayout'
  | 'listLimits'
  | 'getLimit'
  | 'listRates'
  | 'getRate'
  | 'createExchange'
  | 'listBalances'
  | 'createCheckout'
  | 'getDepositOptions'
  | 'createRequest'
  | 'createBundle'
  | 'getAcquiringRate'
  | 'getCheckout'
  | 'getRequest'
  | 'createH2hPayin'
  | 'submitCard'
  | (typeof WEBHOOKS)[WebhookKind]['operation'];
