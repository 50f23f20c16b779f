import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { DimensionName } from '../../../traffic/requirements/dimensions.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { readQuantifiers } from '../../../traffic/requirements/variedDimensions.ts';
import type { Target } from '../../../traffic/target/target.ts';

let listed: ReadonlyMap<string, Requirement> | undefined;
let quantified: ReturnType<typeof readQuantifiers> | undefined;

/** Returns the dimensions over which the text of a requirement quantifies. */
export function dimensionsOf(id: string): readonly DimensionName[] {
  quantified ??= readQuantifiers();
  return quantified[id]?.over ?? [];
}

/** Returns every requirement of the catalogue by id. */
function known(): ReadonlyMap<string, Requirement> {
  listed ??= new Map(readCatalogue().map(({ file, ...one }) => [one.id, { ...one, where: file }]));
  return listed;
}

/** Returns the requirement of an id. Throws if the catalogue does not have the id, since an assertion must name a known requirement. */
export function requirementNamed(id: string): Requirement {
  const found = known().get(id);
  if (!found) throw new Error(`no requirement ${id}`);
  return found;
}

/** True unless the target declares a gap for the requirement. */
export function isApplicable({ facts }: Pick<Target, 'facts'>, id: string): boolean {
  return !facts.gaps.some((gap) => gap.id === id || id.startsWith(`${gap.id}-`));
}
