import { readCatalogue } from '../../harness/catalogue.ts';
import type { Target } from '../../harness/target.ts';
import type { Requirement } from '../../harness/verdict.ts';

let listed: ReadonlyMap<string, Requirement> | undefined;

/** Every requirement of the catalogue by its id. */
function known(): ReadonlyMap<string, Requirement> {
  listed ??= new Map(readCatalogue().map(({ file, ...one }) => [one.id, { ...one, where: file }]));
  return listed;
}

/** The requirement of an id. Throws for an id that the catalogue does not have: a claim must not name what nobody reads. */
export function requirementNamed(id: string): Requirement {
  const found = known().get(id);
  if (!found) throw new Error(`no requirement ${id}`);
  return found;
}

/** True for a requirement of which its target does not say that it has none of it. */
export function isAsked({ facts }: Pick<Target, 'facts'>, id: string): boolean {
  return !facts.gaps.some((gap) => gap.id === id || id.startsWith(`${gap.id}-`));
}
