import { expect, test } from '@playwright/test';
import type { SampleExchange } from '../../../tests/support/records/records.ts';
import { recordOfWebhooks, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { untoldDeposits } from './untoldDeposits.ts';

const address = 'TAddress1';

const entry = { id: 'UBADR-1', asset: 'TRON_USDT', address, active: true, values: { minLimit: 2 } };

const bundle: SampleExchange = {
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer: { referenceId: 'r1', id: 'CASB-1', addresses: [entry] },
};

const transfer = (fields: { to?: string; ok?: boolean; ms?: number } = {}): Line => ({
  kind: 'lever',
  requirement: 'SAB-10',
  what: 'chain/transfers',
  args: { asset: 'TRON_USDT', address: fields.to ?? address, amount: '1' },
  ok: fields.ok ?? true,
  atNs: `${String(fields.ms ?? 9_000)}000000`,
});

const told = (id: string | undefined): SampleDelivery => ({
  kind: 'staticAddressPayment',
  body: { ...(id !== undefined && { id }), status: 'FAILED', address },
  atMs: 12_000,
});

/** Returns how many addresses were paid to more often than webhooks tell. The suite reads at 10 s, and last at the given time. */
async function untold(lines: readonly Line[], ids: readonly (string | undefined)[], lastMs = 400_000): Promise<number> {
  const exchanges: SampleExchange[] = [bundle, ...[8_000, 10_000, lastMs].map((atMs) => ({ atMs }))];
  return untoldDeposits(await recordOfWebhooks({ exchanges, lines, deliveries: ids.map(told) })).length;
}

test('SAB-09 each of two equal payments to a static address is announced', async () => {
  expect(await untold([transfer(), transfer()], ['PMT-1', 'PMT-1'])).toBe(1);
  expect(await untold([transfer(), transfer()], ['PMT-1', 'PMT-2'])).toBe(0);
});

test('SAB-09 payments that went elsewhere, were not made or were made too late need not be announced', async () => {
  expect(await untold([transfer(), transfer({ to: 'T-of-a-request' })], ['PMT-1'])).toBe(0);
  expect(await untold([transfer(), transfer({ ok: false })], ['PMT-1'])).toBe(0);
  expect(await untold([transfer(), transfer({ ms: 399_999 })], ['PMT-1'])).toBe(0);
  expect(await untold([transfer(), transfer()], ['PMT-1'], 11_000)).toBe(0);
});

test('SAB-09 webhooks that name no payment do not tell how many they are', async () => {
  expect(await untold([transfer(), transfer()], [undefined])).toBe(0);
  expect(await untold([transfer(), transfer()], [])).toBe(0);
});
