import { expect, test } from '@playwright/test';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { type Candidate, judgeMutationRun } from './mutationRun.ts';

/** A verdict with these outcomes by requirement; every failure is the target's. */
const verdict = (outcomes: Readonly<Record<string, string>>) => {
  const requirements = Object.entries(outcomes).map(([id, outcome]) => ({
    id,
    outcome,
    kind: 'must',
    attribution: 'target',
    exchanges: ['e-1'],
  }));
  return { requirements } as unknown as Verdict;
};

const clean = verdict({ 'PAY-01': 'pass', 'LIM-03': 'pass' });

function escapedOf(
  kind: Candidate['kind'],
  outcomes: Readonly<Record<string, string>>,
  more: Partial<Candidate> = {},
): readonly string[] {
  const candidates: Candidate[] = [{ name: 'one', kind, breaks: 'LIM-03', because: 'one', ...more }];
  return judgeMutationRun({ clean, verdicts: new Map([['~one', verdict(outcomes)]]), candidates, waiting: [] }).escaped;
}

test('only the check that it names kills a mutant', () => {
  expect(escapedOf('mutant', { 'PAY-01': 'pass', 'LIM-03': 'fail' })).toEqual([]);
  expect(escapedOf('mutant', { 'PAY-01': 'fail', 'LIM-03': 'pass' })).toEqual(['one']);
});

test('a warning kills a mutant of a must only if the mutant says that its fault warns', () => {
  expect(escapedOf('mutant', { 'PAY-01': 'pass', 'LIM-03': 'warn' })).toEqual(['one']);
  expect(escapedOf('mutant', { 'PAY-01': 'pass', 'LIM-03': 'warn' }, { warns: ['LIM-03'] })).toEqual([]);
  expect(escapedOf('mutant', { 'PAY-01': 'pass', 'LIM-03': 'pass' }, { warns: ['LIM-03'] })).toEqual(['one']);
});

test('any check kills a corner mutant, also the one that its mutant names', () => {
  expect(escapedOf('corner', { 'PAY-01': 'pass', 'LIM-03': 'fail' })).toEqual([]);
  expect(escapedOf('corner', { 'PAY-01': 'fail', 'LIM-03': 'pass' })).toEqual([]);
  expect(escapedOf('corner', { 'PAY-01': 'pass', 'LIM-03': 'pass' })).toEqual(['one']);
});
