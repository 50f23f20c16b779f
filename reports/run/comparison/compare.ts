import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { evidenced, type Outcome } from '../../../traffic/outcome/outcome.ts';
import { targetWords } from '../../text/targetWords.ts';
import { outcomeLabel } from '../messages.ts';
import { type FailureChange, failureChanges } from './failureChanges.ts';

/** One difference between two verdicts. `before` or `after` is absent if that verdict lacks the value. */
export interface Change {
  what: string;
  before?: string;
  after?: string;
}

/** A difference of one requirement that is no failure. */
export interface RequirementChange extends Change {
  id: string;
}

/** The differences between two verdicts that matter to a reader: not their times, places and requests. */
export interface Comparison {
  run: readonly Change[];
  regressions: readonly FailureChange[];
  fixes: readonly FailureChange[];
  /** What fails in both, and failures that are known and do not count. */
  failing: readonly FailureChange[];
  /** Failures for which one of the two runs did not ask. */
  notAsked: readonly FailureChange[];
  others: readonly RequirementChange[];
  /** How many requirements differ only by the combinations that were asked, or by what was learned besides. */
  rotated: number;
}

type Facts = Readonly<Record<string, string | undefined>>;

function changesBetween(before: Facts, after: Facts): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((what) => {
    const [was, is] = [before[what], after[what]];
    if (was === is) return [];
    return [{ what, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

// The day, which rotates the combinations, is left out, as are the numbers of combinations.
const factsOfRun = ({ target, contract, selection, halt, exit }: Verdict): Facts => ({
  exit: String(exit),
  target: targetWords(target),
  contract,
  profile: selection.profile,
  tier: selection.tier,
  only: selection.asked?.join(' '),
  shard: selection.shard && `${selection.shard.index} of ${selection.shard.of}`,
  halt: halt?.cause,
});

/** Outcomes of requirements that a run did not try, or left to another one. */
const unasked: ReadonlySet<Outcome> = new Set(['not selected', 'deferred']);

/** Outcomes whose changes are changes of failures, or of what was learned. */
const isHeld = ({ outcome }: RequirementVerdict) => evidenced.has(outcome);

/** Returns how the outcome of a requirement changed, if that is no change of a failure. */
function outcomeChanges(was: RequirementVerdict, is: RequirementVerdict): RequirementChange[] {
  const isFailure = was.outcome === 'fail' || is.outcome === 'fail' || (isHeld(was) && isHeld(is));
  if (isFailure || unasked.has(was.outcome) || unasked.has(is.outcome)) return [];
  const [before, after] = [was, is].map((one) => outcomeLabel({ ...one, basis: 'text' })) as [string, string];
  return before === after ? [] : [{ id: is.id, what: 'outcome', before, after }];
}

/** Returns a value under a name that the target may have chosen. */
const own = (values: Readonly<Record<string, string>> = {}, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const itemsOf = (list: string) => list.split(', ');

/** True for two learned values that cannot both be parts of the same whole. */
const isContrary = (before: string, after: string) => !itemsOf(before).some((item) => itemsOf(after).includes(item));

/** Returns what a requirement learned in contradiction to the earlier run, or to the baseline of the later one. */
function learnedChanges({ learned: before = {}, was: old = {} }: RequirementVerdict, is: RequirementVerdict) {
  return Object.entries(is.learned ?? {}).flatMap(([key, after]): RequirementChange[] => {
    const baseline = own(is.was, key);
    const known = own(before, key) ?? (own(old, key) === baseline ? undefined : baseline);
    return known === undefined || !isContrary(known, after)
      ? []
      : [{ id: is.id, what: `learned ${key}`, before: known, after }];
  });
}

/** Returns the changes of a warning; a warning that was not asked for in one of the runs is none. */
const warningChange = ({ state, id, outcome, before, now }: FailureChange): RequirementChange[] =>
  outcome === 'warn' && (state === 'regression' || state === 'fix')
    ? [{ id, what: 'warning', before, after: now }]
    : [];

/** The parts of a verdict in which a requirement differs from night to night. */
const rotatingParts = ({ outcome, cells, learned, held, broken }: RequirementVerdict) =>
  JSON.stringify([outcome, cells, learned, held?.toSorted(), broken?.map(({ fingerprint }) => fingerprint)]);

interface Compared {
  failures: readonly FailureChange[];
  others: readonly RequirementChange[];
  isRotated: boolean;
}

function comparedById(id: string, before: Verdict, after: Verdict): Compared {
  const [was, is] = [before, after].map(({ requirements }) => requirements.find((one) => one.id === id));
  const all = failureChanges(id, before, after);
  const failures = all.filter(({ outcome }) => outcome === 'fail');
  const warnings = all.flatMap(warningChange);
  if (!was || !is) {
    const what = was ? 'only in the earlier verdict' : 'only in the later verdict';
    return { failures, others: failures.length > 0 ? [] : [{ id, what }], isRotated: false };
  }
  const others = [...outcomeChanges(was, is), ...warnings, ...learnedChanges(was, is)];
  const isSame = rotatingParts(was) === rotatingParts(is);
  return { failures, others, isRotated: failures.length + others.length === 0 && !isSame };
}

/** Compares two verdicts, an earlier and a later one; requirements are in the order of their ids. */
export function compareVerdicts(before: Verdict, after: Verdict): Comparison {
  const ids = [...new Set([before, after].flatMap(({ requirements }) => requirements.map(({ id }) => id)))].sort();
  const all = ids.map((id) => comparedById(id, before, after));
  const inState = (wanted: FailureChange['state']) =>
    all.flatMap(({ failures }) => failures.filter(({ state }) => state === wanted));
  return {
    run: changesBetween(factsOfRun(before), factsOfRun(after)),
    regressions: inState('regression'),
    fixes: inState('fix'),
    failing: inState('failing'),
    notAsked: inState('notAsked'),
    others: all.flatMap(({ others }) => others),
    rotated: all.filter(({ isRotated }) => isRotated).length,
  };
}
