import { expect, test } from '@playwright/test';
import { type Costs, noCost } from '../../runner/selection/costs.ts';
import { steadyCosts } from './steadyCosts.ts';

const costs = (changes: object, seconds = 98.5): Costs => ({
  probes: { 'PAY-12': { base: { ...noCost, posts: 1, gets: 30, ...changes }, cells: [] } },
  controls: [],
  turns: [],
  preflight: noCost,
  seconds,
  tailSeconds: 6.3,
});

test('figures that only timing changed stay as they are stored', () => {
  expect(steadyCosts(costs({ gets: 35 }, 110), costs({}))).toEqual(costs({}));
  expect(steadyCosts(costs({ gets: 3 }), costs({ gets: 8 }))).toEqual(costs({ gets: 8 }));
});

test('a POST more, many GETs more, or a new test is a change', () => {
  expect(steadyCosts(costs({ posts: 2 }), costs({}))).toEqual(costs({ posts: 2 }));
  expect(steadyCosts(costs({ gets: 60 }), costs({}))).toEqual(costs({ gets: 60 }));
  expect(steadyCosts(costs({}), { ...costs({}), probes: {} })).toEqual(costs({}));
});
