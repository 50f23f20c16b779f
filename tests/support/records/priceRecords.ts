import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Project } from '../../../traffic/target/file/targetFile.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from './records.ts';

/** The project id of every sample checkout and request. */
export const sampleProject = 'CAP-00000000-0000-4000-8000-000000000001';

const base = `/v1/user/crypto-acquiring/${sampleProject}`;

/** Returns a new request with a fixed price as a conforming target shows it, with some fields replaced. */
export function pricedRequest(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 'CAPD-00000000-0000-4000-8000-000000000001',
    orderId: 'ORD-00000000-0000-4000-8000-000000000001',
    clientOrderId: 'R-1',
    currency: 'USDT',
    blockchain: 'ETHEREUM',
    status: 'WAITING_PAYMENT',
    reason: null,
    cryptoAcquiringProjectId: sampleProject,
    checkoutId: null,
    address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    createdAt: '2026-01-01T00:00:01.000001Z',
    paymentWindowEndsAt: '2026-01-01T00:10:01.000001Z',
    expiresAt: '2026-01-01T00:10:01.000026Z',
    lastUpdatedAt: null,
    paymentId: null,
    payment: null,
    txHash: null,
    requestAmount: 100,
    requestAmountIn: 'USD',
    requestAmountConverted: 99.46291,
    convertPair: 'USDTUSD',
    convertRate: 1.0054,
    payAmount: 99.46291,
    payerPlatformFee: 0,
    payerFixedPlatformFee: null,
    payerPercentPlatformFee: null,
    merchantPlatformFee: 5.07315,
    merchantFixedPlatformFee: 0.1,
    merchantPercentPlatformFee: 5,
    processingAmount: 94.38976,
    paidAmount: null,
    minLimit: null,
    maxLimit: null,
    ...fields,
  };
}

/** Returns a new FIXED_PRICE checkout as a conforming target shows it, with some fields replaced. */
export function pricedCheckout(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: 'CCO-00000000-0000-4000-8000-000000000001',
    projectId: sampleProject,
    clientOrderId: 'C-1',
    status: 'NEW',
    reason: null,
    name: 'conformance',
    type: 'FIXED_PRICE',
    fixedAmount: { amount: 12.34, currency: 'USD' },
    returnUrl: 'https://merchant.example.com/return',
    acquiringUrl: 'https://pay.example.com/checkout/1',
    createdAt: '2026-01-01T00:00:01.123456789Z',
    expiresAt: '2026-01-01T01:00:02Z',
    request: null,
    ...fields,
  };
}

/** Returns the creation of a request or a checkout, with its body and answer. */
export function sampleCreation(what: 'requests' | 'checkouts', sent: unknown, answer: unknown): SampleExchange {
  const body = JSON.stringify(sent);
  return { operation: `POST /v1/user/crypto-acquiring/{projectId}/${what}`, path: `${base}/${what}`, body, answer };
}

/** Returns a read of the deposit options of the sample project. */
export function sampleDepositOptions(answer: unknown): SampleExchange {
  const operation = 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options';
  return { operation, path: `${base}/deposit-options`, answer };
}

/** Returns the record of a run on an account whose only project has these settings. */
export async function recordOfProject(
  settings: Omit<Project, 'id'>,
  ...tale: readonly SampleExchange[]
): Promise<RunRecord> {
  const run = { ...runLine, target: { ...runLine.target, projects: [{ id: sampleProject, ...settings }] } };
  return recordOf([run, ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample))]);
}
