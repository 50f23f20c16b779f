import { expect, test } from '@playwright/test';
import { callLine, judgedBy, requestLine } from '../../tests/support/client/clientEvidence.ts';
import { listedId } from '../server/pages.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const call = (answer: object, at = 0) => callLine({ do: 'call', operation: 'getPayment' }, answer, at);
const webhook = (answer: object, at = 0) => callLine({ do: 'receiveWebhook', deadlineMs: 1_000 }, answer, at);

test('a refusal is surfaced with its status and body', () => {
  const refusal = { status: 404, text: '{"a":1.0}' };
  const by = (error: object) => judgedBy('surfacesRefusal', [call({ error })], refusal).state;
  expect(by({ kind: 'refused', status: 404, body: base64('{"a":1.0}') })).toBe('held');
  expect(by({ kind: 'refused', status: 404, body: base64('{ "a": 1 }') })).toBe('held');
  for (const wrong of [
    { kind: 'refused', status: 400, body: base64('{"a":1.0}') },
    { kind: 'refused', status: 404 },
    { kind: 'refused', status: 404, body: base64('not found') },
    { kind: 'network' },
  ])
    expect(by(wrong), JSON.stringify(wrong)).toBe('broken');
  expect(judgedBy('surfacesRefusal', [call({ value: null })], refusal).state).toBe('broken');
  expect(judgedBy('surfacesRefusal', [call({ value: {} })], { ...refusal, orValue: true }).state).toBe('held');
});

test('repeats after 429 without a pause are a violation, with pauses they are none', () => {
  const refusal = { status: 429, text: '' };
  const by = (...times: number[]) => {
    const lines = times.map((atMs) => requestLine({ atMs, answeredMs: atMs + 1, answer: { status: 429, bytes: 0 } }));
    const told = call({ error: { kind: 'refused', status: 429, body: '' } });
    return judgedBy('surfacesRefusal', [told, ...lines], refusal).state;
  };
  expect(by(0, 10, 20, 30)).toBe('broken');
  expect(by(0, 200, 400, 600)).toBe('held');
  // One slow moment of the machine excuses no client, and one short pause of several accuses none.
  expect(by(0, 10, 300, 310, 320)).toBe('broken');
  expect(by(0, 10, 20, 300)).toBe('held');
});

test('an answer that is cut or never comes is an error', () => {
  expect(judgedBy('failsToAnswer', [call({ error: { kind: 'timeout' } })]).state).toBe('held');
  for (const answer of [{ value: null }, { value: [] }, { error: { kind: 'argument' } }])
    expect(judgedBy('failsToAnswer', [call(answer)]).state).toBe('broken');
});

test('a refusal has the status of an answer that came whole', () => {
  const refused = call({ error: { kind: 'refused', status: 504, body: '' } });
  const whole = requestLine({ answer: { status: 504, bytes: 0 } });
  expect(judgedBy('failsToAnswer', [refused, whole]).state).toBe('held');
  expect(judgedBy('failsToAnswer', [refused, { ...whole, withheld: 'cut' }]).state).toBe('broken');
  expect(judgedBy('failsToAnswer', [refused]).state).toBe('broken');
});

test('one call that is not offered hides no other of its scenario', () => {
  const other = call({ unsupported: 'no such body' });
  const wrong = [webhook({ accepted: true }, 1), webhook({ unsupported: 'no such body' })];
  expect(judgedBy('judgesDigest', wrong, { accepted: false }).state).toBe('broken');
  expect(judgedBy('failsToAnswer', [other, call({ value: null }, 1)]).state).toBe('broken');
  expect(judgedBy('surfacesRefusal', [other, call({ value: null }, 1)], { status: 404, text: '' }).state).toBe(
    'broken',
  );
  expect(judgedBy('answersWebhook', [webhook({ unsupported: '-' }), webhook({ status: 500 }, 1)]).state).toBe('broken');
  expect(judgedBy('failsToAnswer', [other])).toMatchObject({ outcome: 'not applicable' });
});

test('whether a POST is repeated is learned', () => {
  const lines = [call({ value: 1 }), requestLine({ method: 'POST' }), requestLine({ method: 'POST' })];
  expect(judgedBy('repeatsSafely', lines, { after: '503' })).toMatchObject({ state: 'learned', value: 'repeated' });
});

