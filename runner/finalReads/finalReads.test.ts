import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../tests/support/records/acquiringRecords.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../tests/support/records/records.ts';
import { Exchange } from '../../traffic/journal/exchange.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { type Plan, pathOf } from '../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../traffic/transport/sendOptions.ts';
import type { Api } from '../worker/api.ts';
import { readFinally } from './finalReads.ts';

const paths = { checkout: '/own/{projectId}/c/{checkoutId}', request: '/own/{projectId}/r/{requestId}' };
const project = 'CAP-00000000-0000-4000-8000-000000000001';

/** Returns the requests of the final reads of a sample run: paths, and the clock moves between them. */
async function requestsOfFinalReads(
  tale: readonly SampleExchange[],
  more: readonly Line[],
  around: Parameters<typeof readFinally>[2],
) {
  const lines = [runLine, ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample)), ...more];
  const asked: string[] = [];
  const api = {
    send: async (plan: Plan, { path = pathOf(plan) }: SendOptions) => {
      asked.push(path);
      return new Exchange(exchangeLine('p0-99', { answer: [] }));
    },
  } as unknown as Api;
  const advance = async (ms: number) => {
    asked.push(`clock ${Math.round(ms / 1_000)} s`);
    return true;
  };
  await readFinally(api, await recordOf(lines), { ...around, ...(around.advance && { advance }) });
  return asked.filter((one) => one.startsWith('/own') || one.startsWith('clock'));
}

const linked = readOf('checkout', { request: requestLike({ id: 'CAPD-2' }) }, 2_000);
const tale = [creationOf('request'), creationOf('checkout'), linked];
const own = ['r/CAPD-2', 'c/CCO-1', 'r/CAPD-1'].map((place) => `/own/${project}/${place}`);

test('own checkouts and requests are read again only at the paths of the target file', async () => {
  expect((await requestsOfFinalReads(tale, [], { paths })).toSorted()).toEqual(own.toSorted());
  expect(await requestsOfFinalReads(tale, [], { paths: { request: paths.request } })).toHaveLength(2);
  expect(await requestsOfFinalReads(tale, [], { paths: {} })).toEqual([]);
});

test('objects of an assertion are read first', async () => {
  const args = { kind: 'checkout', created: 'p0-2', paid: 'nothing' };
  const assertion: Line = { kind: 'claim', requirement: 'LIF-13', oracle: 'paidOnce', args };
  expect(await requestsOfFinalReads(tale, [assertion], { paths })).toEqual(own);
});

test('with a movable clock, objects are read once settled, while a window ends, and much later', async () => {
  const args = { created: 'p0-1' };
  const assertion: Line = { kind: 'claim', requirement: 'LIF-12', oracle: 'lapses', args };
  const at = Number(process.hrtime.bigint() / 1_000_000n);
  const now = [{ ...creationOf('request'), atMs: at }];
  const advance = async () => true;
  const read = own[2] ?? '';
  const moves = [
    'clock 45 s',
    read,
    ...['clock 150 s', read, 'clock to the eve', read, 'clock to the morning', read],
    ...['clock 600 s', 'clock 1800 s', 'clock 5400 s', 'clock of some hours', 'clock of many hours'],
    'clock until all is over',
    read,
    'clock 90000 s',
    read,
    'clock 8640000 s',
    read,
  ];
  const asked = await requestsOfFinalReads(now, [assertion], { paths, advance });
  // The sample target shows no other time, so that each of these moves is as long as if it were the first.
  const names: Record<string, string> = {
    'clock 580 s': 'clock to the eve',
    'clock 85 s': 'clock to the morning',
    'clock 7690 s': 'clock of some hours',
    'clock 43791 s': 'clock of many hours',
    'clock 660 s': 'clock until all is over',
  };
  expect(asked.map((one) => names[one] ?? one)).toEqual(moves);
  expect(await requestsOfFinalReads([], [], { paths, advance })).toEqual([]);
});

test('with a movable clock, what has ended is not read again once settled, but after pauses', async () => {
  const ended = [creationOf('checkout'), readOf('checkout', { status: 'SUCCESS' }, 2_000)];
  const asked = await requestsOfFinalReads(ended, [], { paths, advance: async () => true });
  expect(asked.slice(0, asked.indexOf(own[1] ?? ''))).toEqual(['clock 45 s', 'clock 150 s']);
});

test('with a movable clock, time passes before a call for a bundle is repeated, even if nothing else was made', async () => {
  const operation = 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles' as const;
  const path = `/v1/user/crypto-acquiring/${project}/static/bundles`;
  const call: SampleExchange = {
    operation,
    path,
    body: '{"referenceId":"R-1"}',
    answer: { id: 'CASB-1', addresses: [] },
  };
  const assertion: Line = { kind: 'claim', requirement: 'SAB-01', oracle: 'bundlesKept', args: {} };
  const asked = await requestsOfFinalReads([call], [assertion], { paths, advance: async () => true });
  expect(asked).toEqual(['clock 90000 s', 'clock 8640000 s']);
});

test('webhooks of payments to static addresses are waited for, whether they are to succeed or to fail', async () => {
  const waits = async (oracle: 'depositAnnounced' | 'depositFails' | 'creditsNet') => {
    // The last read was a little less than two seconds ago, the shortest time after which absence is concluded.
    const begun = Number(process.hrtime.bigint() / 1_000_000n);
    const args = { bundle: 'p0-1', asset: 'TRON_USDT', amount: '1', before: 'p0-1', after: 'p0-1' };
    const assertion: Line = { kind: 'claim', requirement: 'SAB-10', oracle, args };
    await requestsOfFinalReads([{ atMs: begun - 1_700, answer: [] }], [assertion], { paths });
    return Number(process.hrtime.bigint() / 1_000_000n) - begun >= 250;
  };
  expect([await waits('depositAnnounced'), await waits('depositFails'), await waits('creditsNet')]).toEqual([
    true,
    true,
    false,
  ]);
});
