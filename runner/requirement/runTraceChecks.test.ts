import { expect, test } from '@playwright/test';
import { every } from '../../judge/evidence.ts';
import { exchangeLine, paymentLike, recordOf, runLine } from '../../tests/support/records/records.ts';
import type { Run } from '../../traffic/journal/run.ts';
import { textField } from '../../traffic/journal/runRecord.ts';
import { collectTest } from './inProcessRunner.ts';
import { runTraceChecks } from './runTraceChecks.ts';

collectTest('PAY-05 an example of a trace check', { tag: ['@must', '@law'] }, ({ record }) => {
  every(record.payments, ({ value, exchange }) =>
    textField(value, 'status') === 'NEW'
      ? []
      : [{ code: 'differs', what: 'the status', wanted: 'NEW', seen: 'another', exchanges: [exchange.id] }],
  );
});

const read = (id: string, status: string, account?: string) =>
  exchangeLine(id, {
    operation: 'GET /v1/user/payments/{id}',
    answer: paymentLike({ id: 'PMT-1', status }),
    ...(account && { account }),
  });

test('what another account shows may break a rule, and never shows that it holds', async () => {
  const states = async (...lines: ReturnType<typeof read>[]) => {
    const record = await recordOf([runLine, ...lines]);
    const checked = await runTraceChecks({} as Run, record, (id) => id === 'PAY-05');
    return checked.flatMap(({ results }) => results.map(({ ruling }) => ruling.state));
  };
  expect(await states(read('p0-1', 'NEW'), read('p0-2', 'NEW', 'second'))).toEqual(['held']);
  expect(await states(read('p0-1', 'NEW'), read('p0-2', 'LOST', 'second'))).toEqual(['held', 'broken']);
  expect(await states(read('p0-2', 'NEW', 'second'))).toEqual(['undecided']);
});
