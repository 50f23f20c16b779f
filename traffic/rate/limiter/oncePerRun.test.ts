import { expect, test } from '@playwright/test';
import { OncePerRun } from './oncePerRun.ts';
import { unlimitedHandle } from './unlimitedHandle.ts';

test('the first caller makes the value, and all callers get it', async () => {
  const once = new OncePerRun();
  let count = 0;
  const make = async () => ({ made: ++count });
  const values = await Promise.all(Array.from({ length: 5 }, () => once.run('twin', make)));
  expect(values).toEqual(Array.from({ length: 5 }, () => ({ made: 1 })));
  expect(await once.run('another', make)).toEqual({ made: 2 });
});

test('a failed attempt reports to its caller, and the next caller makes the value', async () => {
  const once = new OncePerRun();
  const first = once.run('twin', () => Promise.reject(new Error('no luck')));
  const second = once.run('twin', async () => 'second');
  const third = once.run('twin', async () => 'third');
  await expect(first).rejects.toThrow('no luck');
  expect([await second, await third]).toEqual(['second', 'second']);
});

test('the first caller gets the same value as the others: what JSON preserves', async () => {
  const once = new OncePerRun();
  const values = [once.run('x', async () => ({ at: new Date(0) }) as object), once.run('x', async () => ({}))];
  expect(await Promise.all(values)).toEqual([{ at: '1970-01-01T00:00:00.000Z' }, { at: '1970-01-01T00:00:00.000Z' }]);
  await expect(once.run('nothing', async () => undefined)).rejects.toThrow(TypeError);
});

test('a single process waits for nothing and makes everything once', async () => {
  const spending = unlimitedHandle();
  const lease = await spending.spend('POST');
  expect([lease.waitedMs, await lease.done({ throttled: {} })]).toEqual([0, { repeat: false }]);
  expect([await spending.once('a', async () => 1), await spending.once('a', async () => 2)]).toEqual([1, 1]);
  await spending.close();
});
