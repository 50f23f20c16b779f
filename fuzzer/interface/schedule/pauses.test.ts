import { expect, test } from '@playwright/test';
import type { CaseStep, FuzzCase } from '../../engine/cases/fuzzCase.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import { afterPause } from './pauses.ts';

const step = (path: string): CaseStep => ({ method: 'GET', path, headers: [], signing: 'signed' });
const caseOf = (path: string): FuzzCase => ({ steps: [step(path)], label: { is: 'valid', because: 'a sample' } });

const alone = caseOf('/v1/user/wallet/balances');

const pauses = (one: FuzzCase) =>
  Array.from({ length: 400 }, (_, nth) => afterPause(one, seededRandom('pauses', nth)).pauseMs);

test('half of the cases that run alone begin after a pause of any magnitude from a second to hours', () => {
  const all = pauses(alone);
  const made = all.filter((ms) => ms !== undefined);
  expect(made.length).toBeGreaterThan(150);
  expect(made.length).toBeLessThan(250);
  for (const [least, most] of [
    [1_000, 10_000],
    [60_000, 600_000],
    [3_600_000, 9_000_000],
  ] as const)
    expect(made.some((ms) => ms >= least && ms < most)).toBe(true);
  expect(Math.min(...made)).toBeGreaterThanOrEqual(1_000);
  expect(all).toEqual(pauses(alone));
});

test('a case beside which others may be under way has no pause', () => {
  expect(new Set(pauses(caseOf('/v1/user/methods')))).toEqual(new Set([undefined]));
});