test('a server with a wrong certificate gets nothing', () => {
  const error = call({ error: { kind: 'tls' } });
  expect(judgedBy('refusesServer', [error]).state).toBe('held');
  expect(judgedBy('refusesServer', [error, requestLine({ listener: 'untrusted' })]).state).toBe('broken');
  expect(judgedBy('refusesServer', [call({ value: [] })]).state).toBe('broken');
});

test('what a client does with a redirect is learned', () => {
  const followed = requestLine({ listener: 'elsewhere' });
  const error = call({ error: { kind: 'refused', status: 302 } });
  expect(judgedBy('keepsSecretAtHome', [error, requestLine()])).toMatchObject({ value: 'not followed' });
  expect(judgedBy('keepsSecretAtHome', [call({ value: '' }), requestLine()]).state).toBe('broken');
  expect(judgedBy('keepsSecretAtHome', [call({ value: 1 }), followed])).toMatchObject({
    value: 'followed, with the signature',
  });
});

test('right digests are accepted, wrong ones refused, others learned', () => {
  expect(judgedBy('judgesDigest', [webhook({ accepted: true })], { accepted: true }).state).toBe('held');
  expect(judgedBy('judgesDigest', [webhook({ accepted: false })], { accepted: false }).state).toBe('held');
  expect(judgedBy('judgesDigest', [webhook({ accepted: true })], { accepted: false }).state).toBe('broken');
  expect(judgedBy('judgesDigest', [webhook({ error: { kind: 'argument' } })], { accepted: true }).state).toBe('broken');
  expect(judgedBy('judgesDigest', [webhook({ accepted: true })], { accepted: 'observe' })).toMatchObject({
    state: 'learned',
    value: 'accepted',
  });
});

test('a body that nobody sends may be unreadable, and is still not forged', () => {
  const by = (answer: object) => judgedBy('judgesDigest', [webhook(answer)], { accepted: true, mayFail: true }).state;
  expect(by({ accepted: true })).toBe('held');
  expect(by({ error: { kind: 'unreadable' } })).toBe('held');
  expect(by({ accepted: false })).toBe('broken');
});

test('a client that makes one try fails within its timeout', () => {
  const late = { ...call({ error: { kind: 'network' } }), tookMs: 3_000 } as ReturnType<typeof call>;
  const by = (lines: Parameters<typeof judgedBy>[1]) => judgedBy('failsInTime', lines, { timeoutMs: 300 }).state;
  expect(by([call({ error: { kind: 'timeout' } }), requestLine()])).toBe('held');
  expect(by([late, requestLine()])).toBe('broken');
  expect(by([late, requestLine(), requestLine()])).toBe('held');
});

test('the last state is kept, and late webhooks are not applied', () => {
  const by = (answer: object, amount?: string) =>
    judgedBy('keepsState', [webhook(answer)], { status: 'SUCCESS', isOld: true, amount }).state;
  expect(by({ applied: false, state: { status: 'SUCCESS', amount: '4.50' } }, '4.5')).toBe('held');
  expect(by({ applied: true, state: { status: 'SUCCESS' } })).toBe('broken');
  expect(by({ applied: false, state: { status: 'PENDING' } })).toBe('broken');
  expect(by({ applied: false, state: { status: 'SUCCESS', amount: '10' } }, '4.5')).toBe('broken');
});

test('a webhook that brings news is applied', () => {
  const by = (answer: object) => judgedBy('keepsState', [webhook(answer)], { status: 'SUCCESS', isOld: false }).state;
  const state = { status: 'SUCCESS' };
  expect(by({ applied: true, state })).toBe('held');
  expect(by({ state })).toBe('held');
  expect(by({ applied: false, state })).toBe('broken');
});

test('who says outcomes says one of each status', () => {
  const args = { kind: 'payment', status: 'CANCELLED' };
  const by = (lines: ReturnType<typeof call>[], more = {}) =>
    judgedBy('saysOutcome', lines, { ...args, ...more }).state;
  expect(by([call({ value: 1 })])).toBe('undecided');
  expect(by([call({ value: 1 })], { isOffered: true })).toBe('broken');
  const first = webhook({ state: { outcome: 'pending' } });
  expect(by([first, webhook({ state: {} }, 1)])).toBe('broken');
  expect(by([first, webhook({ state: { outcome: 'failed' } }, 1)])).toBe('held');
});

