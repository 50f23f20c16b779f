import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import type { SampleExchange } from './records.ts';

/** The project of the sample checkouts and requests. */
const project = 'CAP-00000000-0000-4000-8000-000000000001';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a request as a target shows it, with some fields replaced. */
export function requestLike(fields: Fields = {}): Record<string, unknown> {
  return {
    id: 'CAPD-1',
    currency: 'USDT',
    blockchain: 'TRON',
    status: 'WAITING_PAYMENT',
    reason: null,
    address: 'T1',
    createdAt: '2026-01-01T00:00:01.000Z',
    paymentWindowEndsAt: '2026-01-01T00:10:01.000Z',
    expiresAt: '2026-01-01T00:10:01.001Z',
    paymentId: null,
    txHash: null,
    payAmount: 2,
    paidAmount: null,
    overpaid: null,
    ...fields,
  };
}

/** Returns a checkout as a target shows it, with some fields replaced. */
export function checkoutLike(fields: Fields = {}): Record<string, unknown> {
  return {
    id: 'CCO-1',
    projectId: project,
    status: 'NEW',
    reason: null,
    acquiringUrl: 'https://pay.example.com/CCO-1',
    createdAt: '2026-01-01T00:00:01.000Z',
    expiresAt: '2026-01-01T00:00:04.000Z',
    request: null,
    ...fields,
  };
}

const like = { checkout: checkoutLike, request: requestLike };

const operations = {
  checkout: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  request: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
} as const;

/** Returns the creation of a checkout or a request, by default one second after the start of the run. */
export function creationOf(kind: ReadBack, fields: Fields = {}, atMs = 1_000): SampleExchange {
  const answer = like[kind](fields);
  const path = `/v1/user/crypto-acquiring/${project}/${kind}s`;
  return { operation: operations[kind], path, key: `K ${answer['id']}`, answer, atMs };
}

/** Returns a read of a checkout or a request at a path of the target file. */
export function readOf(kind: ReadBack, fields: Fields, atMs: number): SampleExchange {
  return { readBack: kind, path: `/own/${kind}`, answer: like[kind](fields), atMs };
}
