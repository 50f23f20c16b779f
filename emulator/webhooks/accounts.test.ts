import { expect, test } from '@playwright/test';
import { payerIn } from '../../tests/support/emulator/payer.ts';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import { headersOf, openTestEmulator } from '../../tests/support/emulator/testEmulator.ts';

const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const [FIRST, SECOND] = ['http://127.0.0.1:9/first', 'http://127.0.0.1:9/second'];

test('each account has its own address of webhooks, set by any of its tokens', async () => {
  const trial = openTestEmulator({ control: true });
  const { control } = payerIn(trial);
  const token = trial.setup.accounts.flatMap(({ tokens }) => tokens).find(({ label }) => label === 'second');
  await control('webhooks', { kind: 'payment', url: FIRST });
  await control(`accounts/${token?.credential.tokenId}/webhooks`, { kind: 'payment', url: SECOND, secret: 'other' });
  const payin = async (headers?: Record<string, string>) => {
    const { json } = await trial.ask({ path: '/v1/user/payments/payin', body: PAYIN, ...(headers && { headers }) });
    await control(`payments/${(json as { id: string }).id}/settle`, { status: 'FAILED' });
  };
  await payin();
  await payin(headersOf(trial.setup, 'second'));
  await control('clock', { advanceMs: 60_000 });
  expect(trial.receiver.received.map(({ url }) => url)).toEqual([FIRST, SECOND]);
  expect(trial.receiver.received.map(({ headers }) => 'X-Payload-Digest' in headers)).toEqual([false, true]);
  const none = await control('accounts/TKN-0/webhooks', { kind: 'payment', url: SECOND });
  expect(none).toMatchObject({ status: 404 });
});
