import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../tests/support/records/records.ts';
import type { Line } from '../traffic/journal/journalTypes.ts';
import type { Requirement } from '../traffic/requirements/requirement.ts';
import { judge } from './judge.ts';

test('a read that is refused in its test and accepted when it is sent again after a pause is a violation, and the reverse is none', async () => {
  const tale: readonly SampleExchange[] = [
    { operation: 'GET /v1/user/methods', answer: [] },
    { operation: 'GET /v1/user/methods', purpose: 'defect', status: 401, atMs: 20 },
  ];
  const outcomeWhen = async (later: SampleExchange) => {
    const exchanges = [...tale, { ...later, recalls: 'p0-2', purpose: 'defect' as const, atMs: 90_000 }];
    const args = { exchange: 'p0-2', control: 'p0-1', defect: 'a wrong secret' };
    const lines: Line[] = [
      runLine,
      ...exchanges.map((one, at) => exchangeLine(`p0-${at + 1}`, one)),
      { kind: 'claim', requirement: 'AUT-05', oracle: 'refused', args },
      { kind: 'end', requirement: 'AUT-05', status: 'done', claims: 1, exchanges: 0 },
    ];
    const record = await recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
    const requirements = [{ id: 'AUT-05', kind: 'must', title: 'refused' } as unknown as Requirement];
    const selection = { profile: 'full', tier: 'active', day: '2026-01-01' } as const;
    const [verdict] = judge({ record, traceCheckLines: [], requirements, selection });
    return [verdict?.outcome, verdict?.exchanges.includes('p0-3')];
  };
  expect(await outcomeWhen({ answer: [] })).toEqual(['fail', true]);
  expect(await outcomeWhen({ status: 401 })).toEqual(['pass', false]);
  expect(await outcomeWhen({ status: 503 })).toEqual(['pass', false]);
});