test('outcomes follow from statuses, and CONFLICT is learned', () => {
  const by = (status: string, outcome: string) =>
    judgedBy('saysOutcome', [call({ value: 1, outcome })], { kind: 'payment', status }).state;
  for (const [status, outcome] of [
    ['CANCELLED', 'failed'],
    ['PARTIAL_SUCCESS', 'succeeded'],
    ['SOMETHING_NEW', 'unknown'],
  ] as const)
    expect(by(status, outcome)).toBe('held');
  for (const [status, outcome] of [
    ['CANCELLED', 'pending'],
    ['PARTIAL_SUCCESS', 'failed'],
    ['SOMETHING_NEW', 'succeeded'],
  ] as const)
    expect(by(status, outcome)).toBe('broken');
  expect(by('CONFLICT', 'failed')).toBe('learned');
});

test('a handler answers 200 in time', () => {
  expect(judgedBy('answersWebhook', [webhook({ accepted: true, status: 200 })]).state).toBe('held');
  for (const status of [204, 404, 500])
    expect(judgedBy('answersWebhook', [webhook({ accepted: true, status })]).state).toBe('broken');
  const slow = { ...webhook({ accepted: true, status: 200 }), tookMs: 1_500 };
  expect(judgedBy('answersWebhook', [slow as ReturnType<typeof webhook>]).state).toBe('broken');
  expect(
    judgedBy('learnsWebhookStatus', [webhook({ accepted: false, status: 401 })], { of: 'a wrong digest' }),
  ).toMatchObject({
    state: 'learned',
    value: '401',
  });
});

test('all pages are walked once', () => {
  const plan = { payments: 3, size: 2 };
  const walk = (ids: readonly string[], requests = 2) => {
    const asked = { do: 'call', operation: 'searchPayments', query: { status: 'SUCCESS' }, allPages: true };
    const pages = Array.from({ length: requests }, (_, at) =>
      requestLine({ path: `/v2/user/payments/search?status=SUCCESS&page=${at}` }),
    );
    return judgedBy('walksPages', [callLine(asked, { value: ids.map((id) => ({ id })) }), ...pages], plan).state;
  };
  const ids = [0, 1, 2].map(listedId);
  expect(walk(ids)).toBe('held');
  expect(walk([...ids, listedId(-1)])).toBe('held');
  expect(walk(ids.slice(0, 2))).toBe('broken');
  expect(walk([...ids, ...ids.slice(0, 1)])).toBe('broken');
  expect(walk(ids, 19)).toBe('held');
  expect(walk(ids, 20)).toBe('broken');
});

test('where pages fail, a walk brings the whole list or an error', () => {
  const asked = { do: 'call', operation: 'searchPayments', query: {}, allPages: true };
  const by = (answer: object) =>
    judgedBy('walksPages', [callLine(asked, answer)], { payments: 3, size: 2, mayFail: true }).state;
  const all = [0, 1, 2].map((nth) => ({ id: listedId(nth) }));
  expect(by({ value: all })).toBe('held');
  expect(by({ error: { kind: 'timeout' } })).toBe('held');
  expect(by({ value: all.slice(0, 2) })).toBe('broken');
  expect(by({ error: { kind: 'argument' } })).toBe('broken');
});

test('walked payments keep their amounts', () => {
  const asked = { do: 'call', operation: 'searchPayments', query: {}, allPages: true };
  const text = '{"content":[{"id":"PMT-1","amount":0.30000000000000004},{"id":"PMT-2","amount":5}]}';
  const page = requestLine({ operation: 'searchPayments', answer: { status: 200, bytes: text.length, text } });
  const by = (...amounts: string[]) =>
    judgedBy('handsOverPages', [
      callLine(asked, { value: amounts.map((amount, at) => ({ id: `PMT-${at + 1}`, amount })) }),
      page,
    ]).state;
  expect(by('0.30000000000000004', '5.0')).toBe('held');
  expect(by('0.3', '5')).toBe('broken');
  expect(by('0.30000000000000004', '6')).toBe('broken');
});

test('both values of a range arrive, in a form that is learned', () => {
  const asked = { do: 'call', operation: 'searchPayments', query: { amount: ['0.1', '2'] } };
  const by = (query: string) =>
    judgedBy(
      'sendsRange',
      [callLine(asked, { value: {} }), requestLine({ path: `/v2/user/payments/search?${query}` })],
      {
        name: 'amount',
      },
    );
  expect(by('amount=0.1&amount=2')).toMatchObject({ value: 'amount and amount' });
  expect(by('amount=0.10%2C2')).toMatchObject({ value: 'amount once, joined' });
  expect(by('amountFrom=0.1&amountTo=2')).toMatchObject({ value: 'amountFrom and amountTo' });
  expect(by('amount=0.1').state).toBe('broken');
});
