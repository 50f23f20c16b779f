import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { claimedIn } from './claimedResults.ts';

const takesPart: Line = { ...runLine, selection: { ...runLine.selection, asOthers: { second: [] } } };

/** Returns what is broken in the record of a batch. */
async function brokenIn(id: string, tale: readonly SampleExchange[], claims: readonly Line[] = []) {
  const exchanges = tale.map((one, at) => exchangeLine(`p0-${at + 1}`, one));
  const record = await recordOf([takesPart, ...exchanges, ...claims]);
  const results = claimedIn(record, (one) => one === id);
  return results.flatMap(({ ruling }) => (ruling.state === 'broken' ? ruling.faults : []));
}

test('the record of another account that takes part is judged as a whole too', async () => {
  const shown = (account?: string): SampleExchange => ({
    operation: 'GET /v1/user/payments/{id}',
    answer: paymentLike({ id: 'PMT-1', externalId: 7 }),
    ...(account && { account }),
  });
  expect(await brokenIn('PAY-08', [shown()])).toHaveLength(1);
  expect(await brokenIn('PAY-08', [shown('second')])).toMatchObject([{ account: 'second' }]);
  expect(await brokenIn('PAY-08', [shown('third')])).toEqual([]);
});

test('a read of a test that is refused at first and accepted after a pause breaks its requirement', async () => {
  const operation = 'GET /v1/user/methods';
  const tale = (status: number): SampleExchange[] => [
    { operation, answer: [] },
    { operation, purpose: 'defect', status: 401, atMs: 20 },
    { operation, purpose: 'defect', status, recalls: 'p0-2', atMs: 90_000 },
  ];
  const args = { exchange: 'p0-2', control: 'p0-1', defect: 'a wrong secret' };
  const claim: Line = { kind: 'claim', requirement: 'AUT-05', oracle: 'refused', args };
  expect(await brokenIn('AUT-05', tale(200), [claim])).toHaveLength(1);
  expect(await brokenIn('AUT-05', tale(401), [claim])).toEqual([]);
});
