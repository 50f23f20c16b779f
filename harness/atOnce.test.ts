import { expect, test } from '@playwright/test';
import { mostAtOnce } from './atOnce.ts';
import type { Shard } from './quota/share.ts';
import type { Stage } from './stage.ts';
import type { Rate } from './targets/rate.ts';

const given = (quota: Rate, shard?: Shard) =>
  ({ target: { quota }, run: { selection: shard ? { shard } : {} } }) as unknown as Stage;

const rate = { post: 10, windowMs: 60_000 };

test('no more goes at once than the quota of the run, or its shard, allows in a window', () => {
  expect(mostAtOnce(given(rate), 'POST')).toBe(10);
  expect(mostAtOnce(given(rate), 'GET')).toBe(Number.POSITIVE_INFINITY);
  expect(mostAtOnce(given(rate, { index: 4, of: 4 }), 'POST')).toBe(2);
  expect(mostAtOnce(given({ ...rate, redisUrl: 'redis://localhost' }, { index: 4, of: 4 }), 'POST')).toBe(10);
});
