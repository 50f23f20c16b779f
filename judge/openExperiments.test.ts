import { expect, test } from '@playwright/test';
import type { ExperimentLine } from '../traffic/journal/journalTypes.ts';
import { unjudgedExperiments } from './openExperiments.ts';

const line = (parts: Partial<ExperimentLine>): ExperimentLine => ({
  kind: 'experiment',
  id: 'a-x1',
  requirement: 'WHK-06a',
  run: 'a',
  webhook: 'payment',
  match: 'K-1',
  plan: [{ status: 500 }],
  openedAt: '2026-01-01T00:00:00Z',
  dueAt: '2026-01-03T00:00:00Z',
  state: 'open',
  listened: [],
  deliveries: [],
  ...parts,
});

test('judged experiments no longer wait, and the others are ordered by their due time', () => {
  const early = line({ id: 'a-x2', dueAt: '2026-01-02T00:00:00Z', state: 'void', why: 'told' });
  const waiting = unjudgedExperiments([line({}), early, line({ id: 'a-x3' }), line({ id: 'a-x3', state: 'due' })]);
  expect(waiting.map(({ id }) => id)).toEqual(['a-x2', 'a-x1']);
  expect(waiting[0]).toMatchObject({ attempts: 0, state: 'void', why: 'told' });
});
