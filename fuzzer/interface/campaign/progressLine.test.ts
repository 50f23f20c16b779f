import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { sampleCase } from '../../../tests/support/findings/sampleFindings.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { noSpent } from '../../engine/budget/requestMeter.ts';
import { boundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import { Coverage } from '../coverage/coverage.ts';
import type { CampaignState } from './plan.ts';
import { noProgress } from './progress.ts';
import { progressLine } from './progressLine.ts';

const stateOf = (changes: Partial<CampaignState>): CampaignState => ({
  ...noProgress,
  elapsedMs: 10_000,
  coverage: new Coverage(),
  combinations: [],
  violations: new Map(),
  findings: 2,
  ...changes,
});

const scale = async () => ({
  budget: { posts: 300 },
  before: noSpent,
  contract: await loadContract('schemas/openapi.json'),
  catalogue: readCatalogue(),
});

test('a progress line has the rate, operations, requirements, findings and the time left', async () => {
  const coverage = new Coverage();
  const { contract, catalogue } = await scale();
  const assertion = { requirement: 'PAY-05', oracle: 'refused' as const, args: {} };
  const result = { state: 'held', exchanges: [] } as const;
  coverage.executed(
    { case: sampleCase, steps: [], assertions: [{ claim: assertion, args: {}, ruling: result }], exchanges: [] },
    boundaryCaseIndex(contract),
  );
  const line = progressLine(stateOf({ spent: { posts: 30, gets: 70 }, cases: 25, coverage }), await scale());
  const documented = contract.operations.filter(({ optional }) => !optional);
  expect(line).toBe(
    `30 of 300 POST, 70 GET (10/s), 25 cases, 1 of ${documented.length} operations, 1 of ${catalogue.length} requirements, 2 findings, about 2 min left`,
  );
});

test('a resumed campaign computes its rate and time left from its own requests', async () => {
  const before = { posts: 270, gets: 500 };
  const line = progressLine(stateOf({ spent: { posts: 280, gets: 520 } }), { ...(await scale()), before });
  expect(line).toContain('280 of 300 POST, 520 GET (3/s)');
  expect(line).toMatch(/, less than a minute left$/);
});

test('no time left is shown without a limit', async () => {
  const line = progressLine(stateOf({ spent: { posts: 1, gets: 1 } }), { ...(await scale()), budget: {} });
  expect(line).toMatch(/, 2 findings$/);
});
