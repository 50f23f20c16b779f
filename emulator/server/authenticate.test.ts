import { expect, test } from '@playwright/test';
import { orderBody } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, signedHeaders, simpleHeaders, TOKEN } from '../../tests/support/emulator/testEmulator.ts';
import { ROUTES } from '../endpoints/routes.ts';
import { rulesNamed } from '../faults/catalogue.ts';

const BODY = '{"amount": 125,  "currency":"UAH","method":"CC_VISAMC","comment":"d\\u00e9j\\u00e0 – ありがとう"}';
const RAW = '{"amount": 125,  "currency":"UAH","method":"CC_VISAMC","comment":"déjà – ありがとう"}';
const PAYIN = '/v1/user/payments/payin';

const pathOf = (segments: readonly string[], projectId: string): string =>
  `/${segments.map((segment) => (segment === '*' ? projectId : segment)).join('/')}`;

for (const { operation, verb, segments } of ROUTES) {
  test(`${operation} refuses a request without a token and accepts both schemes`, async () => {
    const { ask, setup } = openTestEmulator();
    const path = pathOf(segments, setup.accounts[0]?.projects[0]?.id ?? '');
    const sent = verb === 'POST' ? { body: '{}' } : {};
    expect(await ask({ verb, path, headers: {}, ...sent })).toMatchObject({
      status: 401,
      json: { code: 'unauthorized' },
    });
    expect((await ask({ verb, path, headers: simpleHeaders(), ...sent })).status).not.toBe(401);
    expect((await ask({ verb, path, headers: signedHeaders(sent.body ?? ''), ...sent })).status).not.toBe(401);
  });
}

for (const [text, salt, digest] of [
  [BODY, '5f1d', 'ced107a6f4a63bc08cd0c597a538acee9a0b0c4c26f1e7aa2e4ff98b41d32d71'],
  [RAW, 'a b', '04815cd4e4c3ac5818a99f462346b832f7be822467d8d93e21ee8ef45e4c41f5'],
] as const) {
  test(`an independently computed signature over the exact text is accepted (salt ${salt})`, async () => {
    const { ask } = openTestEmulator();
    const headers = { 'x-token-api-id': TOKEN.id, 'x-hmac-sha256-signature': digest, 'x-salt': salt };
    const answer = await ask({ path: PAYIN, body: text, headers });
    expect(answer).toMatchObject({ status: 200, json: { comment: 'déjà – ありがとう' } });
    expect((await ask({ path: PAYIN, body: text.replace('  ', ' '), headers })).status).toBe(401);
  });
}

test('an independently computed signature over the salt only is accepted for GET', async () => {
  const { ask } = openTestEmulator();
  const digest = 'd8fed895f422ceeedab7af99a2c5425d7d565b68c6b46a828486edb6a27a691d';
  const headers = { 'x-token-api-id': TOKEN.id, 'x-hmac-sha256-signature': digest, 'x-salt': '00ff' };
  expect((await ask({ path: '/v1/user/methods', headers })).status).toBe(200);
});

const DEFECTS: readonly (readonly [name: string, headers: Record<string, string>])[] = [
  ['secret of another account', simpleHeaders(TOKEN.id, 'second-secret')],
  ['unknown token', simpleHeaders('TKN-00000000-0000-4000-8000-000000000000')],
  ['id of another shape', simpleHeaders('PMT-1')],
  ['id without a secret', { 'x-token-api-id': TOKEN.id }],
  ['secret without an id', { 'x-token-api-secret': TOKEN.secret }],
  ['signature of another body', signedHeaders('{}')],
  ['signature with another salt', { ...signedHeaders(BODY), 'x-salt': 'ffffff' }],
  [
    'signature cut to 32 digits',
    {
      ...signedHeaders(BODY),
      'x-hmac-sha256-signature': signedHeaders(BODY)['x-hmac-sha256-signature']?.slice(0, 32) ?? '',
    },
  ],
  [
    'signature without its salt',
    { 'x-token-api-id': TOKEN.id, 'x-hmac-sha256-signature': signedHeaders(BODY, '')['x-hmac-sha256-signature'] ?? '' },
  ],
  ['signature of salt and body swapped', { ...signedHeaders(`a1b2c3${BODY}`, ''), 'x-salt': 'a1b2c3' }],
  ['signature of the body in another format', signedHeaders(JSON.stringify(JSON.parse(BODY)))],
  ['signature with another secret', signedHeaders(BODY, 'a1b2c3', 'other')],
];

for (const [name, headers] of DEFECTS) {
  test(`refuses the ${name} and records nothing`, async () => {
    const { ask } = openTestEmulator();
    expect((await ask({ path: PAYIN, body: BODY, headers })).status).toBe(401);
    expect((await ask({ path: '/v1/user/payments' })).json).toEqual([]);
  });
}

test('one complete scheme suffices beside an incomplete other one', async () => {
  const { ask } = openTestEmulator();
  const brokenSimple = { ...signedHeaders(''), 'x-token-api-secret': 'wrong' };
  const brokenSigned = { ...simpleHeaders(), 'x-hmac-sha256-signature': '00', 'x-salt': '1' };
  expect((await ask({ path: '/v1/user/methods', headers: brokenSimple })).status).toBe(200);
  expect((await ask({ path: '/v1/user/methods', headers: brokenSigned })).status).toBe(200);
});

test('authentication comes before the method, the content type and the body', async () => {
  const { ask } = openTestEmulator();
  expect((await ask({ verb: 'DELETE', path: '/v1/user/methods', headers: {} })).status).toBe(401);
  expect((await ask({ path: PAYIN, body: '{', headers: { 'content-type': ';;;' } })).status).toBe(401);
  expect((await ask({ path: '/v1/user/payments/%zz', headers: {} })).status).toBe(401);
  expect((await ask({ verb: 'DELETE', path: '/v1/user/methods' })).status).toBe(405);
});

test('one account does not see the payments of another', async () => {
  const { ask } = openTestEmulator();
  const made = (await ask({ path: PAYIN, body: BODY })).json as { id: string };
  const second = simpleHeaders('TKN-second', 'second-secret');
  expect((await ask({ path: `/v1/user/payments/${made.id}`, headers: second })).status).toBe(404);
  expect((await ask({ path: '/v1/user/payments', headers: second })).json).toEqual([]);
});

test('a refused request has no effect except under the mutant that verifies too late', async () => {
  for (const [name, moved] of [
    ['sound', 0],
    ['exchange-before-verified', 1],
  ] as const) {
    const { ask } = openTestEmulator({ rules: rulesNamed(name) });
    const body = orderBody({ symbolPair: 'USDTEUR', side: 'BUY', amount: 10 });
    const refused = await ask({ path: '/v1/user/exchange', body, headers: simpleHeaders(TOKEN.id, 'another secret') });
    expect(refused.status).toBe(401);
    expect((await ask({ path: '/v1/user/payments' })).json).toHaveLength(moved);
  }
});
