import { expect, test } from '@playwright/test';
import { type Costs, noCost } from '../../runner/selection/costs.ts';
import { steadyCosts, steadyFeeders } from './timingNoise.ts';

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
  expect(steadyCosts(costs({ gets: 3 }), costs({ gets: 0 }))).toEqual(costs({ gets: 3 }));
});

test('which reading test saw a change first is no change; another test that writes is', () => {
  const isReading = (id: string) => id.startsWith('SRC');
  expect(steadyFeeders(['PAY-08', 'SRC-05'], ['PAY-08', 'SRC-04a', 'SRC-06'], isReading)).toEqual([
    'PAY-08',
    'SRC-04a',
    'SRC-06',
  ]);
  expect(steadyFeeders(['PAY-08', 'PIN-03'], ['PAY-08'], isReading)).toEqual(['PAY-08', 'PIN-03']);
  expect(steadyFeeders(['SRC-05'], [], isReading)).toEqual(['SRC-05']);
});
