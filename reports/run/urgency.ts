import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';

/** Ranks what a reader must look at: new failures, failures of earlier runs, failures that are known and not counted, then everything else. */
function rank({ id, outcome, accepted }: RequirementVerdict, fresh: ReadonlySet<string>): number {
  if (outcome !== 'fail') return 3;
  if (accepted) return 2;
  return fresh.has(id) ? 0 : 1;
}

/** Returns the requirements with what is new and worst first; equals stay in the order of their ids. */
export function byUrgency({ requirements, history }: Pick<Verdict, 'requirements' | 'history'>): RequirementVerdict[] {
  const fresh = new Set(history?.new.map(({ requirement }) => requirement));
  return requirements.toSorted((a, b) => rank(a, fresh) - rank(b, fresh));
}
