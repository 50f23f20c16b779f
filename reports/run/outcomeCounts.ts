import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { outcomes } from '../../traffic/outcome/outcome.ts';

/** Counts the requirements of each outcome, worst first; an outcome without requirements is absent. */
export function countsOf(requirements: readonly RequirementVerdict[]): Verdict['outcomes'] {
  const counts = outcomes.map((name) => [name, requirements.filter(({ outcome }) => outcome === name).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Groups the requirements by section, in the order in which the sections first appear. */
export function bySection(
  requirements: readonly RequirementVerdict[],
): ReadonlyMap<string, readonly RequirementVerdict[]> {
  const names = new Set(requirements.map(({ section }) => section));
  return new Map([...names].map((name) => [name, requirements.filter(({ section }) => section === name)]));
}

/** Writes counts as words: `2 fail, 31 pass`. */
export function countWords(counts: Verdict['outcomes']): string {
  return Object.entries(counts)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}
