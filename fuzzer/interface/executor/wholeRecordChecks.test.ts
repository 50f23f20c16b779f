import { expect, test } from '@playwright/test';
import { recordWideOracles } from '../../../runner/selection/recordWide.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { wholeRecordChecks } from './wholeRecordChecks.ts';

/** What a campaign has nothing of: uses of an id after days; what it judges where it runs a test of retries; and what a run only learns. */
const leftToRuns = [
  'oneOrderAfterDays',
  'restsAfterSuccess',
  'retriesAfter',
  'retriesAtMost',
  'retriesLater',
  'estimatesAgree',
] as const;

test('a campaign asserts of its records what the tests of a run assert of all that was sent', () => {
  const asserted = new Set(wholeRecordChecks.map(({ oracle }) => oracle));
  const missing = recordWideOracles.filter((name) => !asserted.has(name));
  expect(missing.toSorted()).toEqual([...leftToRuns].toSorted());
});

test('each check of a whole record belongs to a requirement whose test asserts it', () => {
  const oraclesOf = new Map(readCatalogue().map(({ id, oracles = [] }) => [id, oracles]));
  // A campaign has its own way to see the effect of a refused request.
  const own = ['noEffects'];
  const strange = wholeRecordChecks.filter(
    ({ id, oracle }) => !own.includes(oracle) && !oraclesOf.get(id)?.includes(oracle),
  );
  expect(strange.map(({ id, oracle }) => `${id} ${oracle}`)).toEqual([]);
});
