import type { Candidate } from '../../../reports/mutation/mutationRun.ts';

/** Several variants in one instance. If the bundle draws no complaint, no variant in it draws a complaint separately. */
export interface Bundle {
  name: string;
  members: readonly Candidate[];
}

/** The most variants that the emulator joins in one instance. */
const mostMembers = 8;

/**
 * Rules that decide the same thing as another rule. Two ways of limiting in one instance could together act like a third way, for which neither variant stands.
 */
const decisions: Readonly<Record<string, string>> = { countedThoughRefused: 'windowKind' };

/** Returns what a variant decides differently, by rule name. */
const decidedBy = ({ overrides = [] }: Candidate) => overrides.map((rule) => decisions[rule] ?? rule);

/** False for a variant that may draw a warning. This variant gets its own instance, since nobody could tell which member of a bundle causes a warning. */
const isQuiet = ({ warns = [] }: Candidate) => warns.length === 0;

function mayJoin(one: Candidate, members: readonly Candidate[]): boolean {
  const taken = new Set(members.flatMap(decidedBy));
  const isFree = decidedBy(one).every((rule) => !taken.has(rule));
  return isFree && members.length < mostMembers && [one, ...members].every(isQuiet);
}

/** Groups variants into bundles in which no two decide the same thing; each goes into the first bundle with room for it. */
export function bundlesOf(variants: readonly Candidate[]): Bundle[] {
  const bundles: Candidate[][] = [];
  for (const one of variants) {
    const bundle = bundles.find((members) => mayJoin(one, members));
    if (bundle) bundle.push(one);
    else bundles.push([one]);
  }
  return bundles.map((members) => ({ name: members.map(({ name }) => name).join('+'), members }));
}

/** Returns a bundle as one candidate: it may draw the warnings that its members may. */
export function candidateOf({ name, members }: Bundle): Candidate {
  return { name, kind: 'variant', because: name, warns: members.flatMap(({ warns = [] }) => warns) };
}
