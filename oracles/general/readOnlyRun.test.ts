import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';

import { onlyReads } from './readOnlyRun.ts';

const read: SampleExchange = {};
const payout: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-1' };

async function judge(tier: 'active' | 'passive', kind: 'sandbox' | 'production', ...tale: SampleExchange[]) {
  const run = { ...runLine, selection: { ...runLine.selection, tier }, target: { ...runLine.target, kind } };
  return onlyReads(await recordOf([run, ...tale.map((one, index) => exchangeLine(`p0-${index + 1}`, one))]));
}

test('a read-only run fails for any other request, and only for those', async () => {
  for (const kind of ['sandbox', 'production'] as const) {
    expect(await judge('passive', kind, read)).toEqual([]);
    expect(await judge('passive', kind, read, payout)).toMatchObject([{ code: 'suiteError', exchanges: ['p0-2'] }]);
  }
});

test('a run that is allowed to pay says why the check does not apply', async () => {
  expect(await judge('active', 'production', payout)).toMatchObject([
    { code: 'notApplicable', reason: expect.stringContaining('real money') },
  ]);
  expect(await judge('active', 'sandbox', payout)).toMatchObject([
    { code: 'notApplicable', reason: expect.stringContaining('no production') },
  ]);
});
