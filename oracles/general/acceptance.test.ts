import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  exchangeOf,
  paymentLike,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { OracleResult } from '../core/result.ts';
import { accepted, acceptedLike, missingFault, refused, takesEach } from './acceptance.ts';
import { answersWith } from './observedAnswers.ts';

/** Returns a result in short: its state, and what decides it. */
const summaryOf = (result: OracleResult) =>
  result.state === 'undecided'
    ? `${result.outcome} (${result.attribution})`
    : result.state === 'broken'
      ? `broken: ${result.faults.map(({ code }) => code).join(' ')}`
      : result.state;

/** Every class of answer, and its result for a request to be accepted or to be refused. */
const answers: readonly (readonly [name: string, answer: SampleExchange, accepted: string, refused: string])[] = [
  ['200', { status: 200 }, 'held', 'broken: notRefused'],
  ['201', { status: 201 }, 'held', 'broken: notRefused'],
  ['204', { status: 204 }, 'held', 'broken: notRefused'],
  ['400', { status: 400 }, 'broken: notAccepted', 'held'],
  ['401', { status: 401 }, 'broken: notAccepted', 'held'],
  ['404', { status: 404 }, 'broken: notAccepted', 'held'],
  ['409', { status: 409 }, 'broken: notAccepted', 'held'],
  ['418', { status: 418 }, 'broken: notAccepted', 'held'],
  ['422', { status: 422 }, 'broken: notAccepted', 'held'],
  ['500', { status: 500 }, 'inconclusive (environment)', 'inconclusive (environment)'],
  ['502', { status: 502 }, 'inconclusive (environment)', 'inconclusive (environment)'],
  ['429', { status: 429 }, 'error (quota)', 'error (quota)'],
  ['408', { status: 408 }, 'error (environment)', 'error (environment)'],
  ['425', { status: 425 }, 'error (environment)', 'error (environment)'],
  [
    '503 with Retry-After',
    { status: 503, headers: [['retry-after', '1']] },
    'error (environment)',
    'error (environment)',
  ],
  ['a lost connection', { failure: 'reset' }, 'error (environment)', 'error (environment)'],
  ['no answer in time', { failure: 'timeout' }, 'error (environment)', 'error (environment)'],
  ['nobody there', { failure: 'unreachable' }, 'error (environment)', 'error (environment)'],
  ['broken HTTP', { failure: 'protocol' }, 'error (environment)', 'error (environment)'],
  ['headers longer than we read', { failure: 'overlong' }, 'inconclusive (suite)', 'inconclusive (suite)'],
  ['more than we keep', { cut: true }, 'inconclusive (suite)', 'broken: notRefused'],
  ['a coding unknown to us', { storedBody: { unread: 'coded' } }, 'inconclusive (suite)', 'broken: notRefused'],
  ['no gzip', { storedBody: { unread: 'miscoded' } }, 'inconclusive (environment)', 'broken: notRefused'],
  ['JSON deeper than we read', { storedBody: { unread: 'nested' } }, 'inconclusive (suite)', 'broken: notRefused'],
  ['JSON wider than we hold', { storedBody: { unread: 'wide' } }, 'inconclusive (suite)', 'broken: notRefused'],
  ['bytes that are no UTF-8', { storedBody: { base64: '/w==' } }, 'inconclusive (target)', 'broken: notRefused'],
];

const args = { exchange: 'p0-2', control: 'p0-1', defect: 'the body without firstName' };

for (const [name, answer, whenAccepted, whenRefused] of answers) {
  test(`${name} is ${whenAccepted} for an expected acceptance, ${whenRefused} for an expected refusal`, async () => {
    const record = await recordOfExchanges({}, { ...answer, atMs: 100 });
    expect(summaryOf(accepted(record, { exchange: 'p0-2', what: 'a body' }))).toBe(whenAccepted);
    expect(summaryOf(refused(record, args))).toBe(whenRefused);
  });

  test(`no refusal counts if its control request got ${name}`, async () => {
    const result = summaryOf(refused(await recordOfExchanges(answer, { status: 400, atMs: 100 }), args));
    const failed = whenAccepted.startsWith('broken') ? 'unverified (target)' : whenAccepted;
    expect(result).toBe(failed);
  });
}

for (const [name, tale, ruled] of [
  ['that passed', [{ status: 502 }, {}, {}], 'inconclusive (environment)'],
  ['that came twice', [{ status: 502 }, {}, { status: 502 }], 'broken: notAccepted'],
  ['and then no answer', [{ status: 502 }, {}, { failure: 'reset' }], 'broken: notAccepted'],
] as const)
  test(`a 5xx ${name} is ${ruled} for an expected acceptance`, async () => {
    const [first, control, again] = tale.map((one: SampleExchange, at) => ({ ...one, atMs: at * 100 }));
    const record = await recordOfExchanges({ ...first }, { ...control }, { ...again, repeats: 'p0-1' });
    expect(summaryOf(accepted(record, { exchange: 'p0-1', what: 'a body' }))).toBe(ruled);
  });

test('a target that refuses everything passes no refusal', async () => {
  const record = await recordOfExchanges({ status: 400 }, { status: 400, atMs: 100 });
  expect(refused(record, args)).toMatchObject({ state: 'undecided', faults: [{ code: 'controlFailed' }] });
});

