import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { addsNothing, assetsInBundle } from './unchangedBundle.ts';

const bundle = (
  assets: readonly string[],
  of: 'addresses' | 'addressesByAsset' = 'addresses',
  more: SampleExchange = {},
): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer:
    of === 'addresses'
      ? { addresses: assets.map((asset) => ({ asset })) }
      : { addressesByAsset: Object.fromEntries(assets.map((asset) => [asset, {}])) },
  ...more,
});

async function ruled(
  ...[before, defects, after]: readonly [SampleExchange, readonly SampleExchange[], SampleExchange]
): Promise<string> {
  const tale = [before, ...defects, after].map((one, index) => ({ ...one, atMs: 20 * index }));
  const ids = tale.map((_, index) => `p0-${index + 1}`);
  const result = addsNothing(await recordOfExchanges(...tale), {
    before: 'p0-1',
    defects: ids.slice(1, -1),
    after: ids.at(-1) ?? '',
    asset: 'TRON_USDT',
  });
  if (result.state === 'broken') return result.faults[0]?.code ?? '';
  return result.state === 'undecided' ? `${result.outcome} (${result.attribution})` : result.state;
}

const refused: SampleExchange = { status: 401 };
const one = bundle(['ETHEREUM_USDT']);
const two = bundle(['ETHEREUM_USDT', 'TRON_USDT']);

test('the assets of a bundle come from either of its two fields', () => {
  expect([...assetsInBundle({ addresses: [{ asset: 'A' }, {}, 'x'], addressesByAsset: null })]).toEqual(['A']);
  expect([...assetsInBundle({ addressesByAsset: { B: {}, A: {} } })]).toEqual(['B', 'A']);
  expect([...assetsInBundle({ addresses: [{ asset: 'A' }], addressesByAsset: { A: {} } })]).toEqual(['A']);
  for (const none of [undefined, null, [], 'text', { addresses: 'A' }]) expect(assetsInBundle(none).size).toBe(0);
});

test('refused calls had no effect if their asset is missing before and after', async () => {
  expect(await ruled(one, [refused, refused], one)).toBe('held');
  expect(await ruled(bundle(['A_B'], 'addressesByAsset'), [refused], one)).toBe('held');
  expect(await ruled(one, [refused, { status: 429 }], one)).toBe('held');
});

test('an asset that only refused calls requested was added by them', async () => {
  expect(await ruled(one, [refused], two)).toBe('happened');
  expect(await ruled(one, [refused], bundle(['TRON_USDT'], 'addressesByAsset'))).toBe('happened');
});

test('an asset that was present, or that another call may have added, decides nothing', async () => {
  expect(await ruled(two, [refused], two)).toBe('unverified (environment)');
  expect(await ruled(one, [refused, { status: 200 }], two)).toBe('unverified (environment)');
  expect(await ruled(one, [{ status: 500 }], two)).toBe('unverified (environment)');
});

test('a bundle without an answer or an address decides nothing', async () => {
  expect(await ruled(one, [refused], { ...one, status: 404 })).toBe('unverified (target)');
  expect(await ruled({ ...one, failure: 'timeout' }, [refused], one)).toBe('error (environment)');
  expect(await ruled(one, [refused], bundle([]))).toBe('unverified (configuration)');
});
