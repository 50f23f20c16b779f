import type { Contribution } from '../../../judge/assertionLog.ts';
import { aggregate } from '../../../judge/requirementVerdict.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';

/** A requirement that the target breaks, as one ruling shows it. */
export interface Violation {
  requirement: Requirement;
  outcome: 'fail' | 'warn';
  /** The code of the fault (`traffic/outcome/fault.ts`). */
  code: string;
  wanted: string;
  seen: string;
  /** The numbers of the exchanges that show it. */
  exchanges: readonly string[];
}

/** Findings that showed in a campaign, by their fingerprints: whether they are failures or warnings. */
export type ShownFindings = Readonly<Record<string, Violation['outcome']>>;

/**
 * What a contribution says that a target broke; nothing where it says anything else. What a campaign learns is of the cases that it happened to draw: only
 * a run holds it against what was learned before.
 */
export function violationsIn(requirement: Requirement, contribution: Contribution): Violation[] {
  const { outcome, findings } = aggregate(requirement, [contribution], { circumstance: { selected: true } });
  return outcome === 'fail' || outcome === 'warn' ? findings.map((one) => ({ requirement, outcome, ...one })) : [];
}
