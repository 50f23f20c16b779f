import { expect, test } from '@playwright/test';
import { type Payable, type Payer, payerIn } from '../../tests/support/emulator/payer.ts';
import { bareBundle, bareCheckout, barePayin, bareRequest } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  headersOf,
  openTestEmulator,
  type TestEmulator,
} from '../../tests/support/emulator/testEmulator.ts';
import { HOUR_MS } from '../domain/clock.ts';
import { OWN_PATHS } from '../domain/ownPaths.ts';
import { WEBHOOK_KINDS } from '../domain/webhook.ts';
import { rulesNamed } from '../faults/catalogue.ts';

const HOOK = 'http://127.0.0.1:9/';
const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const FIXED = bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' } });
const DEMAND = bareRequest('TRON_USDT', { amount: 100, amountIn: 'USD' });

/** The kinds that these tests listen to. */
const KINDS = ['payment', 'checkout', 'request', 'staticAddressPayment'] as const;

/** Opens an emulator whose webhooks of each kind go to a separate address. */
async function open(mutant?: string): Promise<{ trial: TestEmulator; payer: Payer }> {
  const trial = openTestEmulator({ control: true, rules: mutant === undefined ? undefined : rulesNamed(mutant) });
  const payer = payerIn(trial);
  for (const kind of KINDS) await payer.control('webhooks', { kind, url: HOOK + kind });
  return { trial, payer };
}

/** Returns the received bodies of a kind, in the order of arrival. */
const received = ({ receiver }: TestEmulator, kind: (typeof KINDS)[number]) =>
  receiver.received.filter(({ url }) => url === HOOK + kind).map(({ text }) => JSON.parse(text));

const statuses = (trial: TestEmulator, kind: (typeof KINDS)[number]): unknown[] =>
  received(trial, kind).map(({ status }) => status);

const settle = async ({ control }: Payer, trial: TestEmulator): Promise<void> => {
  const { json } = await trial.ask({ path: '/v1/user/payments/payin', body: PAYIN });
  await control(`payments/${(json as Payable).id}/settle`, { status: 'SUCCESS' });
};

test('a checkout, its request and its payment are each announced, as reads show them', async () => {
  const { trial, payer } = await open();
  const { id } = (await payer.at(0, 'checkouts', FIXED)).json as Payable;
  const { request } = (await payer.control(`checkouts/${id}/choose`, { asset: 'TRON_USDT' })).json as Payable;
  await payer.pay({ asset: 'TRON_USDT', address: request?.address ?? '', amount: request?.payAmount ?? 0 });
  const read = (await payer.at(0, `checkouts/${id}`)).json as Payable;
  expect(statuses(trial, 'checkout')).toEqual(['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS']);
  expect(statuses(trial, 'request')).toEqual(['PENDING_PAYMENT', 'SUCCESS']);
  expect(statuses(trial, 'payment')).toEqual(['SUCCESS']);
  expect(received(trial, 'checkout').at(-1)).toEqual(read);
  expect(received(trial, 'request').at(-1)).toEqual(read.request);
  expect(received(trial, 'staticAddressPayment')).toEqual([]);
});

test('a record that nobody pays is announced at its expiry', async () => {
  const { trial, payer } = await open();
  await payer.at(0, 'checkouts', FIXED);
  const { json } = await payer.at(0, 'requests', DEMAND);
  await payer.control('clock', { advanceMs: 2 * HOUR_MS });
  expect(statuses(trial, 'checkout')).toEqual(['EXPIRED']);
  expect(received(trial, 'request')).toMatchObject([{ id: (json as Payable).id, status: 'EXPIRED' }]);
  const times = trial.receiver.received.map(({ headers }) => Date.parse(headers['Date'] ?? ''));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(50 * 60_000);
});

test('a payment to a static address is announced at detection and end, with its address', async () => {
  const { trial, payer } = await open();
  const made = await payer.at(0, 'static/bundles', bareBundle('Ada', { assets: ['TRON_USDT'] }));
  const [{ address = '' } = {}] = (made.json as { addresses: { address?: string }[] }).addresses;
  await payer.pay({ asset: 'TRON_USDT', address, amount: '20' });
  await payer.pay({ asset: 'TRON_USDT', address, amount: '0.5' });
  await payer.control('webhooks', { kind: 'payment', url: null });
  expect(statuses(trial, 'staticAddressPayment')).toEqual(['PENDING', 'SUCCESS', 'PENDING', 'FAILED']);
  const [, paid] = received(trial, 'staticAddressPayment');
  expect(paid).toMatchObject({ amount: 20, currency: 'USDT', referenceId: 'Ada', address });
  const read = (await trial.ask({ path: `/v1/user/payments/${paid.id}` })).json;
  expect(paid).toMatchObject(read as Record<string, unknown>);
  expect(received(trial, 'payment')).toEqual([]);
});

