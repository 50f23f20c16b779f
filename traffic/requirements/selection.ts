/** How much of the suite to run: at most 20 POSTs, every requirement with at least one combination, or every combination. */
export const profiles = ['smoke', 'nightly', 'full'] as const;

/** One of `profiles`. */
export type Profile = (typeof profiles)[number];

/** What a run may do to its target: only read, or also create payments. */
export const tiers = ['passive', 'active'] as const;

/** One of `tiers`. */
export type Tier = (typeof tiers)[number];

/** One of several runs that share the requirements of a selection; counted from 1. */
export interface Shard {
  index: number;
  of: number;
}

/** What a run was asked to do. Two runs with the same selection and seed send the same requests to the same target. */
export interface Selection {
  profile: Profile;
  tier: Tier;
  /** The day that decides the rotation of combinations, YYYY-MM-DD. */
  day: string;
  /** Ids and sections as the operator named them; absent if the operator named nothing. */
  asked?: readonly string[];
  /** The requirements to judge; all if absent. */
  only?: readonly string[];
  shard?: Shard;
  /** The tests that this shard runs, out of the requirements to judge. */
  part?: readonly string[];
  /** What showed a failure of an earlier run, newest first: requirements with a combination (`PAY-12 by card`). They are asked first, beside those of the day. */
  again?: readonly string[];
  /** Requirements that try only half of the combinations of the day, because the night has no POSTs for more. */
  halved?: readonly string[];
  /** By the label of each other account that takes part, the tests that are repeated with it. */
  asOthers?: Readonly<Record<string, readonly string[]>>;
}

/** The number of nights after which every combination was tried once. */
export const nights = 14;

const dayMs = 86_400_000;

/** Returns the number of a day, by which what takes turns is chosen; the next day has the next number. */
const numberOfDay = (day: string): number => Math.floor(Date.parse(day) / dayMs);

/** How many combinations of a requirement a run tries. */
const combinationsTried: Readonly<Record<Profile, (count: number) => number>> = {
  smoke: () => 1,
  nightly: (count) => Math.ceil(count / nights),
  full: (count) => count,
};

type RotationDay = Pick<Selection, 'profile' | 'day' | 'again' | 'halved'>;

/** A requirement in one of its combinations, as `again` names it. */
export const askedWords = (requirement: string, combination = '') => `${requirement} ${combination}`.trim();

function dueNames(names: readonly string[], { profile, day }: RotationDay): string[] {
  const taken = combinationsTried[profile](names.length);
  const first = (numberOfDay(day) * taken) % Math.max(1, names.length);
  return names.filter((_, index) => (index - first + names.length) % names.length < taken);
}

/** Returns one half of the combinations of a day: the other one is due when they come round again. */
const halfOf = (due: readonly string[], day: string) => {
  const kept = due.length < 2 ? 0 : Math.floor(numberOfDay(day) / nights) % 2;
  return due.filter((_, index) => index % 2 === kept);
};

/** The combinations of a requirement. Requirements with the same `rotation` rotate together and can share requests. */
export interface RotatingCombinations {
  id: string;
  names: readonly string[];
  rotation?: readonly string[] | undefined;
}

/** Returns the combinations that a run tries: those that failed before, then those of the day. They rotate, so that `nights` days try them all. */
export function combinationsOf(
  { id, names, rotation = names }: RotatingCombinations,
  selection: RotationDay,
): string[] {
  const common = new Set(dueNames(rotation, selection));
  const together = names.filter((name) => common.has(name));
  const due = together.length > 0 ? together : dueNames(names, selection);
  const ofDay = selection.halved?.includes(id) ? halfOf(due, selection.day) : due;
  const failed = names.filter((name) => selection.again?.includes(askedWords(id, name)));
  return [...new Set([...failed, ...ofDay])];
}

/** Returns the selection by which other accounts repeat tests: with the combinations of a night, so that they repeat many tests. */
export const selectionOfOthers = (selection: Selection): Selection => ({ ...selection, profile: 'nightly' });

/** True if a run includes a requirement. A shard runs only its part of the tests. */
export function isSelected({ id, law }: { id: string; law: boolean }, { only, part }: Selection): boolean {
  return (only?.includes(id) ?? true) && (law || (part?.includes(id) ?? true));
}
