import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { ConfigurationError } from '../../system/configurationError.ts';
import { quotaOfShard } from './quotaShare.ts';

test('the shares of all shards add up to the quota and differ by at most one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 500 }), (of, more) => {
      const post = of + more;
      const shares = Array.from({ length: of }, (_, at) => quotaOfShard({ post, windowMs: 1 }, { index: at + 1, of }));
      const counts = shares.map((share) => share.post ?? 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(post);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
  );
});

test('an unlimited class is not divided', () => {
  expect(quotaOfShard({ get: 7, windowMs: 60_000 }, { index: 2, of: 2 })).toEqual({ get: 3, windowMs: 60_000 });
});

test('a shard without a share is told what to do, for every class at once', () => {
  const share = () => quotaOfShard({ post: 2, get: 3, windowMs: 1 }, { index: 4, of: 4 });
  expect(share).toThrow(ConfigurationError);
  expect(share).toThrow(/quota for POST: .*got 2 for 4 shards.*Use at most 2 shards.*through Redis/);
  expect(share).toThrow(/quota for GET: .*got 3 for 4 shards/);
});
