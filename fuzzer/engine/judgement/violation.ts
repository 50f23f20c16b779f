import type { Contribution } from '../../../judge/assertionLog.ts';
import { aggregate } from '../../../judge/requirementVerdict.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';

/** A requirement that the target violates, as one result shows it. */
export interface Violation {
  requirement: Requirement;
  outcome: 'fail' | 'warn';
  /** The code of the fault (`traffic/outcome/fault.ts`). */
  code: string;
  wanted: string;
  seen: string;
  /** The ids of the exchanges that show it. */
  exchanges: readonly string[];
}

/** The findings that showed in a campaign, by fingerprint, with their outcome: failure or warning. */
export type ShownFindings = Readonly<Record<string, Violation['outcome']>>;

/**
 * Returns the violations in a contribution. What a campaign learns depends on the cases that it happened to generate, so a campaign does not compare it with
 * what was learned before. Only a run makes this comparison.
 */
export function violationsIn(requirement: Requirement, contribution: Contribution): Violation[] {
  if (contribution.ruling.state === 'held' || contribution.ruling.state === 'learned') return [];
  const { outcome, findings } = aggregate(requirement, [contribution], { circumstance: { selected: true } });
  return outcome === 'fail' || outcome === 'warn' ? findings.map((one) => ({ requirement, outcome, ...one })) : [];
}
