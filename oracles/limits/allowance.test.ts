import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import { passesAllowance, staysWithin } from './allowance.ts';
import { countedAsOne, countedIndependently, crossClassRequestsIn } from './independentLimits.ts';
import { limiterObservations } from './limiterBehaviour.ts';
import { limitTrialsIn } from './models/limitTrials.ts';
import { staysBelowRate } from './suiteRate.ts';

const limited = [{ label: 'limited', quota: { post: 3, get: 4, windowMs: 1_000 } }];

const withTarget = (target: Partial<RunLine['target']>): RunLine => ({
  ...runLine,
  target: { ...runLine.target, ...target },
});

const run = withTarget({ limited });

const recordOfTale = (tale: readonly SampleExchange[], first: Line = run) =>
  recordOf([first, ...tale.map((one, index) => exchangeLine(`p0-${index + 1}`, one))]);

const post = (atMs: number, status = 200): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  key: `K-${atMs}`,
  account: 'limited',
  tookMs: 1,
  atMs,
  status,
});

const get = (atMs: number, status = 200): SampleExchange => ({ account: 'limited', tookMs: 1, atMs, status });

const search = (key: string, atMs: number, ...content: unknown[]): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: `/v2/user/payments/search?clientOrderId=${key}`,
  account: 'limited',
  answer: { content },
  atMs,
  tookMs: 1,
});

/** Three requests pass and two are refused with this status. */
const usedUp = (status = 429): SampleExchange[] =>
  [0, 10, 20].map((atMs) => post(atMs)).concat([post(30, status), post(40, status)]);

const codes = (faults: readonly { code: string }[]) => faults.map(({ code }) => code);

test('an allowance that was used completely passes', async () => {
  expect(passesAllowance(await recordOfTale(usedUp()), { method: 'POST' })).toMatchObject({ state: 'held' });
});

test('a rate refusal before the allowance is used up fails, with any status', async () => {
  const early = [post(0), post(10), post(20, 429), post(30, 429)];
  expect(passesAllowance(await recordOfTale(early), { method: 'POST' })).toMatchObject({
    state: 'broken',
    faults: [{ code: 'allowanceRefused', allowance: '3 POST in 1 s', exchanges: ['p0-3'] }],
  });
  const forbidden = [post(0), post(10), post(20, 403), post(30, 403)];
  expect(passesAllowance(await recordOfTale(forbidden), { method: 'POST' })).toMatchObject({ state: 'broken' });
});

test('a refusal for another reason within a free window is not a rate refusal', async () => {
  const other = [post(0), post(10, 400), ...[2_000, 2_010, 2_020].map((atMs) => post(atMs)), post(2_030, 429)];
  expect(passesAllowance(await recordOfTale(other), { method: 'POST' })).toMatchObject({ state: 'held' });
});

test('another run on the account excuses an early refusal', async () => {
  const foreign = paymentLike({ clientOrderId: '20260101-000000-abcdef-p0-3', createdAt: '2026-01-01T00:00:01Z' });
  const list: SampleExchange = { ...get(2_000), operation: 'GET /v1/user/payments', answer: [foreign] };
  const ruled = passesAllowance(await recordOfTale([post(0), post(20, 429), list]), { method: 'POST' });
  expect(ruled).toMatchObject({ state: 'undecided', attribution: 'quota' });
});

test('less than nine tenths is no evidence, and no declared allowance is not applicable', async () => {
  expect(passesAllowance(await recordOfTale([post(0), post(10)]), { method: 'POST' })).toMatchObject({
    outcome: 'unverified',
  });
  expect(passesAllowance(await recordOfTale([], runLine), { method: 'POST' })).toMatchObject({
    outcome: 'not applicable',
  });
});

test('main fails only because of its own traffic, not that of a rate-limit account', async () => {
  const main = withTarget({ quota: { post: 3, windowMs: 1_000 }, limited });
  const mains = (atMs: number, status = 200): SampleExchange => {
    const { account: _, ...one } = post(atMs, status);
    return one;
  };
  const early = await recordOfTale([mains(0), post(5), post(6), mains(10, 429)], main);
  expect(passesAllowance(early, { method: 'POST' })).toMatchObject({ state: 'broken' });
  const own = await recordOfTale([mains(0), mains(5), mains(6), mains(10, 429)], main);
  expect(passesAllowance(own, { method: 'POST' })).toMatchObject({ state: 'held' });
  const late = [20, 30, 1_008].map((atMs) => mains(atMs, 429));
  const counting = await recordOfTale([mains(0), mains(5), mains(6), mains(10, 429), ...late], main);
  expect(passesAllowance(counting, { method: 'POST' })).toMatchObject({ state: 'held' });
});

/** One is accepted after the refusals, and search finds it before the refused ones are looked up. */
const looked = [
  post(1_100),
  search('K-1100', 2_500, paymentLike({ clientOrderId: 'K-1100' })),
  search('K-30', 2_600),
  search('K-40', 2_700),
];

async function within(...tale: SampleExchange[]) {
  const record = await recordOfTale(tale);
  return limitTrialsIn(record)
    .filter(({ method }) => method === 'POST')
    .flatMap(staysWithin(record));
}

test('requests beyond the allowance are refused, and search finds only the accepted ones', async () => {
  expect(await within(...usedUp(), ...looked)).toEqual([]);
});

test('an excess over the allowance is reported with the limit that fits', async () => {
  const five = [0, 10, 20, 30, 40].map((atMs) => post(atMs));
  const again = [1_100, 1_110, 1_120, 1_130, 1_140].map((atMs) => post(atMs));
  expect(await within(...five, post(50, 429), ...again, post(1_150, 429))).toMatchObject([
    { code: 'overAllowance', seen: '5 in one window, as with a limit of 5' },
  ]);
  const eight = [...five, post(50), post(60), post(70)];
  expect(await within(...eight)).toMatchObject([{ code: 'overAllowance', seen: '8 in one window, none refused' }]);
});

