import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { assert, constantFrom, dictionary, nat, property, record, string } from 'fast-check';
import { isProgress } from '../../interface/campaign/progress.ts';
import { removeProgress, storeProgress, unfinishedProgress } from './progressFile.ts';

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
      storeProgress(file, seed, progress);
      const stored = JSON.parse(JSON.stringify(progress));
      expect(JSON.parse(JSON.stringify(unfinishedProgress(file, seed, isProgress)))).toMatchObject(stored);
      expect(unfinishedProgress(file, seed + 1, isProgress)).toBeUndefined();
    }),
    { numRuns: 30 },
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  removeProgress(file);
  removeProgress(file);
  expect(existsSync(file)).toBe(false);
  expect(unfinishedProgress(file, 1, isProgress)).toBeUndefined();
});

test('a file that is cut off, of another version or malformed is reported and stays unchanged', () => {
  const file = test.info().outputPath('x.campaign.json');
  storeProgress(file, 7, { spent: { posts: 1, gets: 2 }, cases: 3, batches: 4, tried: { a: 1 }, shown: { b: 'fail' } });
  const text = readFileSync(file, 'utf8');
  const cut = Array.from(text, (_, end) => text.slice(0, end));
  const others = ['{"b":"pass"}', 'null', '[1]', '7', '{},"money":{"EUR":"1e9"}'].map((other) =>
    text.replace('{"b":"fail"}', other),
  );
  for (const wrong of [...cut, ...others, text.replace('"version":1', '"version":999'), 'null', '[]']) {
    writeFileSync(file, wrong);
    expect(() => unfinishedProgress(file, 7, isProgress), wrong).toThrow(
      /x\.campaign\.json cannot be used:\n.*how far a campaign came/,
    );
    expect(readFileSync(file, 'utf8')).toBe(wrong);
  }
});
