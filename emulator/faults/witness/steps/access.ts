import { createHmac } from 'node:crypto';
import { OWN_PATHS } from '../../../domain/ownPaths.ts';
import type { AttemptOutcome } from '../../../domain/webhook.ts';
import type { Player, Step } from '../stage/player.ts';
import { credentialOf, headersOf, type PlayedRequest } from '../stage/stage.ts';

const ORDER = '{"amount": 150.5, "currency": "UAH", "method": "CC_VISAMC", "comment": "é"}';
const CARD = { amount: 150, currency: 'UAH', method: 'CC_VISAMC' };

/** The headers of the signed scheme, right or with one thing wrong. */
function signed({ chance, stage }: Player, body: string): Record<string, string> {
  const { tokenId, secret } = credentialOf(stage.setup, chance.pick(['main', 'main', 'second', 'revoked']));
  const salt = chance.isHit(0.85) ? `salt-${chance.below(50)}` : chance.pick(['', ' ']);
  const flaw = chance.isHit(0.5)
    ? chance.pick(['hash', 'order', 'text', 'case', 'secret', 'missing', 'base64'])
    : 'none';
  const text = flaw === 'order' ? salt + body : flaw === 'text' ? `${body} ${salt}` : body + salt;
  const mac = createHmac(flaw === 'hash' ? 'sha1' : 'sha256', flaw === 'secret' ? `${secret}.` : secret).update(text);
  const digest = mac.digest(flaw === 'base64' ? 'base64' : 'hex');
  return {
    'x-token-api-id': tokenId,
    ...(flaw !== 'missing' && { 'x-salt': salt }),
    'x-hmac-sha256-signature': flaw === 'case' ? digest.toUpperCase() : digest,
  };
}

const READS = ['/v1/user/methods', '/v1/user/payments', '/v1/user/wallet/balances', '/v2/user/payments/search'];

const signedRead: Step = (player) => {
  const path = player.chance.pick(READS);
  player.stage.ask({ path, headers: signed(player, '') });
};

const signedOrder: Step = (player) => {
  const body = player.chance.isHit(0.5)
    ? ORDER
    : JSON.stringify({ ...CARD, comment: 'x'.repeat(player.chance.below(300)) });
  player.stage.ask({ path: '/v1/user/payments/payin', body, headers: signed(player, body) });
};

/** The headers of a caller that proves nothing, or too little. */
function unproven({ chance, stage }: Player): Record<string, string> {
  const { 'x-token-api-id': id = '', 'x-token-api-secret': secret = '' } = headersOf(stage.setup, 'main');
  return chance.pick<Record<string, string>>([
    {},
    { 'x-token-api-id': id },
    { 'x-token-api-secret': secret },
    { 'x-token-api-id': id, 'x-token-api-secret': `${secret}x` },
    { 'x-token-api-id': id, 'x-token-api-secret': secret.slice(0, -1) },
    { 'x-token-api-id': id.toLowerCase(), 'x-token-api-secret': secret },
    { 'x-token-api-id': id, 'x-token-api-secret': headersOf(stage.setup, 'second')['x-token-api-secret'] ?? '' },
    headersOf(stage.setup, 'revoked'),
    headersOf(stage.setup, 'elsewhere'),
  ]);
}

/** A request of each operation that needs a token. */
function someRequest({ chance, stage }: Player): PlayedRequest {
  const project = stage.setup.accounts[0]?.projects[chance.below(4)]?.id ?? '';
  const acquiring = `/v1/user/crypto-acquiring/${project}`;
  return chance.pick<PlayedRequest>([
    ...READS.map((path) => ({ path })),
    { path: '/v1/user/exchange/rates' },
    { path: `${acquiring}/deposit-options` },
    { path: '/v1/user/crypto-acquiring/rates/USDT/USD' },
    { path: '/v1/user/payments/payin', body: CARD },
    { path: '/v1/user/payments/payout', body: { ...CARD, cardNumber: '5555555555554444' } },
    { path: '/v1/user/exchange', body: { symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.01 } },
    { path: `${acquiring}/checkouts`, body: { type: 'NO_PRICE', name: 'Tea' } },
    { path: `${acquiring}/requests`, body: { cryptoCurrency: 'TRON_USDT' } },
    { path: `${acquiring}/static/bundles`, body: { referenceId: 'ada', allEnabledAssets: true } },
    { path: OWN_PATHS.webhooks.payment, body: {} },
  ]);
}

