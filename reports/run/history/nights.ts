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
export interface NightRow extends Omit<Night, 'failed' | 'others' | 'fine'> {
  failed: number;
  passRate?: number;
}

/** What the stored runs of a target say together. */
export interface NightHistory {
  nights: readonly NightRow[];
  flaky: readonly Flaky[];
  /** How many runs do not say what was fine in them: smoke runs of earlier versions. Of these only what they list counts. */
  unsaid: number;
}

/** Outcomes of a requirement that a run did not try. */
const untried: ReadonlySet<string> = new Set(['unverified', 'not run']);

/** True for a run that left requirements out, and does not say which were fine: a smoke run of an earlier version. */
const isUnsaid = ({ profile, fine }: Night) => profile === 'smoke' && fine === undefined;

/** Returns what a run made of a requirement; undefined if it did not try it. In a run that left none out, what is not listed was fine. */
function outcomeIn(night: Night, id: string): string | undefined {
  const { failed, others = {}, fine } = night;
  const isFine = fine === undefined ? !isUnsaid(night) : fine.includes(id);
  const listed = Object.hasOwn(others, id) ? others[id] : undefined;
  const outcome = failed.includes(id) ? 'fail' : (listed ?? (isFine ? 'fine' : undefined));
  return outcome === undefined || untried.has(outcome) ? undefined : outcome;
}

/** Counts how often the outcome of a requirement changed, between the runs that tried it. */
function flakinessOf(id: string, nights: readonly Night[]): Flaky {
  const outcomes = nights.flatMap((night) => outcomeIn(night, id) ?? []);
  const changes = outcomes.filter((outcome, at) => at > 0 && outcome !== outcomes[at - 1]).length;
  return { id, changes, runs: outcomes.length, outcomes };
}

function rowOf({ others: _, fine: __, failed, ...night }: Night): NightRow {
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
  return {
    nights: nights.map(rowOf),
    flaky: flaky.toSorted((a, b) => b.changes - a.changes),
    unsaid: nights.filter(isUnsaid).length,
  };
}
