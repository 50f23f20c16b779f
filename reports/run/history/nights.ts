import type { Verdict } from '../../../judge/buildVerdict.ts';

/** A run in the history of a target. */
type Night = NonNullable<Verdict['history']>['nights'][number];

/** A requirement whose outcome changed, between the runs in which it was decided or tried. */
export interface Flaky {
  id: string;
  changes: number;
  runs: number;
  /** Its outcome in these runs, the newest last. */
  outcomes: readonly string[];
}

/** A run, with the share of its judged requirements that passed. */
export interface NightRow extends Omit<Night, 'failed' | 'others'> {
  failed: number;
  passRate?: number;
}

/** What the stored runs of a target say together. */
export interface NightHistory {
  nights: readonly NightRow[];
  flaky: readonly Flaky[];
}

/** Outcomes of a requirement that a run did not try. */
const untried: ReadonlySet<string> = new Set(['unverified', 'not run']);

/** Returns what a run made of a requirement; undefined if it did not try it. What is neither a failure nor listed apart was fine. */
function outcomeIn({ failed, others = {} }: Night, id: string): string | undefined {
  const outcome = failed.includes(id) ? 'fail' : (others[id] ?? 'fine');
  return untried.has(outcome) ? undefined : outcome;
}

/** Counts how often the outcome of a requirement changed. A smoke run leaves most requirements out, so it does not count. */
function flakinessOf(id: string, nights: readonly Night[]): Flaky {
  const outcomes = nights.filter(({ profile }) => profile !== 'smoke').flatMap((night) => outcomeIn(night, id) ?? []);
  const changes = outcomes.filter((outcome, at) => at > 0 && outcome !== outcomes[at - 1]).length;
  return { id, changes, runs: outcomes.length, outcomes };
}

function rowOf({ others: _, failed, ...night }: Night): NightRow {
  const { passed, judged } = night;
  return {
    ...night,
    failed: failed.length,
    ...(judged > 0 && { passRate: Math.round((passed / judged) * 1_000) / 1_000 }),
  };
}

/** Returns what the stored runs of a target say together, the runs in their order, and the requirements that changed most first. */
export function nightHistory(nights: readonly Night[]): NightHistory {
  const ids = [...new Set(nights.flatMap(({ failed, others = {} }) => [...failed, ...Object.keys(others)]))].sort();
  const flaky = ids.map((id) => flakinessOf(id, nights)).filter(({ changes }) => changes > 0);
  return { nights: nights.map(rowOf), flaky: flaky.toSorted((a, b) => b.changes - a.changes) };
}
