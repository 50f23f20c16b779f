import type { Candidate } from '../reports/fleet.ts';

/** Several variants in one world: what draws no complaint together draws none apart. */
export interface Bundle {
  name: string;
  members: readonly Candidate[];
}

/** More of them would too often draw a complaint that none of them draws by itself. */
const mostMembers = 6;

const rulesOf = (members: readonly Candidate[]) => members.flatMap(({ overrides = [] }) => overrides);

/** One that may draw a warning has a world of its own: of a bundle nobody could tell whose warning it is. */
const isQuiet = ({ warns = [] }: Candidate) => warns.length === 0;

function fits(one: Candidate, members: readonly Candidate[]): boolean {
  const taken = new Set(rulesOf(members));
  const { overrides = [] } = one;
  return (
    [one, ...members].every(isQuiet) && members.length < mostMembers && overrides.every((rule) => !taken.has(rule))
  );
}

/** Variants in bundles in which no two override one rule: each goes into the first that it fits. */
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
