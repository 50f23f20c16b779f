import { expect, test } from '@playwright/test';
import { exercisePages } from '../../../../tests/support/emulator/exercisePages.ts';
import { openTestEmulator, type TestResponse } from '../../../../tests/support/emulator/testEmulator.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { pageSectionMutants } from './index.ts';

const textOf = (answers: readonly TestResponse[]): string =>
  JSON.stringify(answers.map(({ status, headers: { date: _, ...headers }, text }) => [status, headers, text]));

const visited = (rules: Partial<Rules>) =>
  exercisePages(openTestEmulator({ control: true, rules: { ...conformingRules, ...rules } }), '');

test('names are unique, and each clause of pages has two mutants', () => {
  const names = pageSectionMutants.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const counts = new Map<string, string[]>();
  for (const { name, breaks } of pageSectionMutants) counts.set(breaks, [...(counts.get(breaks) ?? []), name]);
  expect([...counts].filter(([, mutants]) => mutants.length < 2)).toEqual([]);
  expect([...counts.keys()].sort().join(' ')).toBe(
    'CHK-05 CHK-06 CHK-11 CHK-12 CHK-13 REQ-09 SBX-06 WID-01 WID-02 WID-03 WID-04 WID-05 WID-06 WID-07 WID-08 WID-09 WID-10',
  );
});

test('some mutant of each clause differs on a visit to all pages, and none has an internal error', {
  tag: '@full',
}, async () => {
  const conforming = textOf(await visited({}));
  const shown = new Set<string>();
  for (const { name, breaks, rules } of pageSectionMutants) {
    const answers = await visited(rules);
    if (textOf(answers) !== conforming) shown.add(breaks);
    expect(answers.find(({ text }) => text.includes('"internal"'))?.text, name).toBeUndefined();
  }
  // Corners show on other visits only: the mutation run looks for them.
  expect(pageSectionMutants.map(({ breaks }) => breaks).filter((one) => !shown.has(one))).toEqual([]);
});
