/** How much of the suite a run asks for: at most 20 POSTs, every requirement by at least one cell, or every cell. */
export const profiles = ['smoke', 'nightly', 'full'] as const;

/** One of `profiles`. */
export type Profile = (typeof profiles)[number];

/** What a run may do to its target: read only, or create payments too. */
export const tiers = ['passive', 'active'] as const;

/** One of `tiers`. */
export type Tier = (typeof tiers)[number];

/** One of several runs that share the requirements of a selection among them; counted from 1. */
export interface Shard {
  index: number;
  of: number;
}

/** What a run was asked for. Two runs with the same selection and seed make the same requests of the same target. */
export interface Selection {
  profile: Profile;
  tier: Tier;
  /** The day by which cells rotate, YYYY-MM-DD. */
  day: string;
  /** Ids and sections as the operator named them; absent when none were. */
  asked?: readonly string[];
  /** The requirements that are judged; all when it is absent. */
  only?: readonly string[];
  shard?: Shard;
  /** Of these the probes that this shard runs. */
  part?: readonly string[];
}

/** Nights after which each cell was tried once. */
export const nights = 14;

const dayMs = 86_400_000;

/** How many of a requirement's cells a run tries. */
const takes: Readonly<Record<Profile, (cells: number) => number>> = {
  smoke: () => 1,
  nightly: (cells) => Math.ceil(cells / nights),
  full: (cells) => cells,
};

type Turn = Pick<Selection, 'profile' | 'day'>;

function inTurn(names: readonly string[], { profile, day }: Turn): string[] {
  const taken = takes[profile](names.length);
  const first = (Math.floor(Date.parse(day) / dayMs) * taken) % Math.max(1, names.length);
  return names.filter((_, index) => (index - first + names.length) % names.length < taken);
}

/**
 * The cells that a run tries, of those that a requirement has: they rotate by day, so that `nights` of them try them all.
 * Requirements whose cells are among the same `turns` rotate together and can share what they send.
 */
export function combinationsOf(names: readonly string[], selection: Turn, turns: readonly string[] = names): string[] {
  const due = new Set(inTurn(turns, selection));
  const together = names.filter((name) => due.has(name));
  return together.length > 0 ? together : inTurn(names, selection);
}

/** True for a requirement that a run was asked for; of the probes a shard has only its part. */
export function isSelected({ id, law }: { id: string; law: boolean }, { only, part }: Selection): boolean {
  return (only?.includes(id) ?? true) && (law || (part?.includes(id) ?? true));
}