const unprovenCall: Step = (player) => {
  player.stage.ask({ ...someRequest(player), headers: unproven(player) });
};

/** A request for something of another account. */
const foreignCall: Step = (player) => {
  player.stage.ask({
    ...someRequest(player),
    headers: headersOf(player.stage.setup, player.chance.pick(['second', 'cross'])),
  });
};

const limitedCall: Step = (player) => {
  const { stage, chance } = player;
  const request = chance.isHit(0.5) ? { path: '/v1/user/methods' } : { path: '/v1/user/payments/payin', body: CARD };
  const headers = headersOf(stage.setup, 'limited');
  for (let left = 1 + chance.below(5); left > 0; left -= 1) stage.ask({ ...request, headers });
};

const WRONG_BODIES = ['{', '[]', '""', 'null', '', ' ', '{"amount": 1e400}', '{"amount": 150, "amount": 151}', '[1'];

const malformed: Step = ({ chance, stage }) => {
  const deep = `${'{"a":'.repeat(chance.pick([3, 150, 250]))}1${'}'.repeat(3)}`;
  const path = chance.pick(['/v1/user/payments/payin', '/v1/user/payments/payout', '/v1/user/exchange']);
  const body = chance.pick([
    ...WRONG_BODIES,
    deep,
    ORDER,
    ORDER,
    JSON.stringify({ ...CARD, more: 'x'.repeat(20_000) }),
  ]);
  stage.ask({ path, body, type: chance.pick(['application/json', 'text/plain', 'application/json; charset=utf-8']) });
};

const lost: Step = ({ chance, stage }) => {
  const path = chance.pick([
    '/v1/user/nothing',
    '/v2/user/methods',
    '/v1/user/payments/search',
    '/v3/user/payments',
    '/',
  ]);
  const verb = chance.pick(['PUT', 'DELETE', 'PATCH', 'POST', 'GET']);
  stage.ask(chance.isHit(0.5) ? { path } : { path: chance.pick(READS), verb, body: CARD });
};

const HOOK = 'http://127.0.0.1:9/hook';

const register: Step = ({ chance, stage }) => {
  const kind = chance.pick(['payment', 'checkout', 'request', 'staticAddressPayment'] as const);
  const project = stage.setup.accounts[0]?.projects[chance.below(4)]?.id ?? '';
  const body = {
    url: chance.pick([HOOK, `${HOOK}/2`, 'http://192.0.2.1/', '']),
    secret: chance.pick(['secret-1', 'secret-2', null]),
  };
  if (chance.isHit(0.5)) stage.pull('webhooks', { kind, ...body });
  else stage.ask({ path: OWN_PATHS.webhooks[kind].replace('{projectId}', project), body });
};

const answered = (status: number, location: string | null = null): AttemptOutcome => ({
  end: 'answered',
  status,
  location,
});

const REACTIONS: readonly AttemptOutcome[] = [
  ...[200, 200, 200, 201, 204, 400, 404, 410, 429, 500, 503].map((status) => answered(status)),
  answered(302, `${HOOK}/elsewhere`),
  { end: 'closed', status: null, location: null },
  { end: 'refused', status: null, location: null },
  { end: 'cut', status: 500, location: null },
  { end: 'late', status: null, location: null },
];

const reaction: Step = ({ chance, stage }) => {
  const next = chance.isHit(0.4) ? answered(200) : chance.pick(REACTIONS);
  stage.react = () => next;
};

const deliver: Step = ({ stage }) => {
  stage.pull('webhooks');
};

/** The first step of a play: a receiver for every kind of webhook. */
export const openingStep: Step = ({ stage }) => {
  for (const kind of ['payment', 'checkout', 'request', 'staticAddressPayment'])
    stage.pull('webhooks', { kind, url: HOOK, ...(kind === 'payment' && { secret: 'secret-0' }) });
};

/** The steps that try access, malformed requests and webhooks, with their weights. */
export const accessSteps: readonly (readonly [weight: number, step: Step])[] = [
  [4, signedRead],
  [4, signedOrder],
  [8, unprovenCall],
  [3, foreignCall],
  [4, limitedCall],
  [4, malformed],
  [3, lost],
  [2, register],
  [6, reaction],
  [8, deliver],
];
