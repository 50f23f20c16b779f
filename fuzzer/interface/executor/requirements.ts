import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import type { Target } from '../../../traffic/target/target.ts';
import { openApiRequirement } from '../../engine/judgement/openApiRequirements.ts';

let listed: ReadonlyMap<string, Requirement> | undefined;

/** What is asked of every answer of any API, beside the catalogue: interface.md takes it for granted. */
export const everyAnswerRequirements = ['ANY-09', 'ANY-10'] as const;

/** Every requirement of the catalogue by its id, and those of every answer. */
function known(): ReadonlyMap<string, Requirement> {
  if (listed) return listed;
  const own = readCatalogue().map(({ file, ...one }): [string, Requirement] => [one.id, { ...one, where: file }]);
  listed = new Map([...own, ...everyAnswerRequirements.map((id) => [id, openApiRequirement(id)] as const)]);
  return listed;
}

/** The requirement of an id. Throws for an id that the catalogue does not have: a claim must not name what nobody reads. */
export function requirementNamed(id: string): Requirement {
  const found = known().get(id);
  if (!found) throw new Error(`no requirement ${id}`);
  return found;
}

/** True for a requirement of which its target does not say that it has none of it. */
export function isApplicable({ facts }: Pick<Target, 'facts'>, id: string): boolean {
  return !facts.gaps.some((gap) => gap.id === id || id.startsWith(`${gap.id}-`));
}
