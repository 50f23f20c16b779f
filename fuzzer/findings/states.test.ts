import { expect, test } from '@playwright/test';
import { array, assert, boolean, property } from 'fast-check';
import { silenceWanted, standingOf, type Trial } from './states.ts';

const shown: Trial = { shown: 1, of: 1 };
const silent: Trial = { shown: 0, of: 1 };
const times = (count: number, trial: Trial) => Array.from({ length: count }, () => trial);

test('what always showed is open', () => {
  expect(standingOf([shown])).toEqual({ state: 'open' });
  expect(standingOf(times(9, shown))).toEqual({ state: 'open' });
});

test('one silent try closes nothing: it is flaky, k of n', () => {
  expect(standingOf([shown, silent])).toEqual({ state: 'flaky', shown: 1, of: 2 });
  expect(standingOf([shown, { shown: 2, of: 3 }])).toEqual({ state: 'flaky', shown: 3, of: 4 });
});

test('silence for long enough is taken for a mend, for longer where it showed rarely', () => {
  expect(silenceWanted({ shown: 9, of: 9 })).toBe(2);
  expect(silenceWanted({ shown: 1, of: 1 })).toBe(5);
  expect(silenceWanted({ shown: 1, of: 10 })).toBe(26);
  expect(standingOf([shown, ...times(4, silent)])).toEqual({ state: 'flaky', shown: 1, of: 5 });
  expect(standingOf([shown, ...times(5, silent)])).toEqual({ state: 'fixed' });
  expect(standingOf([shown, { shown: 0, of: 5 }])).toEqual({ state: 'fixed' });
});

test('what was fixed and shows again has regressed, and may be fixed again', () => {
  const fixed = [shown, ...times(5, silent)];
  expect(standingOf([...fixed, ...times(20, silent), shown])).toEqual({ state: 'regressed' });
  expect(standingOf([...fixed, shown, silent])).toEqual({ state: 'flaky', shown: 1, of: 2 });
  expect(standingOf([...fixed, shown, ...times(5, silent)])).toEqual({ state: 'fixed' });
});

test('no tries are no evidence: a trial of none changes nothing', () => {
  assert(
    property(array(boolean(), { maxLength: 20 }), (tries) => {
      const trials = [shown, ...tries.map((isShown) => (isShown ? shown : silent))];
      const padded = trials.flatMap((trial) => [trial, { shown: 0, of: 0 }]);
      expect(standingOf(padded)).toEqual(standingOf(trials));
    }),
  );
});
