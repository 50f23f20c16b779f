import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import type { ExchangeLine, Line } from '../../traffic/journal/journalTypes.ts';
import type { TargetCredential } from '../../traffic/target/credentials.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';
import { hasRecalls, recall, recallEachWay, refuseAgain } from './recalls.ts';

const credential = (label: string, more: Partial<TargetCredential> = {}): TargetCredential => ({
  label,
  tokenId: `TKN-${label}`,
  secret: 's',
  ...more,
});
const credentials = [
  credential('main'),
  credential('second'),
  credential('limited', { quota: { windowMs: 1 } as never }),
];

const rate = 'GET /v1/user/exchange/rates/{symbolPair}' as const;
const unknownPair: SampleExchange = {
  operation: rate,
  path: '/v1/user/exchange/rates/A%2FB',
  purpose: 'defect',
  status: 404,
};

/** A request of a test; the journal may have only a part of its body. */
type Sample = SampleExchange & { isWhole?: boolean };

/** Returns what is sent again after the pauses of a sample run in which each exchange has an assertion of this requirement, by this oracle. */
async function sentAgain(tale: readonly Sample[], oracle = 'refused', requirement = 'XCH-07') {
  const exchanges = tale.map(({ isWhole = true, ...one }, at): ExchangeLine => {
    const line = exchangeLine(`p0-${at + 1}`, one);
    const { body } = line.request;
    return isWhole || !body ? line : { ...line, request: { ...line.request, body: { ...body, text: 'less' } } };
  });
  const claims = exchanges.map(({ id }): Line => ({ kind: 'claim', requirement, oracle, args: { exchange: id } }));
  const record = await recordOf([runLine, ...exchanges, ...claims]);
  const sent: string[] = [];
  const apiOf = (label: string): Api =>
    ({
      as: (one: TargetCredential) => apiOf(one.label),
      send: async (plan: Plan, { recalls, purpose, scheme, fault, text }: SendOptions) =>
        sent.push(
          [recalls, label, pathOf(plan), purpose, scheme, fault, text?.('')]
            .filter((one) => one !== undefined)
            .join(' '),
        ),
    }) as unknown as Api;
  const parts = { record, recalls: { credentials } };
  for (const nth of [0, 1, 2, 3, 4, 5, 6]) await recall(apiOf('main'), { ...parts, nth });
  const recalled = sent.splice(0);
  await refuseAgain(apiOf('main'), parts, 'a pause');
  const refused = sent.splice(0);
  await recallEachWay(apiOf('main'), parts);
  return { sent: [...new Set(recalled)], times: recalled.length, has: hasRecalls(parts), refused, ways: sent };
}

test('a read that a test has sent is sent again as it was: its path, its account, its signature', async () => {
  const stale: SampleExchange = {
    account: 'second',
    status: 401,
    purpose: 'defect',
    signature: { scheme: 'simple', fault: 'wrongSecret' },
  };
  const { sent } = await sentAgain([unknownPair, stale]);
  expect(sent.toSorted()).toEqual([
    'p0-1 main /v1/user/exchange/rates/A%2FB defect signed',
    'p0-2 second /v1/user/methods defect simple wrongSecret',
  ]);
});

test('a read is sent again for each wrong way to sign one, and for no other', async () => {
  const wrongly = (scheme: 'simple' | 'signed', fault: 'wrongSecret' | 'saltMissing'): SampleExchange => ({
    ...{ status: 401, purpose: 'defect' },
    signature: { scheme, fault },
  });
  const [simple, signed, salt] = [
    wrongly('simple', 'wrongSecret'),
    wrongly('signed', 'wrongSecret'),
    wrongly('signed', 'saltMissing'),
  ];
  const { ways } = await sentAgain([unknownPair, simple, signed, salt, simple, signed], 'rejected', 'AUT-05');
  expect(ways.map((one) => one.split(' ').slice(-2).join(' '))).toEqual([
    'simple wrongSecret',
    'signed wrongSecret',
    'signed saltMissing',
  ]);
});

test('a control request is sent again as one of the final reads', async () => {
  expect((await sentAgain([{}], 'accepted')).sent).toEqual(['p0-1 main /v1/user/methods sweep signed']);
});

const bundle: SampleExchange = {
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  path: '/v1/user/crypto-acquiring/CAP-1/static/bundles',
  body: '{ "referenceId": "R" }',
};

test('a refused read of a guard is sent again after each pause, and another after every second', async () => {
  const refused: SampleExchange = { status: 401, purpose: 'defect' };
  expect((await sentAgain([refused], 'refused', 'AUT-08')).times).toBe(7);
  expect((await sentAgain([refused], 'refused', 'XCH-07')).times).toBe(4);
});

test('a call for a bundle is sent again with the text of its body, if the journal has all of it', async () => {
  const sentOf = async (one: Sample, requirement: string) => (await sentAgain([one], 'accepted', requirement)).sent;
  const path = '/v1/user/crypto-acquiring/CAP-1/static/bundles';
  expect(await sentOf(bundle, 'AUT-03')).toEqual([`p0-1 main ${path} sweep signed ${bundle.body}`]);
  expect(await sentOf({ ...bundle, isWhole: false }, 'AUT-03')).toEqual([]);
  expect(await sentOf(bundle, 'SAB-01')).toEqual([]);
});

for (const [what, tale, oracle] of [
  ['a write that was accepted', [{ operation: 'POST /v1/user/payments/payin', body: '{}' }], 'accepted'],
  ['a read of an account whose quota a test uses up', [{ account: 'limited' }], 'accepted'],
  ['a read with a credential that is not in the target file', [{ account: 'mixed' }], 'refused'],
  ['a read that was signed in a way of its own', [{ signature: { manner: 'upperCase' } }], 'accepted'],
  ['a read that another oracle judges', [unknownPair], 'finds'],
] as const satisfies readonly (readonly [string, readonly Sample[], string])[])
  test(`${what} is not sent again`, async () => {
    expect(await sentAgain(tale, oracle)).toEqual({ sent: [], times: 0, has: false, refused: [], ways: [] });
  });

const refusedWrite = (operation: NonNullable<SampleExchange['operation']>, body: string): Sample => ({
  operation,
  path: operation.split(' ')[1] ?? '',
  purpose: 'defect',
  status: 400,
  body,
});
const [payin, payout] = ['POST /v1/user/payments/payin', 'POST /v1/user/payments/payout'] as const;

test('a refused write is sent again as it was, where it costs nothing even if it is taken', async () => {
  const again = async (one: Sample) => (await sentAgain([one])).refused;
  expect(await again(refusedWrite(payin, '{ "amount": 1 }'))).toEqual([
    'p0-1 main /v1/user/payments/payin defect signed { "amount": 1 }',
  ]);
  expect(await again(refusedWrite(payout, '{"amount":0}'))).toHaveLength(1);
  expect(await again(refusedWrite(payout, '{"amount":1}'))).toEqual([]);
  // A second use of a clientOrderId is refused, too, but not for good: it stays a use of the id.
  expect(await again({ ...refusedWrite(payin, '{ "amount": 1 }'), purpose: 'probe' })).toEqual([]);
  expect(await again(refusedWrite(payout, '{"amount":'))).toEqual([]);
});

test('a refused write is not sent again if time may make it right, or if the journal has only a part of it', async () => {
  for (const name of ['expiresAt', 'amountIn', 'fixedAmount'])
    expect((await sentAgain([refusedWrite(payin, `{"${name}":"2027"}`)])).refused).toEqual([]);
  expect((await sentAgain([{ ...refusedWrite(payin, '{}'), isWhole: false }])).refused).toEqual([]);
});
