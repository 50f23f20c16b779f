import { readCatalogue } from '../../harness/catalogue.ts';
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
