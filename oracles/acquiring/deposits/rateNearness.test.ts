import { expect, test } from '@playwright/test';
import { sampleDepositOptions } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { ratesNear } from './rateNearness.ts';

const options = (convertRate: number | null, convertPair: string | null = 'USDTUSD') =>
  sampleDepositOptions({
    amountInOptions: { TRON_USDT: { USD: { minLimit: 1, maxLimit: 9, convertRate, convertPair } } },
  });

async function judged(rate: unknown, listed = options(1.0067), base = 'USDT'): Promise<string | undefined> {
  const operation = 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}' as const;
  const record = await recordOfExchanges(listed, { operation, answer: { baseAsset: base, quoteAsset: 'USD', rate } });
  const result = ratesNear(record, { asked: [{ base, quote: 'USD', exchange: 'p0-2' }] });
  return 'faults' in result ? result.faults[0]?.code : result.state;
}

test('ART-01 a rate is about the one that deposit options list', async () => {
  for (const near of [1.0067, 0.9, 1.2]) expect(await judged(near), String(near)).toBe('held');
  for (const far of [0.7, 1.3, 100.67]) expect(await judged(far), String(far)).toBe('farRate');
  expect(await judged(2, options(0.5, 'USDUSDT'))).toBe('held');
  expect(await judged(100, options(1.0067), 'TRON_USDT')).toBe('farRate');
});

test('ART-01 a rate that no deposit options list is not judged', async () => {
  expect(await judged(7, options(null, null))).toBe('held');
  expect(await judged(7, options(1.0067), 'BTC')).toBe('held');
  expect(await judged('7')).toBe('held');
});
