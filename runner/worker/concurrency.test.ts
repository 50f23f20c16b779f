import { expect, test } from '@playwright/test';
import type { Shard } from '../../traffic/rate/limiter/quotaShare.ts';
import type { TargetQuota } from '../../traffic/target/targetQuota.ts';
import { maxConcurrency } from './concurrency.ts';
import type { Worker } from './worker.ts';

const given = (quota: TargetQuota, shard?: Shard) =>
  ({ target: { quota }, run: { selection: shard ? { shard } : {} } }) as unknown as Worker;

const rate = { post: 10, windowMs: 60_000 };

test('at most as many requests run at once as the quota of the run or shard allows in a window', () => {
  expect(maxConcurrency(given(rate), 'POST')).toBe(10);
  expect(maxConcurrency(given(rate), 'GET')).toBe(Number.POSITIVE_INFINITY);
  expect(maxConcurrency(given(rate, { index: 4, of: 4 }), 'POST')).toBe(2);
  expect(maxConcurrency(given({ ...rate, redisUrl: 'redis://localhost' }, { index: 4, of: 4 }), 'POST')).toBe(10);
});
