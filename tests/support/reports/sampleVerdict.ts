import type { BrokenResult } from '../../../judge/brokenResults.ts';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { countsOf } from '../../../reports/run/outcomeCounts.ts';

/** Builds a failed requirement for tests; `parts` replaces some of its fields. */
export function sampleRequirement(parts: Partial<RequirementVerdict> = {}): RequirementVerdict {
  return {
    id: 'OUT-02',
    title: 'KZT requires firstName and lastName',
    section: 'OUT',
    kind: 'must',
    basis: 'text',
    law: false,
    where: 'specs/payout.spec.ts:41',
    outcome: 'fail',
    attribution: 'target',
    findings: [{ code: 'notRefused', wanted: 'refusal', seen: '200', exchanges: ['p0-1', 'p0-2'] }],
    exchanges: ['p0-1', 'p0-2'],
    ...parts,
  };
}

/** Builds a broken result in a combination, or without one, for tests; `parts` replaces some of its fields. */
export const sampleBroken = (combination?: string, parts: Partial<BrokenResult> = {}): BrokenResult => ({
  fingerprint: 'a1',
  outcome: 'fail',
  code: 'notRefused',
  wanted: 'a refusal',
  seen: '200',
  exchanges: [],
  ...(combination !== undefined && { combination }),
  ...parts,
});

/** Builds a verdict on these requirements for tests; `parts` replaces some of its fields. */
export function sampleVerdict(requirements: readonly RequirementVerdict[], parts: Partial<Verdict> = {}): Verdict {
  return {
    version: 1,
    header: {
      judgedAt: '2026-01-01T00:00:00Z',
      durationMs: 6_040,
      host: 'here',
      journal: 'journal',
      run: { id: 'told', seed: 7, startedAt: '2026-01-01T00:00:00Z' },
      exchanges: { total: 12, get: 9, post: 3 },
      throttled: [],
    },
    selection: { profile: 'nightly', tier: 'active', day: '2026-01-01' },
    target: { name: 'shop', kind: 'vendor', baseUrl: 'https://api.example.com' },
    contract: 'f'.repeat(64),
    cells: { evidenced: 0, of: 0 },
    outcomes: countsOf(requirements),
    exit: 1,
    requirements,
    ...parts,
  };
}
