import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { assert, constantFrom, dictionary, nat, property, record, string } from 'fast-check';
import { interfaceProgress } from '../../interface/campaign/progress.ts';
import { removeProgress, storeProgress, unfinishedProgress } from './progressFile.ts';

const { version } = interfaceProgress;

const someProgress = record({
  spent: record({ posts: nat(), gets: nat() }),
  cases: nat(),
  batches: nat(),
  tried: dictionary(string(), nat()),
  shown: dictionary(string(), constantFrom('fail' as const, 'warn' as const)),
});

test('a campaign resumes from the stored progress of its seed until it has ended', () => {
  const file = test.info().outputPath('x.campaign.json');
  assert(
    property(someProgress, nat(), (progress, seed) => {
      storeProgress(file, { ...progress, seed, version });
      const stored = JSON.parse(JSON.stringify(progress));
      expect(JSON.parse(JSON.stringify(unfinishedProgress(file, seed, interfaceProgress)))).toMatchObject(stored);
      expect(unfinishedProgress(file, seed + 1, interfaceProgress)).toBeUndefined();
    }),
    { numRuns: 30 },
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  removeProgress(file);
  removeProgress(file);
  expect(existsSync(file)).toBe(false);
  expect(unfinishedProgress(file, 1, interfaceProgress)).toBeUndefined();
});

test('a file that is cut off, of another version or malformed is reported and stays unchanged', () => {
  const file = test.info().outputPath('x.campaign.json');
  const reached = { spent: { posts: 1, gets: 2 }, cases: 3, batches: 4, tried: { a: 1 }, shown: { b: 'fail' } };
  storeProgress(file, { ...reached, seed: 7, version });
  const text = readFileSync(file, 'utf8');
  const cut = Array.from(text, (_, end) => text.slice(0, end));
  const others = ['{"b":"pass"}', 'null', '[1]', '7', '{},"money":{"EUR":"1e9"}'].map((other) =>
    text.replace('{"b":"fail"}', other),
  );
  for (const wrong of [...cut, ...others, text.replace('"version":1', '"version":999'), 'null', '[]']) {
    writeFileSync(file, wrong);
    expect(() => unfinishedProgress(file, 7, interfaceProgress), wrong).toThrow(
      /x\.campaign\.json cannot be used:\n.*how far a campaign came/,
    );
    expect(readFileSync(file, 'utf8')).toBe(wrong);
  }
});

test('progress in the form of an earlier version is named as such, and stays unchanged', () => {
  const file = test.info().outputPath('x.campaign.json');
  storeProgress(file, { seed: 7, version: 1 });
  const text = readFileSync(file, 'utf8');
  const later = { ...interfaceProgress, version: 2 };
  expect(unfinishedProgress(file, 7, later)).toBe('outdated');
  expect(unfinishedProgress(file, 8, later)).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe(text);
});
