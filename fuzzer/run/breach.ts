import type { Contribution } from '../../harness/ledger.ts';
import type { Requirement } from '../../harness/requirement.ts';
import { fold } from '../../harness/verdict.ts';

/** A requirement that the target breaks, as one ruling shows it. */
export interface Breach {
  requirement: Requirement;
  outcome: 'fail' | 'warn';
  /** The code of the fault (`harness/fault.ts`). */
  code: string;
  wanted: string;
  seen: string;
  /** The numbers of the exchanges that show it. */
  exchanges: readonly string[];
}

/** Findings that showed in a campaign, by their fingerprints: whether they are failures or warnings. */
export type Shown = Readonly<Record<string, Breach['outcome']>>;

/**
 * What a contribution says that a target broke; nothing where it says anything else. What a campaign learns is of the cases that it happened to draw: only
 * a run holds it against what was learned before.
 */
export function breachesIn(requirement: Requirement, contribution: Contribution): Breach[] {
  const { outcome, findings } = fold(requirement, [contribution], { circumstance: { selected: true } });
  return outcome === 'fail' || outcome === 'warn' ? findings.map((one) => ({ requirement, outcome, ...one })) : [];
}
