import { expect, test } from '@playwright/test';
import { array, assert, boolean, property } from 'fast-check';
import { findingStatusOf, silentTriesWanted, type TrialCount } from './findingStatus.ts';

const shown: TrialCount = { shown: 1, of: 1 };
const silent: TrialCount = { shown: 0, of: 1 };
const times = (count: number, trial: TrialCount) => Array.from({ length: count }, () => trial);

test('a finding that always showed is open', () => {
  expect(findingStatusOf([shown])).toEqual({ state: 'open' });
  expect(findingStatusOf(times(9, shown))).toEqual({ state: 'open' });
});

test('one silent try makes a finding flaky, k of n, and does not close it', () => {
  expect(findingStatusOf([shown, silent])).toEqual({ state: 'flaky', shown: 1, of: 2 });
  expect(findingStatusOf([shown, { shown: 2, of: 3 }])).toEqual({ state: 'flaky', shown: 3, of: 4 });
});

test('enough silent tries mean fixed; a finding that showed rarely needs more', () => {
  expect(silentTriesWanted({ shown: 9, of: 9 })).toBe(2);
  expect(silentTriesWanted({ shown: 1, of: 1 })).toBe(5);
  expect(silentTriesWanted({ shown: 1, of: 10 })).toBe(26);
  expect(findingStatusOf([shown, ...times(4, silent)])).toEqual({ state: 'flaky', shown: 1, of: 5 });
  expect(findingStatusOf([shown, ...times(5, silent)])).toEqual({ state: 'fixed' });
  expect(findingStatusOf([shown, { shown: 0, of: 5 }])).toEqual({ state: 'fixed' });
});

test('a fixed finding that shows again has regressed and can be fixed again', () => {
  const fixed = [shown, ...times(5, silent)];
  expect(findingStatusOf([...fixed, ...times(20, silent), shown])).toEqual({ state: 'regressed' });
  expect(findingStatusOf([...fixed, shown, silent])).toEqual({ state: 'flaky', shown: 1, of: 2 });
  expect(findingStatusOf([...fixed, shown, ...times(5, silent)])).toEqual({ state: 'fixed' });
});

test('a trial without tries changes nothing', () => {
  assert(
    property(array(boolean(), { maxLength: 20 }), (tries) => {
      const trials = [shown, ...tries.map((isShown) => (isShown ? shown : silent))];
      const padded = trials.flatMap((trial) => [trial, { shown: 0, of: 0 }]);
      expect(findingStatusOf(padded)).toEqual(findingStatusOf(trials));
    }),
  );
});
