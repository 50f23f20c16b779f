import { expect, test } from '@playwright/test';
import { toResult } from '../../../oracles/core/result.ts';
import type { OperationKey } from '../../../schemas/load/contract.ts';
import { exchangeLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { unconfirmedFailuresAfter } from './unconfirmedFailures.ts';

const operation = 'GET /v2/user/payments/search' as OperationKey;

const none = { failed: 0, lost: 0 };

const seen = (sample: Partial<SampleExchange>) =>
  new Exchange(exchangeLine('f0-1', { answer: {}, ...sample, operation, path: '/' } as SampleExchange));

const lostWrite = new Exchange(
  exchangeLine('f0-2', { answer: {}, operation: 'POST /v1/user/exchange', path: '/', failure: 'reset' }),
);

const counted: readonly (readonly [string, Exchange, object])[] = [
  ['a failure', seen({ status: 500 }), { failed: 1, lost: 0, first: operation }],
  ['a gateway that is busy', seen({ status: 503 }), { failed: 1, lost: 0, first: operation }],
  ['a lost answer', seen({ failure: 'reset' }), { failed: 0, lost: 1, first: operation }],
  ['a lost answer to a write', lostWrite, { failed: 0, lost: 1, unasked: 1, first: 'POST /v1/user/exchange' }],
  ['what is not implemented', seen({ status: 501 }), none],
  ['what confirms another', seen({ status: 500, purpose: 'confirm' }), none],
  ['a refusal', seen({ status: 400 }), none],
];

for (const [what, exchange, wanted] of counted)
  test(`${what} counts as: ${JSON.stringify(wanted)}`, () => {
    expect(unconfirmedFailuresAfter(none, [exchange], [])).toEqual(wanted);
  });

test('a reported failure is not counted, and the first operation is stored', () => {
  const fault = { code: 'crashed', request: 'told', seen: 'told', exchanges: ['f0-1'] } as const;
  const broken = [{ requirement: 'ANY-04', result: toResult(['f0-1'], [fault]) }] as const;
  expect(unconfirmedFailuresAfter(none, [seen({ status: 500 })], broken)).toEqual(none);
  const before = { failed: 1, lost: 0, first: 'GET /other' };
  expect(unconfirmedFailuresAfter(before, [seen({ status: 500 })], [])).toEqual({ ...before, failed: 2 });
});
