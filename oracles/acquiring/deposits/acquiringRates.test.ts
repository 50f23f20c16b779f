import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { showsComponent } from '../../general/componentShape.ts';
import { ratesAnswer } from './acquiringRates.ts';

const rate = (answer: unknown, more: SampleExchange = {}): SampleExchange => ({
  operation: 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}',
  answer,
  ...more,
});

const conforming = { baseAsset: 'USDT', quoteAsset: 'USD', rate: 1.0067 };

async function ruled(...tale: readonly SampleExchange[]): Promise<string> {
  const asked = tale.map((_, index) => ({ base: 'USDT', quote: 'USD', exchange: `p0-${index + 1}` }));
  const result = ratesAnswer(await recordOfExchanges(...tale), { asked });
  return 'faults' in result ? (result.faults[0]?.code ?? '') : result.state;
}

test('a rate names the requested assets and is a positive number', async () => {
  expect(await ruled(rate(conforming))).toBe('held');
  expect(await ruled(rate({ ...conforming, rate: 1e-12, at: 'now' }))).toBe('held');
  for (const wrong of [
    { baseAsset: 'USD', quoteAsset: 'USDT' },
    { baseAsset: 'TRON_USDT' },
    { rate: 0 },
    { rate: -1.0067 },
  ])
    expect(await ruled(rate({ ...conforming, ...wrong }))).toBe('differs');
  for (const wrong of [{ rate: '1.0067' }, { rate: null }, { quoteAsset: undefined }])
    expect(await ruled(rate({ ...conforming, ...wrong }))).toBe('schema');
  expect(await ruled(rate([conforming]))).toBe('notJson');
  expect(await ruled(rate('1.0067'))).toBe('notJson');
});

test('a rate that was asked for by an asset identifier may name the currency', async () => {
  const seen = async (baseAsset: string) => {
    const record = await recordOfExchanges(rate({ ...conforming, baseAsset }));
    return ratesAnswer(record, { asked: [{ base: 'ETHEREUM_USDT', quote: 'USD', exchange: 'p0-1' }] }).state;
  };
  for (const base of ['ETHEREUM_USDT', 'USDT']) expect(await seen(base)).toBe('held');
  for (const base of ['TRON_USDT', 'ETHEREUM', 'USDC']) expect(await seen(base)).toBe('broken');
});

test('at least one of several converted pairs has a rate', async () => {
  expect(await ruled(rate({}, { status: 404 }), rate(conforming))).toBe('held');
  expect(await ruled(rate({}, { status: 404 }), rate({}, { status: 400 }))).toBe('notAccepted');
  expect(await ruled(rate({}, { status: 404 }), rate({ ...conforming, rate: 0 }))).toBe('differs');
  expect(await ruled(rate({}, { failure: 'reset' }))).toBe('transport');
  expect(await ruled()).toBe('noEvidence');
});

test('an answer is checked against its component and must be an object', async () => {
  const shows = async (sample: SampleExchange) => {
    const args = { exchange: 'p0-1', component: 'AcquiringRate', what: 'a rate' };
    const result = showsComponent(await recordOfExchanges(sample), args);
    return 'faults' in result ? result.faults[0]?.code : result.state;
  };
  expect(await shows(rate(conforming))).toBe('held');
  expect(await shows(rate({ ...conforming, rate: 'much' }))).toBe('schema');
  expect(await shows(rate([]))).toBe('notJson');
  expect(await shows(rate('<html>'))).toBe('notJson');
  expect(await shows(rate({}, { status: 404 }))).toBe('notAccepted');
  expect(await shows(rate({}, { status: 200, cut: true }))).toBe('cut');
});
