import { expect, test } from '@playwright/test';
import { ConcurrentCases } from './concurrentCases.ts';

/** Something to begin, which ends when it is told to. */
function some(told: string[], name: string, holds: readonly string[] = []) {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const begin = (underway: ConcurrentCases, isAlone = false) =>
    underway.begin({ isAlone, holds }, async () => {
      await ended;
      return () => told.push(name);
    });
  return { begin, end: () => end(), fail: (error: Error) => fail(error) };
}

test('whichever ends first, it is told in the order of their beginnings, and no sooner than there has to be room', async () => {
  const told: string[] = [];
  const underway = new ConcurrentCases(2);
  const [one, two, three] = [some(told, 'one'), some(told, 'two'), some(told, 'three')];
  await one.begin(underway);
  await two.begin(underway);
  two.end();
  one.end();
  await Promise.resolve();
  expect(told).toEqual([]);
  await three.begin(underway);
  expect(told).toEqual(['one']);
  three.end();
  await underway.all();
  expect(told).toEqual(['one', 'two', 'three']);
});

test('what is alone begins after all others, and is told at once', async () => {
  const told: string[] = [];
  const underway = new ConcurrentCases(3);
  const [one, two] = [some(told, 'one'), some(told, 'two')];
  await one.begin(underway);
  one.end();
  two.end();
  await two.begin(underway, true);
  expect(told).toEqual(['one', 'two']);
});

test('it says what is held by something under way', async () => {
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

test('what goes wrong is thrown once all others have ended, and nothing more is told', async () => {
  const told: string[] = [];
  const underway = new ConcurrentCases(2);
  const [one, two] = [some(told, 'one'), some(told, 'two')];
  await one.begin(underway);
  await two.begin(underway);
  one.fail(new Error('gone'));
  two.end();
  await expect(underway.all()).rejects.toThrow('gone');
  expect(told).toEqual([]);
});
