import { expect, test } from '@playwright/test';
import { paymentLike, type SampleExchange } from '../../../tests/support/records/records.ts';
import {
  recordOfWebhooks,
  registrationLine,
  type SampleDelivery,
} from '../../../tests/support/records/webhookRecords.ts';
import { signsWebhooks } from './digest.ts';
import { deliveriesOfAccounts, furtherDeliveries, isOfItsAccount, wasAnnouncedThere } from './furtherAccounts.ts';

const [own, other] = ['PMT-1', 'PMT-2'];

const payment = (id: string, status: string) => paymentLike({ id, clientOrderId: 'run-key-0001', status });

const created = (id: string, account?: string): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key: 'run-key-0001',
  answer: payment(id, 'NEW'),
  atMs: 1_000,
  ...(account && { account }),
});

const get = (atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: `/v1/user/payments/${other}`,
  answer: payment(other, 'FAILED'),
  atMs,
  account: 'second',
});

const told = (id: string, account?: string, more: Partial<SampleDelivery> = {}): SampleDelivery => ({
  body: payment(id, 'FAILED'),
  atMs: 2_100,
  ...(account && { account }),
  ...more,
});

/** The record of two accounts that used one clientOrderId, and what came to their addresses. */
const recordWith = (...deliveries: readonly SampleDelivery[]) =>
  recordOfWebhooks({
    exchanges: [created(own), created(other, 'second'), get(2_000), get(60_000)],
    deliveries,
    lines: [registrationLine('payment'), registrationLine('payment', { account: 'second' })],
  });

test('what changes on another account is announced at the address of that account', async () => {
  const said = async (...deliveries: readonly SampleDelivery[]) => {
    const record = await recordWith(...deliveries);
    expect(furtherDeliveries(record).map(({ account, status }) => `${account} ${status}`)).toEqual(['second FAILED']);
    return furtherDeliveries(record).flatMap((owed) => wasAnnouncedThere(record)(owed)?.code ?? []);
  };
  expect(await said(told(other, 'second'))).toEqual([]);
  expect(await said(told(other))).toEqual(['notAnnounced']);
  expect(await said(told('PMT-3', 'second'))).toEqual(['notAnnounced']);
});

test('what is not announced at an address to which nothing came is no violation: somebody else may have set another', async () => {
  for (const deliveries of [[], [told(own)], [told(other, 'second', { strayed: true })]]) {
    const record = await recordWith(...deliveries);
    expect(furtherDeliveries(record).map((owed) => wasAnnouncedThere(record)(owed)?.code)).toEqual(['noEvidence']);
  }
});

test('a webhook that comes to the address of another account is a violation', async () => {
  const said = async (delivery: SampleDelivery) =>
    deliveriesOfAccounts(await recordWith(delivery)).flatMap((one) => isOfItsAccount(one)?.code ?? []);
  for (const right of [told(own), told(other, 'second')]) expect(await said(right)).toEqual([]);
  for (const wrong of [told(own, 'second'), told(other)]) expect(await said(wrong)).toEqual(['differs']);
});

test('a webhook of another account is signed by the secret of that account', async () => {
  const said = async (digest: SampleDelivery['digest']) =>
    signsWebhooks(await recordWith(told(other, 'second', { ...(digest && { digest }) })), {}).state;
  expect(await said({ present: true, secret: 1 })).toBe('held');
  for (const wrong of [{ present: false }, { present: true, fault: 'otherSecret' }] as const)
    expect(await said(wrong)).toBe('broken');
});

test('a request that follows a redirect, or comes to another path, is no webhook of another account', async () => {
  const right = told(other, 'second', { digest: { present: true, secret: 1 } });
  const followed = { method: 'GET', body: '', atMs: 2_200, account: 'second', digest: { present: false } };
  for (const away of [{ moved: true }, { strayed: true }] as const) {
    const record = await recordWith(right, { ...followed, ...away });
    expect(signsWebhooks(record, {}).state).toBe('held');
    expect(deliveriesOfAccounts(record).map(({ delivery }) => delivery.id)).toEqual(['hooks-1']);
  }
});
