import { expect, test } from '@playwright/test';
import { array, assert, boolean, integer, property, shuffledSubarray } from 'fast-check';
import { sampleFinding } from '../../../tests/support/findings/sampleFindings.ts';
import type { Finding } from '../findings/finding.ts';
import { findingStatusOf, type TrialCount, triesLeft } from '../findings/findingStatus.ts';
import { mostReplays, replayCorpus } from './replayCorpus.ts';

const shown: TrialCount = { shown: 1, of: 1 };
const silent = (of: number): TrialCount => ({ shown: 0, of });

const finding = (fingerprint: string, trials: readonly TrialCount[], lastRun = 'run-1'): Finding => ({
  ...sampleFinding({ fingerprint }),
  firstRun: 'run-1',
  lastRun,
  trials,
  standing: findingStatusOf(trials),
});

const replaysOf = (findings: readonly Finding[]) =>
  replayCorpus(findings).map(({ finding: { fingerprint }, sends }) => [fingerprint, sends]);

test('open findings come first, then regressed, flaky and fixed ones, each with its number of sends', () => {
  const findings = [
    { ...finding('f0', [shown]), code: 'gone' },
    finding('f1', [shown, silent(5)]),
    finding('f2', [shown, silent(1)]),
    finding('f3', [shown, silent(5), shown]),
    finding('f4', [shown], 'run-2'),
    finding('f5', [shown]),
    finding('f6', [{ shown: 9, of: 9 }]),
  ];
  expect(replaysOf(findings)).toEqual([
    ['f5', 5],
    ['f6', 2],
    ['f4', 5],
    ['f3', 5],
    ['f2', 4],
    ['f0', 5],
    ['f1', 1],
  ]);
});

test('exactly the remaining number of silent sends closes a finding', () => {
  const trials = array(boolean(), { maxLength: 30 }).map((tries) => [
    shown,
    ...tries.map((isShown) => (isShown ? shown : silent(1))),
  ]);
  assert(
    property(trials, (before) => {
      const sends = triesLeft(before);
      expect(sends).toBeGreaterThan(0);
      expect(sends).toBeLessThanOrEqual(50);
      expect(findingStatusOf([...before, silent(sends)])).toEqual({ state: 'fixed' });
      const isFixed = findingStatusOf(before).state === 'fixed';
      if (!isFixed) expect(findingStatusOf([...before, silent(sends - 1)]).state).not.toBe('fixed');
    }),
  );
});

test('the order depends only on the findings, without duplicates and within the limit', () => {
  const all = Array.from({ length: 300 }, (_, index) => {
    const fingerprint = index.toString(16).padStart(16, '0');
    return finding(fingerprint, index % 2 ? [shown] : [shown, silent(5)], `run-${index % 7}`);
  });
  assert(
    property(shuffledSubarray(all, { minLength: 300 }), integer({ min: 0, max: 300 }), (shuffled, count) => {
      expect(replaysOf(shuffled)).toEqual(replaysOf(all));
      const some = replaysOf(shuffled.slice(0, count));
      expect(some.length).toBe(new Set(some.map(([fingerprint]) => fingerprint)).size);
      expect(some.length).toBeLessThanOrEqual(mostReplays);
    }),
  );
  expect(replaysOf(all)).toHaveLength(200);
  expect(replaysOf(all.filter(({ standing }) => standing.state === 'fixed'))).toHaveLength(50);
});
