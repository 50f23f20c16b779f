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

/** The findings that showed in a campaign, by fingerprint: whether they are failures or warnings. */
export type ShownFindings = Readonly<Record<string, Violation['outcome']>>;

/**
 * Returns the violations in a contribution. A campaign does not compare what it learns, since that depends on the cases that it happened to generate: only a
 * run compares it with what was learned before.
 */
export function violationsIn(requirement: Requirement, contribution: Contribution): Violation[] {
  const { outcome, findings } = aggregate(requirement, [contribution], { circumstance: { selected: true } });
  return outcome === 'fail' || outcome === 'warn' ? findings.map((one) => ({ requirement, outcome, ...one })) : [];
}