test('an account registers webhooks for itself and its projects, and a later call replaces an earlier one', async () => {
  const trial = openTestEmulator({ control: true });
  const payer = payerIn(trial);
  const [first = '', second = ''] = trial.setup.accounts[0]?.projects.map(({ id }) => id) ?? [];
  const post = (path: string, body: object, headers?: Record<string, string>) =>
    trial.ask({ path: path.replace('{projectId}', first), body, ...(headers && { headers }) });
  const { webhooks } = OWN_PATHS;
  for (const kind of WEBHOOK_KINDS) {
    const { status, json } = await post(webhooks[kind], { url: `${HOOK}old`, secret: 's' });
    expect({ status, json }).toEqual({ status: 200, json: { url: `${HOOK}old`, hasSecret: true } });
    expect((await post(webhooks[kind], { url: HOOK + kind })).json).toMatchObject({ hasSecret: false });
  }
  expect((await post(webhooks.payment, { url: HOOK }, {})).status).toBe(401);
  expect((await post(webhooks.payment, {})).status).toBe(400);
  for (const url of ['http://192.0.2.1/', 'https://127.0.0.1/', 'http://localhost.example/', 'ftp://127.0.0.1/', 'x']) {
    expect((await post(webhooks.payment, { url })).status, url).toBe(400);
  }
  expect((await post(webhooks.request, { url: HOOK }, headersOf(trial.setup, 'second'))).status).toBe(404);
  const { registered } = (await trial.ask({ path: '/~control/webhooks', headers: CONTROL })).json as {
    registered: object[];
  };
  const ofProject = { projectId: first };
  expect(registered).toEqual(
    WEBHOOK_KINDS.map((kind) => ({
      kind,
      url: HOOK + kind,
      hasSecret: false,
      ...(['checkout', 'request'].includes(kind) && ofProject),
    })),
  );
  await payer.control('webhooks', { kind: 'request', url: `${HOOK}second`, projectId: second });
  for (const project of [0, 1, 3]) await payer.at(project, 'requests', DEMAND);
  await payer.control('clock', { advanceMs: HOUR_MS });
  expect(trial.receiver.received.map(({ url }) => url).sort()).toEqual([`${HOOK}request`, `${HOOK}second`]);
});

test("a webhook for all projects replaces each project's own, and another account gets nothing", async () => {
  const { trial, payer } = await open();
  const [project = ''] = trial.setup.accounts[0]?.projects.map(({ id }) => id) ?? [];
  await payer.control('webhooks', { kind: 'checkout', url: `${HOOK}one`, projectId: project });
  await payer.control('webhooks', { kind: 'checkout', url: `${HOOK}all` });
  const theirs = trial.setup.accounts[1]?.projects[0]?.id;
  const headers = headersOf(trial.setup, 'second');
  await trial.ask({ path: `/v1/user/crypto-acquiring/${theirs}/checkouts`, body: FIXED, headers });
  await payer.at(0, 'checkouts', FIXED);
  await payer.control('clock', { advanceMs: 2 * HOUR_MS });
  expect(trial.receiver.received.map(({ url }) => url)).toEqual([`${HOOK}all`]);
  await payer.control('webhooks', { kind: 'checkout', url: null });
  await payer.at(0, 'checkouts', FIXED);
  await payer.control('clock', { advanceMs: 2 * HOUR_MS });
  expect(trial.receiver.received.length).toBe(1);
});

test('removing a webhook drops what waits, and a retry goes to the current address', async () => {
  const { trial, payer } = await open();
  trial.receiver.react = () => 503;
  await settle(payer, trial);
  await payer.control('webhooks', { kind: 'payment', url: `${HOOK}moved` });
  await payer.control('clock', { advanceMs: 60_000 });
  expect(trial.receiver.received.map(({ url }) => url)).toEqual([`${HOOK}payment`, `${HOOK}moved`]);
  await payer.control('webhooks', { kind: 'payment', url: null });
  await payer.control('clock', { advanceMs: 48 * HOUR_MS });
  expect(trial.receiver.received.length).toBe(2);
});

test('a clock jump keeps the order: a later event follows the retries of an earlier one', async () => {
  const { trial, payer } = await open();
  trial.receiver.react = () => 503;
  await settle(payer, trial);
  await payer.at(0, 'checkouts', FIXED);
  await payer.control('clock', { advanceMs: 72 * HOUR_MS });
  const times = trial.receiver.received.map(({ headers }) => Date.parse(headers['Date'] ?? ''));
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(times.length).toBe(22);
});

test('a silent receiver delays its own webhook and no other that is due before the retry', async () => {
  const { trial, payer } = await open();
  trial.receiver.react = ({ url }) => (url.endsWith('payment') ? 'silent' : 200);
  await settle(payer, trial);
  const { id } = (await payer.at(0, 'checkouts', FIXED)).json as Payable;
  trial.pass(5000);
  await payer.control(`checkouts/${id}/choose`, { asset: 'TRON_USDT' });
  expect(statuses(trial, 'checkout')).toEqual(['REQUEST_CREATED']);
  const state = async () => (await trial.ask({ path: '/~control/webhooks', headers: CONTROL })).json;
  expect(await state()).toMatchObject({ underway: 1, held: [{}], next: null });
  trial.pass(5001);
  expect(await state()).toMatchObject({ underway: 0, held: [], next: expect.any(String) });
});

test('at most eight deliveries to one receiver are under way', async () => {
  const { trial, payer } = await open();
  trial.receiver.react = () => 'silent';
  for (let made = 0; made < 12; made += 1) await settle(payer, trial);
  expect((await trial.ask({ path: '/~control/webhooks', headers: CONTROL })).json).toMatchObject({ underway: 8 });
  expect(trial.receiver.received.length).toBe(8);
});
