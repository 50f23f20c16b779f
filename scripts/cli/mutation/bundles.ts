import type { Candidate } from '../../../reports/mutation/mutationRun.ts';

/** Several variants in one world: what draws no complaint together draws none apart. */
export interface Bundle {
  name: string;
  members: readonly Candidate[];
}

/** So many the emulator joins in one world. */
const mostMembers = 8;

/** Rules that decide of one thing: two ways of a limiter at once may be a third one, which none of the two is. */
const decisions: Readonly<Record<string, string>> = { countedThoughRefused: 'windowKind' };

/** What a variant decides otherwise, by the names of rules. */
const decidedBy = ({ overrides = [] }: Candidate) => overrides.map((rule) => decisions[rule] ?? rule);

/** One that may draw a warning has a world of its own: of a bundle nobody could tell whose warning it is. */
const isQuiet = ({ warns = [] }: Candidate) => warns.length === 0;

function fits(one: Candidate, members: readonly Candidate[]): boolean {
  const taken = new Set(members.flatMap(decidedBy));
  const isFree = decidedBy(one).every((rule) => !taken.has(rule));
  return isFree && members.length < mostMembers && [one, ...members].every(isQuiet);
}

/** Variants in bundles in which no two decide of one thing: each goes into the first that it fits. */
export function bundlesOf(variants: readonly Candidate[]): Bundle[] {
  const bundles: Candidate[][] = [];
  for (const one of variants) {
    const bundle = bundles.find((members) => fits(one, members));
    if (bundle) bundle.push(one);
    else bundles.push([one]);
  }
  return bundles.map((members) => ({ name: members.map(({ name }) => name).join('+'), members }));
}

/** A bundle as one candidate: it may draw the warnings that its member may. */
export function candidateOf({ name, members }: Bundle): Candidate {
  return { name, kind: 'variant', because: name, warns: members.flatMap(({ warns = [] }) => warns) };
}