test('a refused creation that search finds did happen', async () => {
  const found = search('K-30', 2_600, paymentLike({ clientOrderId: 'K-30' }));
  expect(codes(await within(...usedUp(), ...looked, found))).toEqual(['happened']);
});

test('a search that is too early or finds nothing decides nothing', async () => {
  expect(codes(await within(...usedUp(), search('K-0', 50, paymentLike({ clientOrderId: 'K-0' }))))).toEqual([
    'noEvidence',
  ]);
  expect(codes(await within(...usedUp(), search('K-30', 2_600)))).toEqual(['noEvidence']);
  expect(codes(await within(post(0)))).toEqual(['noEvidence']);
});

const apart = async (...tale: SampleExchange[]) =>
  codes(countedIndependently(crossClassRequestsIn(await recordOfTale(tale))));

const gets = [0, 1, 2, 3].map((ms) => get(3_000 + 2 * ms));

test('each class passes if the other is used up', async () => {
  expect(await apart(...usedUp(), get(45), ...gets, get(3_010, 429), post(3_015))).toEqual([]);
});

test('a class refused within its own allowance is counted with the other class', async () => {
  expect(await apart(...usedUp(), get(45, 429))).toContain('countedTogether');
  expect(await apart(...usedUp(), get(45))).toEqual(['noEvidence']);
  expect(await apart(...usedUp(), get(900))).toEqual(['noEvidence', 'noEvidence']);
});

test('an operation that alone is refused has an allowance of its own', async () => {
  const balances = (atMs: number, status = 200): SampleExchange => ({
    ...get(atMs, status),
    operation: 'GET /v1/user/wallet/balances',
    path: '/v1/user/wallet/balances',
  });
  const methods = (atMs: number, status = 200): SampleExchange => ({
    ...get(atMs, status),
    operation: 'GET /v1/user/methods',
    path: '/v1/user/methods',
  });
  const usedAlone = [0, 5, 10, 15].map((atMs) => methods(atMs)).concat(methods(20, 429));
  const of = async (...after: SampleExchange[]) => {
    const trials = limitTrialsIn(
      await recordOfTale([...usedAlone, ...after.toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0))]),
    );
    return codes(trials.filter(({ method }) => method === 'GET').flatMap((trial) => countedAsOne(trial)));
  };
  const more = [30, 32, 34].map((atMs) => methods(atMs, 429));
  const others = [31, 33, 35].map((atMs) => balances(atMs));
  expect(await of(...more, ...others)).toEqual(['overAllowance']);
  // Few others may have become free meanwhile, as in a bucket.
  expect(await of(...more, ...others.slice(0, 1))).toEqual([]);
  expect(await of(...more, ...[31, 33, 35].map((atMs) => balances(atMs, 429)))).toEqual([]);
  // The operation itself passes again.
  expect(await of(methods(30), ...more.slice(1), ...others)).toEqual([]);
});

async function traits(...tale: SampleExchange[]): Promise<Record<string, string>> {
  return Object.fromEntries(limiterObservations(await recordOfTale(tale)).map(({ key, value }) => [key, value]));
}

test('a rate refusal is described by its status, headers, body and limiter', async () => {
  const headers = [
    ['Retry-After', '1'],
    ['X-RateLimit-Limit', '3'],
    ['Content-Type', 'application/json'],
  ] as const;
  const refused = (atMs: number) => ({ ...post(atMs, 429), headers, answer: { message: 'later' } });
  const tale = [post(0), post(10), post(600), refused(610), post(1_620), post(1_630), refused(1_640), post(2_650)];
  expect(await traits(...tale)).toMatchObject({
    'POST refused with': '429',
    'POST headers of a refusal': 'retry-after, x-ratelimit-limit',
    'POST body of a refusal': 'an object of message',
    'POST the next request after Retry-After': 'passes',
  });
});

test('ambiguous times get a separate key, and without a refusal nothing is learned', async () => {
  expect(await traits(...usedUp())).toMatchObject({ 'POST window, not decided': 'sliding or fixed or bucket' });
  expect(await traits(post(0))).toEqual({});
});

const declared = withTarget({ quota: { post: 2, windowMs: 1_000 }, limited });

const rate = async (first: RunLine, ...tale: SampleExchange[]) => staysBelowRate(await recordOfTale(tale, first));

const mains = (...at: number[]): SampleExchange[] =>
  at.map((atMs) => ({ operation: 'POST /v1/user/payments/payin', atMs, tookMs: 10 }));

test('a run within its rate and forecast passes, and a rate-limit account is not counted', async () => {
  const foretold = { ...declared, forecast: { posts: 3, gets: 0 } };
  expect(await rate(foretold, ...mains(0, 5, 1_010), ...usedUp())).toEqual([]);
  expect(await rate(foretold, ...mains(0, 5, 1_005))).toMatchObject([
    { code: 'suiteError', message: expect.stringContaining('sent 3 POST in one window') },
  ]);
});

test('a run with more than twice its forecast, or without one, does not pass', async () => {
  const cheap = { ...declared, forecast: { posts: 1, gets: 0 } };
  expect(codes(await rate(cheap, ...mains(0, 2_000, 4_000)))).toEqual(['suiteError']);
  expect(codes(await rate(declared, ...mains(0)))).toEqual(['noEvidence']);
  expect(codes(await rate(run, ...mains(0)))).toEqual(['notApplicable']);
});
