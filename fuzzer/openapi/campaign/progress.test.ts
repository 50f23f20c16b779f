import { expect, test } from '@playwright/test';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import { type OpenApiProgress, openApiProgress } from './progress.ts';

const { isProgress } = openApiProgress;

const seen = {
  counts: { sides: [[2 ** 52, 1] as const], classes: [['2xx', 3] as const] },
  lost: [[3, 'a reason']] as const,
};

const progress: OpenApiProgress = {
  contract: 'abc',
  spent: { posts: 1, gets: 2 },
  cases: 3,
  unsent: 0,
  shown: { aa: 'fail', bb: 'warn' },
  shrunkPosts: 5,
  round: 1,
  turn: 2,
  tried: { 'GET /things': [1, 2] },
  silent: ['GET /slow'],
  coverage: {
    operations: { 'GET /things': { ...seen, lacks: 'a reason' } },
    counts: { labels: [['valid', 2]], 'ANY-04': [['held', 1]] },
    passing: { failed: 1, lost: 0, first: 'GET /things' },
  },
  sequences: {
    leads: [
      [
        'GET /things/{id}',
        { steps: [stepToOperation('POST /things', '/things')], segments: [[2, '{{1/id}}']], refused: 0, used: 0 },
      ],
    ],
    failures: [['GET /x', 1]],
  },
};

const plain = () => JSON.parse(JSON.stringify(progress));

test('stored progress of a campaign is recognised', () => {
  expect(isProgress(plain())).toBe(true);
});

for (const name of Object.keys(progress))
  test(`a file without ${name}, or with another type of it, is not resumable`, () => {
    const { [name]: _, ...rest } = plain();
    expect(isProgress(rest)).toBe(false);
    for (const other of [null, -1, [-1], { a: -1 }, { a: [[]] }])
      expect(isProgress({ ...plain(), [name]: other })).toBe(false);
  });

test('stored observations of an operation are checked as well', () => {
  for (const name of Object.keys(seen)) {
    const wrong = plain();
    wrong.coverage.operations['GET /things'][name] = [{}];
    expect(isProgress(wrong), name).toBe(false);
  }
});
