import { expect, test } from '@playwright/test';
import { drawnWait, pacedHandle } from './pacedHandle.ts';
import { unlimitedHandle } from './unlimitedHandle.ts';

test('waits are drawn around their mean, and end', () => {
  const waits = Array.from({ length: 1_000 }, (_, nth) => drawnWait(100, () => nth / 1_000));
  expect(Math.min(...waits)).toBeCloseTo(0);
  expect(Math.max(...waits)).toBe(600);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  expect(mean).toBeGreaterThan(90);
  expect(mean).toBeLessThan(110);
});

test('the wait before a request does not count as test time', async () => {
  const lease = await pacedHandle(unlimitedHandle(), 5).spend('GET');
  expect(lease.waitedMs).toBeGreaterThanOrEqual(0);
  expect(await lease.done()).toEqual({ repeat: false });
});
