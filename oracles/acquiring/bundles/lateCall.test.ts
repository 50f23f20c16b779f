import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { bundleToRepeat } from './lateCall.ts';

const call = (body: object, more: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  path: '/v1/user/crypto-acquiring/P-1/static/bundles',
  body: JSON.stringify(body),
  answer: { id: 'CASB-1', addresses: [] },
  ...more,
});

const wanted = { kind: 'claim', requirement: 'SAB-01', oracle: 'bundlesKept', args: {} } as const;

const repeated = async (...calls: readonly SampleExchange[]) => {
  const lines = calls.map((one, index) => exchangeLine(`p0-${index + 1}`, one));
  return bundleToRepeat(await recordOf([runLine, wanted, ...lines]))?.id;
};

test('SAB-01 the first sound call for a bundle is sent again', async () => {
  const [hidden, own] = [call({ referenceId: '<removed>' }), call({ referenceId: 'R-1' })];
  expect(await repeated(call({}, { status: 400 }), hidden, own, own)).toBe('p0-3');
  expect(await repeated(hidden)).toBeUndefined();
});

test('SAB-01 no call is sent again unless an assertion judges it', async () => {
  const record = await recordOf([runLine, exchangeLine('p0-1', call({ referenceId: 'R-1' }))]);
  expect(bundleToRepeat(record)).toBeUndefined();
});
