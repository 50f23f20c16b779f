import { expect, test } from '@playwright/test';
import { stepToOperation } from '../../../tests/support/findings/sampleFindings.ts';
import { type OpenApiProgress, openApiProgress } from './progress.ts';

const { isProgress } = openApiProgress;

const seen = {
  cases: 3,
  valid: 2,
  accepted: 1,
  bases: 1,
  isWalked: true,
  door: { barred: 1, letIn: 0, decided: 2, blind: 0 },
  touched: ['query size'],
  sides: [1, 2 ** 52],
  judged: [1],
  offered: [1],
  lost: [['a reason', [3]]] as const,
  classes: [['2xx', 3]] as const,
  responses: ['200'],
  dropped: [['a reason', 4]] as const,
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
    seen: { 'GET /things': seen },
    labels: { valid: 2 },
    rulings: { 'ANY-04': { held: 1, broken: 0, undecided: 0, learned: 0 } },
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
    wrong.coverage.seen['GET /things'][name] = [{}];
    expect(isProgress(wrong), name).toBe(false);
  }
});
