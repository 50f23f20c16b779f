import { expect, test } from '@playwright/test';
import { loadContract } from '../../../schemas/load/contract.ts';
import { OpenApiCoverage } from '../coverage/coverage.ts';
import { openApiProgressLine } from './progressLine.ts';

test('a progress line has the rate, operations, requirements, findings and the time left', async () => {
  const contract = await loadContract('schemas/openapi.json');
  const { operations } = contract;
  const coverage = new OpenApiCoverage(contract);
  const state = { spent: { posts: 50, gets: 150 }, cases: 90, elapsedMs: 40_000, coverage, violations: new Map() };
  const line = openApiProgressLine({ ...state, findings: 1, shown: {}, unsent: 0, led: 0 }, { posts: 200, minutes: 1 });
  expect(line).toBe(
    `0:40, 50 of 200 writes, 150 GET (5/s), 90 cases, 0 of ${operations.length} operations, 0 of 15 requirements, 1 findings, less than a minute left`,
  );
});