const payin = { operation: 'POST /v1/user/payments/payin', path: '/v1/user/payments/payin' } as const;
const control: SampleExchange = { ...payin, key: 'K-1', answer: paymentLike() };
const defect: SampleExchange = { ...payin, key: 'K-2', status: 400, atMs: 100 };
const search = (key: string, atMs: number, ...content: unknown[]): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: `/v2/user/payments/search?clientOrderId=${key}`,
  answer: { content },
  atMs,
});
const conformingTale = [control, defect, search('K-1', 200, paymentLike())];

test('a refusal without effect is judged by the effects that reads show', async () => {
  const withEffect = { ...args, effect: true };
  const happened = await recordOfExchanges(
    ...conformingTale,
    search('K-2', 300, paymentLike({ clientOrderId: 'K-2', id: 'PMT-2' })),
  );
  expect(summaryOf(refused(happened, withEffect))).toBe('broken: happened');
  expect(summaryOf(refused(happened, args))).toBe('held');
  const declined = (status: string, atMs: number) =>
    search('K-2', atMs, paymentLike({ clientOrderId: 'K-2', id: 'PMT-2', status }));
  const kept = await recordOfExchanges(...conformingTale, declined('FAILED', 300));
  expect(summaryOf(refused(kept, withEffect))).toBe('warn (target)');
  const failedLater = await recordOfExchanges(...conformingTale, declined('NEW', 300), declined('FAILED', 900));
  expect(summaryOf(refused(failedLater, withEffect))).toBe('broken: happened');
  expect(summaryOf(refused(await recordOfExchanges(...conformingTale), withEffect))).toBe('unverified (environment)');
  expect(summaryOf(refused(await recordOfExchanges(...conformingTale, search('K-2', 5_000)), withEffect))).toBe('held');
});

test('a refusal proves nothing if the control request was refused too', async () => {
  const like = { exchange: 'p0-2', twin: 'p0-1', what: 'a signed body' };
  const both = async (control: number, sent: number) =>
    summaryOf(acceptedLike(await recordOfExchanges({ status: control }, { status: sent, atMs: 9 }), like));
  expect(await both(200, 200)).toBe('held');
  expect(await both(200, 401)).toBe('broken: notAccepted');
  expect(await both(400, 401)).toBe('not applicable (configuration)');
  expect(await both(400, 200)).toBe('not applicable (configuration)');
});

test('the answer to a request is learned by class and status', async () => {
  const learned = async (...tale: SampleExchange[]) =>
    answersWith(await recordOfExchanges(...tale), { exchange: 'p0-1', key: 'a key' });
  expect(await learned({ status: 405 })).toMatchObject({ state: 'learned', key: 'a key', value: 'refused (405)' });
  expect(await learned({ status: 200 })).toMatchObject({ value: 'accepted (200)' });
  expect(summaryOf(await learned({ status: 500 }))).toBe('inconclusive (environment)');
  expect(summaryOf(await learned({ status: 429 }))).toBe('error (quota)');
  expect(summaryOf(await learned({ failure: 'reset' }))).toBe('error (environment)');
  const seen = search('K-2', 300, paymentLike({ clientOrderId: 'K-2' }));
  expect(await learned({ ...defect, atMs: 0 }, seen)).toMatchObject({ value: 'refused (400), and yet it happened' });
});

test('a missing value is attributed by the class of the answer that lacks it', async () => {
  const lackOf = async (sample: SampleExchange) =>
    missingFault(await recordOfExchanges(sample), exchangeOf(sample), 'a pair');
  expect(await lackOf({ answer: {} })).toMatchObject({ code: 'missing', wanted: 'a pair' });
  expect(await lackOf({ answer: 'no JSON' })).toMatchObject({ code: 'controlFailed' });
  expect(await lackOf({ status: 400 })).toMatchObject({ code: 'controlFailed' });
  expect(await lackOf({ status: 429 })).toMatchObject({ code: 'throttled' });
  expect(await lackOf({ failure: 'reset' })).toMatchObject({ code: 'transport' });
});

const order = (at: number, fields: Partial<SampleExchange> = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  purpose: 'control',
  body: `{"amount":${at},"currency":"EUR","clientOrderId":"K-${at}"}`,
  atMs: 1_000 * at,
  ...fields,
});

for (const [name, second, state] of [
  ['accepted', {}, 'held'],
  ['refused', { status: 422 }, 'broken'],
  ['refused with its defect', { status: 422, purpose: 'defect' }, 'held'],
  ['refused to another account', { status: 422, account: 'second' }, 'broken'],
  ['refused at the rate limit', { status: 429 }, 'held'],
  [
    'refused like an order before',
    { status: 422, body: '{"amount":1,"currency":"EUR","clientOrderId":"K-9"}' },
    'held',
  ],
] as const)
  test(`a control order that is ${name}: ${state}`, async () => {
    const record = await recordOfExchanges(order(1), order(2, second));
    expect(takesEach(record, { operation: 'POST /v1/user/payments/payin' }).state).toBe(state);
  });

test('a refusal of any status is the rate limit once an account that uses it up has sent an order', async () => {
  const quota = { post: 1, windowMs: 60_000 };
  const run = { ...runLine, target: { ...runLine.target, limited: [{ label: 'limited', quota }] } };
  const stateOf = async (...all: readonly SampleExchange[]) => {
    const lines = all.map((one, nth) => exchangeLine(`p0-${nth + 1}`, { ...one, account: 'limited' }));
    return takesEach(await recordOf([run, ...lines]), { operation: 'POST /v1/user/payments/payin' }).state;
  };
  expect(await stateOf(order(1), order(2, { status: 403 }))).toBe('held');
  expect(await stateOf(order(1, { status: 403 }))).toBe('broken');
});
