import { expect, test } from '@playwright/test';
import { cappedPosts } from './cappedLimiter.ts';
import { Exhausted } from './limiterHandle.ts';
import { RateLimiter } from './rateLimiter.ts';

test('after the last POST only reads are granted', async () => {
  const capped = cappedPosts(new RateLimiter({ windowMs: 1_000 }), 2);
  const granted = [];
  for (const method of ['POST', 'GET', 'PUT', 'GET']) granted.push(await capped.spend(method));
  expect(granted).toHaveLength(4);
  await expect(capped.spend('POST')).rejects.toThrow(Exhausted);
  await expect(capped.spend('DELETE')).rejects.toThrow('the 2 POSTs of this run are spent');
  expect(await capped.spend('GET')).toBeDefined();
});

test('without a number there is no end', async () => {
  const free = cappedPosts(new RateLimiter({ windowMs: 1_000 }), undefined);
  for (let nth = 0; nth < 50; nth += 1) expect(await free.spend('POST')).toBeDefined();
});
