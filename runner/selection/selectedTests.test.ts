import { expect, test } from '@playwright/test';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import {
  allRequirements,
  failedTestTitles,
  hasNoTraceChecks,
  selectedTestTitles,
  selectedTraceCheckTitles,
  workersFor,
} from './selectedTests.ts';

const catalogue = readCatalogue();
const all: Selection = { profile: 'nightly', tier: 'active', day: '2026-01-01' };

test('a run of some requirements selects only the titles of their tests', () => {
  const asked = selectedTestTitles({ ...all, only: ['PAY-12', 'PAY-10a'] }, catalogue);
  expect('probes payment.spec.ts PAY-12 an unknown id @must').toMatch(asked ?? / /);
  for (const title of ['PAY-10a a law', 'PAY-1 a probe', 'PAY-120 a probe'])
    expect(`probes payment.spec.ts ${title} @must`).not.toMatch(asked ?? /^/);
  expect(
    selectedTestTitles({ ...all, only: ['PAY-08', 'PAY-12'], part: ['PAY-08'] }, catalogue)?.test(' PAY-12 '),
  ).toBe(false);
});

test('a run of everything, or of trace checks only, selects every test', () => {
  expect(selectedTestTitles(all, catalogue)).toBeUndefined();
  expect(selectedTestTitles({ ...all, only: ['MTD-01'] }, catalogue)).toBeUndefined();
});

test('tests that showed failures of earlier runs come first, if they are selected', () => {
  const again = ['PAY-12 near a real one', 'OUT-01', 'PAY-10a'];
  const failed = failedTestTitles({ ...all, again }, catalogue);
  const are = ['PAY-12 an unknown id', 'OUT-01 a pay-out', 'PAY-10a a trace check', 'OUT-02 another'].map((title) =>
    failed?.test(`probes payment.spec.ts ${title} @must`),
  );
  expect(are).toEqual([true, true, false, false]);
  expect(failedTestTitles({ ...all, again, only: ['OUT-02'] }, catalogue)).toBeUndefined();
});

test('one worker runs a small number of tests, even if they feed trace checks', () => {
  expect(workersFor({ ...all, only: ['PAY-12', 'PAY-08', 'MTD-01', 'PAY-10a'] }, catalogue)).toBe(1);
  expect(workersFor(all, catalogue)).toBe(2);
});

test('trace checks run if selected and in no shard; without them the runner does the final reads', () => {
  expect(
    selectedTraceCheckTitles({ ...all, only: ['GEN-01a', 'PAY-12'] }, catalogue).test('laws › GEN-01a title'),
  ).toBe(true);
  // A trace check that the catalogue does not list yet counts as one of all.
  expect(selectedTraceCheckTitles(all, catalogue).test('laws › NEW-01 title @must @law')).toBe(true);
  expect(hasNoTraceChecks(all, catalogue)).toBe(false);
  expect(hasNoTraceChecks({ ...all, only: ['PAY-12'] }, catalogue)).toBe(true);
  expect(hasNoTraceChecks({ ...all, shard: { index: 1, of: 2 } }, catalogue)).toBe(true);
});

test('a trace check that is not in the catalogue yet is judged, so that it can enter it', () => {
  expect(selectedTraceCheckTitles(all, []).test(' specs new.spec.ts NEW-01 a law @should @law')).toBe(true);
  expect(selectedTraceCheckTitles(all, []).test(' specs new.spec.ts NEW-02 a probe @should')).toBe(false);
  expect(hasNoTraceChecks(all, [])).toBe(false);
});

test('the requirements of a run include those without a Playwright test, each with its line', () => {
  const [first, ...others] = allRequirements([], catalogue);
  expect(others.length + 1).toBe(catalogue.length);
  const had = { ...first, where: 'specs/auth.spec.ts:1' } as NonNullable<typeof first>;
  expect(allRequirements([had], catalogue).find(({ id }) => id === had.id)?.where).toBe('specs/auth.spec.ts:1');
  for (const { id, where } of others) expect(where, id).toMatch(/^specs\/\w+\.spec\.ts:[1-9]\d*$/);
});
