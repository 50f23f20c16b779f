import { expect, test } from '@playwright/test';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import {
  openTestEmulator,
  simpleHeaders,
  type TestEmulator,
  type TestResponse,
} from '../../tests/support/emulator/testEmulator.ts';
import { OWN_PATHS } from '../domain/ownPaths.ts';
import { TEST_CARDS } from '../domain/testCards.ts';

const BODY = barePayin({
  amount: 300,
  currency: 'UAH',
  method: 'CC_VISAMC',
  clientOrderId: 'h-1',
  comment: 'x',
  returnUrl: 'u',
});
const CARD = { cardHolder: 'ADA LOVELACE', cvv: '123', expMonth: 12, expYear: 2031, pan: '5555555555554444' };
const SUBMITTED = { card: CARD, email: 'ada@example.org' };

const made = async ({ ask }: TestEmulator, body: unknown = BODY): Promise<TestResponse & { id: string }> => {
  const seen = await ask({ path: OWN_PATHS.h2hPayin, body });
  return { ...seen, id: (seen.json as { id?: string }).id ?? '' };
};

const submit = ({ ask }: TestEmulator, id: string, body: unknown): Promise<TestResponse> =>
  ask({ path: OWN_PATHS.h2hCard.replace('{paymentId}', id), body });

const statusOf = async ({ ask }: TestEmulator, id: string): Promise<unknown> =>
  ((await ask({ path: `/v1/user/payments/${id}` })).json as { status: unknown }).status;

test('a host-to-host pay-in says so and has no page, and others lack the field', async () => {
  const trial = openTestEmulator();
  const { json, status } = await made(trial);
  expect(status).toBe(200);
  expect(json).toMatchObject({ h2H: true, payUrl: null, status: 'NEW', amount: 300, clientOrderId: 'h-1' });
  const other = await trial.ask({ path: '/v1/user/payments/payin', body: BODY });
  expect(other.json).not.toHaveProperty('h2H');
});

for (const [name, pan, end] of [
  ['any card', CARD.pan, 'SUCCESS'],
  ['the failing test card', TEST_CARDS.failed, 'FAILED'],
] as const) {
  test(`${name} is accepted, and its pay-in ends in ${end}`, async () => {
    const trial = openTestEmulator();
    const { id } = await made(trial);
    expect(await submit(trial, id, { ...SUBMITTED, card: { ...CARD, pan } })).toMatchObject({
      status: 200,
      json: { action: 'REFRESH', status: 'ACCEPTED', transactionId: expect.any(String) },
    });
    trial.pass(2000);
    expect(await statusOf(trial, id)).toBe(end);
    expect((await submit(trial, id, SUBMITTED)).status, 'a second card').toBe(409);
  });
}

for (const [name, body] of [
  ['no card', { email: SUBMITTED.email }],
  ['no email', { card: CARD }],
  ['an email without @', { card: CARD, email: 'ada' }],
  ...Object.keys(CARD).map(
    (field) => [`no ${field}`, { ...SUBMITTED, card: { ...CARD, [field]: undefined } }] as const,
  ),
  ['a wrong check digit', { ...SUBMITTED, card: { ...CARD, pan: '5555555555554445' } }],
  ['two digits behind', { ...SUBMITTED, card: { ...CARD, cvv: '12' } }],
  ['month 13', { ...SUBMITTED, card: { ...CARD, expMonth: 13 } }],
  ['a month as text', { ...SUBMITTED, card: { ...CARD, expMonth: '12' } }],
  ['a year that is over', { ...SUBMITTED, card: { ...CARD, expYear: 2025 } }],
] as const) {
  test(`a card with ${name} is refused, and the pay-in keeps waiting`, async () => {
    const trial = openTestEmulator();
    const { id } = await made(trial);
    expect((await submit(trial, id, body)).status).toBe(400);
    trial.pass(2000);
    expect(await statusOf(trial, id)).toBe('NEW');
  });
}

test('a card is refused for another payment, another account and an expired pay-in', async () => {
  const trial = openTestEmulator();
  const { id } = await made(trial);
  const redirected = await trial.ask({ path: '/v1/user/payments/payin', body: { ...BODY, clientOrderId: 'r-1' } });
  expect((await submit(trial, (redirected.json as { id: string }).id, SUBMITTED)).status).toBe(409);
  expect((await submit(trial, 'PMT-0', SUBMITTED)).status).toBe(404);
  const path = OWN_PATHS.h2hCard.replace('{paymentId}', id);
  const headers = simpleHeaders('TKN-second', 'second-secret');
  expect((await trial.ask({ path, body: SUBMITTED, headers })).status).toBe(404);
  trial.pass(3_600_000);
  expect((await submit(trial, id, SUBMITTED)).status).toBe(409);
});

for (const [name, body] of [
  ['without an amount', { ...BODY, amount: undefined }],
  ['by crypto transfer', { ...BODY, currency: 'BTC', method: 'CRYPTOCOIN', amount: 1 }],
  ['above the maximum', { ...BODY, amount: 99_999 }],
] as const) {
  test(`a host-to-host pay-in ${name} is refused`, async () => {
    expect((await made(openTestEmulator(), body)).status).toBe(400);
  });
}
