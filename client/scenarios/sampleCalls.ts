import { bareRequest } from '../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../generators/payloads/bundle.ts';
import { checkoutBody } from '../../generators/payloads/checkout.ts';
import { orderBody } from '../../generators/payloads/exchange.ts';
import { barePayin, barePayout } from '../../generators/payloads/payment.ts';
import { decimal } from '../../schemas/json/exact.ts';
import type { CallRequest } from '../protocol/messages.ts';
import type { Known } from './scenario.ts';

type Arguments = Omit<CallRequest, 'do' | 'operation'>;

/** A well-formed address of the chain that the sample pay-out names. */
const cryptoAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const coin = { currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON' } as const;

/** Amounts travel as texts. */
function withTextAmounts(value: unknown): unknown {
  if (typeof value === 'number') return decimal(String(value)).toFixed();
  if (Array.isArray(value)) return value.map(withTextAmounts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTextAmounts(one)]));
}

const body = (value: object): Arguments => ({ body: withTextAmounts(value) as Record<string, unknown> });

/** A valid call of each operation, with a fresh clientOrderId. */
const samples: Readonly<Record<string, (known: Known) => Arguments>> = {
  listMethods: () => ({}),
  listPayments: () => ({}),
  searchPayments: () => ({ query: { page: 0, size: 20 } }),
  getPayment: ({ paymentId }) => ({ path: { id: paymentId } }),
  createPayin: ({ freshId }) => body(barePayin({ amount: 25.5, ...coin, clientOrderId: freshId() })),
  createPayout: ({ freshId }) => body(barePayout({ amount: 12.25, ...coin, cryptoAddress, clientOrderId: freshId() })),
  listExchangeLimits: () => ({}),
  getExchangeLimit: ({ symbolPair }) => ({ path: { symbolPair } }),
  listExchangeRates: () => ({}),
  getExchangeRate: ({ symbolPair }) => ({ path: { symbolPair } }),
  createExchange: ({ symbolPair, freshId }) =>
    body(orderBody({ symbolPair, side: 'BUY', amount: 0.015 }, { clientOrderId: freshId() })),
  listBalances: () => ({}),
  createCheckout: ({ projectId, freshId }) => ({
    path: { projectId },
    ...body(checkoutBody('FIXED_PRICE', { fixedAmount: { amount: 30.25, currency: 'USD' }, clientOrderId: freshId() })),
  }),
  getCheckout: ({ projectId, checkoutId }) => ({ path: { projectId, checkoutId } }),
  getDepositOptions: ({ projectId }) => ({ path: { widgetId: projectId } }),
  createRequest: ({ projectId, freshId }) => ({
    path: { projectId },
    ...body(bareRequest('TRON_USDT', { amount: 40.75, amountIn: 'USD', clientOrderId: freshId() })),
  }),
  getRequest: ({ projectId, requestId }) => ({ path: { projectId, requestId } }),
  createBundle: ({ projectId, freshId }) => ({
    path: { projectId },
    ...body(bareBundle(freshId(), { assets: ['TRON_USDT'] })),
  }),
  getAcquiringRate: () => ({ path: { baseAsset: 'USDT', quoteAsset: 'USD' } }),
};

/** The ids of all operations that have a sample. */
export const sampledOperations: readonly string[] = Object.keys(samples);

/** Operations that create something. */
export const creations = [
  'createPayin',
  'createPayout',
  'createExchange',
  'createCheckout',
  'createRequest',
  'createBundle',
] as const;

/** A read, a creation that answers a record, and the two that answer a plain text: what an SDK writes apart. */
export const mainOperations: readonly string[] = ['getPayment', 'createPayin', 'createPayout', 'createExchange'];

/** Returns a valid call of an operation. */
export function sampleCall(operation: string, known: Known): CallRequest {
  const make = samples[operation];
  if (!make) throw new Error(`expected an operation with a sample, got ${operation}`);
  return { do: 'call', operation, ...make(known) };
}
