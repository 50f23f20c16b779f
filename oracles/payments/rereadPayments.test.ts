import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import { amountChanged, leftFinalSince, rereadsIn, stillFound } from './rereadPayments.ts';

type PastPayment = NonNullable<typeof runLine.past>[number];

const past: PastPayment = { id: 'P-1', clientOrderId: 'K-1', status: 'SUCCESS', amount: '10', run: 'earlier' };

const recordAfter = (earlier: readonly PastPayment[], ...tale: SampleExchange[]) => {
  const lines = [
    { ...runLine, past: earlier },
    ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample)),
  ];
  return recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
};

const got = (fields: Record<string, unknown>): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ id: 'P-1', status: 'SUCCESS', ...fields }),
});

const looked = (content: readonly unknown[], atMs = 0): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: '/v2/user/payments/search?clientOrderId=K-1',
  answer: { content },
  atMs,
});

const codes = async (...tale: SampleExchange[]) => {
  const rereads = rereadsIn(await recordAfter([past], ...tale));
  return rereads.flatMap((one) => [leftFinalSince(one), amountChanged(one)]).flatMap((fault) => fault?.code ?? []);
};

test('an unchanged payment of an earlier run is not reported, however its amount is written', async () => {
  expect(await codes(got({ amount: 10 }))).toEqual([]);
});

test('a payment that left its final status is older than the run, a changed amount disagrees', async () => {
  expect(await codes(got({ status: 'PENDING', amount: 9 }))).toEqual(['leftFinal']);
  expect(await codes(got({ amount: 9 }))).toEqual(['disagreement']);
});

test.describe('what was found once is found again', () => {
  const found = [paymentLike({ id: 'P-1' })];
  const rule = async (earlier: readonly PastPayment[], ...tale: SampleExchange[]) => {
    const ruled = stillFound(await recordAfter(earlier, ...tale), {});
    return 'faults' in ruled ? ruled.faults.map(({ code }) => code) : ruled.state;
  };

  test('in one run', async () => {
    expect(await rule([], looked([]), looked(found, 100), looked(found, 200))).toBe('held');
    expect(await rule([], looked(found), looked([], 10_100))).toEqual(['missed']);
    // A replica that is behind may serve the second search.
    expect(await rule([], looked(found), looked([], 9_900))).toBe('held');
    expect(await rule([], looked(found))).toEqual(['noEvidence']);
  });

  test('in a later run, unless the environment was rebuilt', async () => {
    expect(await rule([past], got({}), looked([], 100))).toEqual(['missed']);
    const notFound: SampleExchange = { operation: 'GET /v1/user/payments/{id}', status: 404 };
    expect(await rule([past], notFound, looked([], 100))).toEqual(['noEvidence']);
  });
});
