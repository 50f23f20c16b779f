import { expect, test } from '@playwright/test';
import { testLimit } from './testLimit.ts';

test('the limit that was set last counts from the beginning of the test', async () => {
  const limit = testLimit();
  limit.set(60_000);
  limit.set(30);
  await expect(limit.over).rejects.toThrow('the test took longer than 0 s');
  expect(limit.isOver).toBe(true);
});

test('a limit in the past is over at once', async () => {
  const limit = testLimit();
  const began = performance.now();
  while (performance.now() - began < 20);
  limit.set(10);
  await expect(limit.over).rejects.toThrow('took longer');
});

test('a test that waits for the target, or has ended, has no limit', async () => {
  for (const stop of ['wait', 'end'] as const) {
    const limit = testLimit();
    limit.set(1);
    if (stop === 'wait') limit.set(0);
    else limit.end();
    const later = testLimit();
    later.set(5);
    await expect(later.over).rejects.toThrow();
    expect(limit.isOver).toBe(false);
  }
});
