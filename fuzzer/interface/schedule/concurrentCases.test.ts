import { expect, test } from '@playwright/test';
import { ConcurrentCases } from './concurrentCases.ts';

/** Builds a task for ConcurrentCases that the test ends; its name is added to `reported` when its result is reported. */
function some(reported: string[], name: string, holds: readonly string[] = []) {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const begin = (underway: ConcurrentCases, isAlone = false) =>
    underway.begin({ isAlone, holds }, async () => {
      await ended;
      return () => reported.push(name);
    });
  return { begin, end: () => end(), fail: (error: Error) => fail(error) };
}

test('results are reported in the order of the starts, and only when room is needed', async () => {
  const reported: string[] = [];
  const underway = new ConcurrentCases(2);
  const [one, two, three] = [some(reported, 'one'), some(reported, 'two'), some(reported, 'three')];
  await one.begin(underway);
  await two.begin(underway);
  two.end();
  one.end();
  await Promise.resolve();
  expect(reported).toEqual([]);
  await three.begin(underway);
  expect(reported).toEqual(['one']);
  three.end();
  await underway.all();
  expect(reported).toEqual(['one', 'two', 'three']);
});

test('an exclusive case begins after all others, and all results are reported at once', async () => {
  const reported: string[] = [];
  const underway = new ConcurrentCases(3);
  const [one, two] = [some(reported, 'one'), some(reported, 'two')];
  await one.begin(underway);
  one.end();
  two.end();
  await two.begin(underway, true);
  expect(reported).toEqual(['one', 'two']);
});

test('the values held by running cases are known', async () => {
  const underway = new ConcurrentCases(3);
  const one = some([], 'one', ['a']);
  await one.begin(underway);
  expect([underway.holdsAny(['b', 'a']), underway.holdsAny(['b']), underway.holdsAny([])]).toEqual([
    true,
    false,
    false,
  ]);
  one.end();
  await underway.all();
  expect(underway.holdsAny(['a'])).toBe(false);
});

test('an error is thrown after all others have ended, and nothing more is reported', async () => {
  const reported: string[] = [];
  const underway = new ConcurrentCases(2);
  const [one, two] = [some(reported, 'one'), some(reported, 'two')];
  await one.begin(underway);
  await two.begin(underway);
  one.fail(new Error('gone'));
  two.end();
  await expect(underway.all()).rejects.toThrow('gone');
  expect(reported).toEqual([]);
});
