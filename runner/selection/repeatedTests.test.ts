import { expect, test } from '@playwright/test';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { completeSelection } from './completeSelection.ts';
import { readCosts } from './costs.ts';
import { costOfOthers } from './forecast.ts';

const known = { catalogue: readCatalogue(), costs: readCosts() };
const participants = ['second', 'cross'];
const on = (more: Partial<Selection>): Selection =>
  completeSelection({ profile: 'full', tier: 'active', day: '2026-01-01', ...more }, known, { participants });

test('a full run repeats tests with other accounts for at most 96 POSTs, a night for at most 20', () => {
  for (const day of ['2026-01-01', '2026-01-02', '2026-03-09']) {
    const [full, night] = [on({ day }), on({ day, profile: 'nightly' })];
    expect(Object.keys(full.asOthers ?? {}).toSorted()).toEqual(participants.toSorted());
    const cost = costOfOthers(full, known.costs);
    expect(cost.posts).toBeGreaterThan(76);
    expect(cost.posts).toBeLessThanOrEqual(96);
    expect(costOfOthers(night, known.costs).posts).toBeGreaterThan(14);
    expect(costOfOthers(night, known.costs).posts).toBeLessThanOrEqual(20);
    expect(costOfOthers(night, known.costs).gets).toBeGreaterThan(100);
  }
});

test('only tests that need nothing of the account under test are repeated, others each day', () => {
  const repeatable = new Set(known.catalogue.filter((one) => one.repeatable).map(({ id }) => id));
  const [first, next] = [on({}), on({ day: '2026-01-02' })];
  expect(
    Object.values(first.asOthers ?? {})
      .flat()
      .filter((id) => !repeatable.has(id)),
  ).toEqual([]);
  expect(first.asOthers).not.toEqual(next.asOthers);
});

test('nothing is repeated without an account that takes part, in a smoke run, and in a passive run', () => {
  const alone = completeSelection({ profile: 'full', tier: 'active', day: '2026-01-01' }, known);
  for (const one of [alone, on({ profile: 'smoke' }), on({ tier: 'passive' })]) expect(one.asOthers).toBeUndefined();
});

test('a named test is repeated if it can be, and no other', () => {
  expect(on({ asked: ['PIN-02'] }).asOthers).toEqual({ second: ['PIN-02'], cross: ['PIN-02'] });
});
