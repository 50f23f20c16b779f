import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { caseload } from './caseload.ts';
import { subjectsOf, tableSubjects } from './subjects.ts';

/** A hundredth of the cases that `npm run bench:cases` makes. */
const count = 10_000;

const seed = 20_251_122;

test('the final text of ten thousand cases matches their labels', async () => {
  const own = subjectsOf(await loadContract());
  const tallies = [own, tableSubjects()].map((subjects) => caseload(subjects, { count: count / 2, seed }));
  for (const { mislabelled, undrawable, valid, invalid, dropped } of tallies) {
    expect({ seed, wrong: mislabelled }).toEqual({ seed, wrong: [] });
    expect(undrawable).toEqual([]);
    expect(valid + invalid).toBeGreaterThanOrEqual(count / 2);
    expect(Math.min(valid, invalid)).toBeGreaterThan(count / 20);
    const lost = [...dropped.values()].reduce((sum, one) => sum + one, 0);
    expect(lost).toBeLessThan((valid + invalid) / 5);
  }
});

test('a label that contradicts the final text is reported', () => {
  const [subject] = tableSubjects().filter(({ name }) => name === 'bounded');
  if (!subject) throw new Error('no such schema');
  const careless = { ...subject, isValid: () => true };
  const { mislabelled } = caseload([careless], { count: 100, seed });
  expect(mislabelled.length).toBeGreaterThan(0);
  expect(mislabelled.every(({ sample }) => sample.label === 'invalid')).toBe(true);
});
