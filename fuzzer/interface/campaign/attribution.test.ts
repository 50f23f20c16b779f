import { expect, test } from '@playwright/test';
import { noOutlay } from '../../../runner/selection/outlay.ts';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import { recordOfWebhooks } from '../../../tests/support/records/webhookRecords.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { Batch, RequirementResult } from '../executor/batch.ts';
import { requirementNamed } from '../executor/requirements.ts';
import { attributedViolations } from './attribution.ts';

const ofTest: FuzzCase = {
  steps: [],
  label: { is: 'valid', because: 'a test of the suite' },
  test: { requirement: 'LIM-02', seed: 7, day: '2026-02-01', posts: 2, gets: 3, outlay: noOutlay },
};

const order: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  key: 'K-1',
  body: '{"amount": 5, "clientOrderId": "K-1"}',
};
const read: SampleExchange = {
  operation: 'GET /v1/user/payments/{id}',
  path: '/v1/user/payments/PMT-1',
  account: 'second',
};

/** Returns the case to which a violation in these exchanges is attributed, of a batch that has run some cases. */
function attributedOf({ executed, record }: Pick<Batch, 'executed' | 'record'>, shown: readonly string[]) {
  const fault = { code: 'differs', what: 'a payment', wanted: 'one', seen: 'two', exchanges: shown } as const;
  const ruling = { state: 'broken', exchanges: shown, faults: [fault] } as const;
  const judged = [{ requirement: requirementNamed('LIM-02'), contribution: { id: 'LIM-02', ruling } }];
  return attributedViolations({ executed, record } as unknown as Batch, judged as unknown as RequirementResult[])[0]
    ?.sent;
}

/** Returns the case to which a violation in these exchanges is attributed, of a batch that has run the test. */
async function attributed(...shown: readonly string[]) {
  const lines = [order, read].map((one, at) => exchangeLine(`p0-${at + 1}`, one));
  const record = await recordOf([runLine, ...lines]);
  return attributedOf(
    { executed: [{ case: ofTest, steps: [], assertions: [], exchanges: ['p0-1', 'p0-2'] }], record },
    shown,
  );
}

test('a violation that a test showed names the test, and the requests that showed it', async () => {
  const sent = await attributed('p0-1', 'p0-2');
  expect(sent?.case.test).toEqual(ofTest.test);
  expect(sent?.case.steps).toMatchObject([
    { method: 'POST', operation: order.operation, body: { text: '{"amount": 5, "clientOrderId": "{{key}}"}' } },
    { method: 'GET', path: '/v1/user/payments/PMT-1', account: 'second' },
  ]);
  expect(sent?.steps.map((one) => one?.id)).toEqual(['p0-1', 'p0-2']);
});

test('a violation that a delivery shows belongs to the case that made its record', async () => {
  const made = (id: string): SampleExchange => ({ ...order, key: id, answer: paymentLike({ id, clientOrderId: id }) });
  const record = await recordOfWebhooks({
    exchanges: [made('PMT-1'), made('PMT-2')],
    deliveries: [{ body: paymentLike({ id: 'PMT-1', status: 'SUCCESS' }), atMs: 5 }],
  });
  const executed = record.exchanges.map(({ id }) => ({
    case: { ...ofTest, test: undefined, label: { is: 'valid', because: id } } as unknown as FuzzCase,
    ...{ steps: [], assertions: [], exchanges: [id] },
  }));
  const [delivery] = record.webhooks.deliveries;
  expect(attributedOf({ executed, record }, [delivery?.id ?? ''])?.case.label).toEqual(executed[0]?.case.label);
});
