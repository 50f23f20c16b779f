import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { payerIn } from '../../tests/support/emulator/payer.ts';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { HOUR_MS } from '../domain/clock.ts';
import type { WebhookRequest } from '../domain/webhook.ts';

const URL_OF_TEST = 'http://127.0.0.1:9/hook';
const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const PAYOUT = { ...PAYIN, cardNumber: '5555555555554444' };
const MINUTES = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

async function open(
  kinds: readonly string[] = ['payment'],
  secret?: string,
): Promise<TestEmulator & ReturnType<typeof payerIn>> {
  const trial = openTestEmulator({ control: true });
  const payer = payerIn(trial);
  for (const kind of kinds) await payer.control('webhooks', { kind, url: URL_OF_TEST, secret });
  return { ...trial, ...payer };
}

const timeOf = ({ headers }: WebhookRequest): number => Date.parse(headers['Date'] ?? '');

const statusesIn = ({ receiver }: TestEmulator): unknown[] =>
  receiver.received.map(({ text }) => JSON.parse(text).status);

test('each transition of a pay-out is announced once, with the record of that moment', async () => {
  const trial = await open();
  await trial.ask({ path: '/v1/user/payments/payout', body: PAYOUT });
  await trial.control('clock', { advanceMs: 100 });
  expect(trial.receiver.received).toEqual([]);
  await trial.control('clock', { advanceMs: 100 });
  const [payment] = (await trial.ask({ path: '/v1/user/payments' })).json as { id: string }[];
  const read = await trial.ask({ path: `/v1/user/payments/${payment?.id}` });
  expect(trial.receiver.received).toMatchObject([{ verb: 'POST', url: URL_OF_TEST, text: read.text }]);
  await trial.control('clock', { advanceMs: 48 * HOUR_MS });
  expect(statusesIn(trial)).toEqual(['PENDING']);
  expect(
    (await trial.ask({ path: '/~control/webhooks', headers: { 'x-control-token': 'control-me' } })).json,
  ).toMatchObject({
    registered: [{ kind: 'payment', url: URL_OF_TEST, hasSecret: false }],
    underway: 0,
    held: [],
    next: null,
  });
});

test('one jump of two days plays the whole schedule: eleven attempts of one text in 45.9 hours', async () => {
  const trial = await open();
  trial.receiver.react = () => 500;
  await trial.ask({ path: '/v1/user/payments/payout', body: PAYOUT });
  await trial.control('clock', { advanceMs: 48 * HOUR_MS });
  const { received } = trial.receiver;
  const times = received.map(timeOf);
  expect(times.slice(1).map((time, place) => (time - (times[place] ?? 0)) / 60_000)).toEqual(MINUTES);
  expect(new Set(received.map(({ text }) => text)).size).toBe(1);
  await trial.control('clock', { advanceMs: 480 * HOUR_MS });
  expect(received.length).toBe(11);
});

test('the digest covers the text with the secret set at sending; without a secret there is none', async () => {
  const trial = await open(['payment'], 'first');
  trial.receiver.react = () => 500;
  await trial.ask({ path: '/v1/user/payments/payin', body: PAYIN });
  await trial.control('clock', { advanceMs: HOUR_MS });
  await trial.control('webhooks', { kind: 'payment', url: URL_OF_TEST, secret: 'second' });
  await trial.control('clock', { advanceMs: 60_000 });
  await trial.control('webhooks', { kind: 'payment', url: URL_OF_TEST });
  await trial.control('clock', { advanceMs: 48 * HOUR_MS });
  const by = (secret: string, { text }: WebhookRequest) => createHmac('sha1', secret).update(text).digest('hex');
  const [first, second, ...others] = trial.receiver.received;
  expect(first?.headers['X-Payload-Digest']).toBe(first && by('first', first));
  expect(second?.headers['X-Payload-Digest']).toBe(second && by('second', second));
  expect(others.filter(({ headers }) => 'X-Payload-Digest' in headers)).toEqual([]);
  expect(others.length).toBe(9);
});
