import type { Candidate } from '../../../reports/mutation/mutationRun.ts';

/** Several variants in one instance: if they draw no complaint together, none draws one on its own. */
export interface Bundle {
  name: string;
  members: readonly Candidate[];
}

/** The most variants that the emulator joins in one instance. */
const mostMembers = 8;

/** Rules that decide the same thing as another one: two ways of limiting at once could be a third one that neither variant stands for. */
const decisions: Readonly<Record<string, string>> = { countedThoughRefused: 'windowKind' };

/** Returns what a variant decides differently, by rule name. */
const decidedBy = ({ overrides = [] }: Candidate) => overrides.map((rule) => decisions[rule] ?? rule);

/** False for a variant that may draw a warning: it gets its own instance, since a warning of a bundle could not be assigned. */
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
