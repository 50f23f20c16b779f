import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { evidenced } from '../../../traffic/outcome/outcome.ts';
import { acceptedLines, outcomeLabel, seenFailures } from '../messages.ts';

/** A failure or warning that at least one of two runs saw. */
export interface FailureChange {
  /** `regression`: what held fails now; `fix`: what failed holds now; `failing`: it fails in both, or is known; `notAsked`: one run did not ask for it. */
  state: 'regression' | 'fix' | 'failing' | 'notAsked';
  /** The id of the requirement. */
  id: string;
  title: string;
  outcome: 'fail' | 'warn';
  fingerprint?: string;
  combination?: string;
  wanted: string;
  /** What the earlier and the later run got, or that it held or was not asked, in words. */
  before: string;
  now: string;
  /** Why the failure is known and does not count. */
  known?: string;
}

/** A failure of one run. Without a fingerprint, the requirement as a whole failed. */
interface Failure {
  outcome: 'fail' | 'warn';
  code?: string;
  fingerprint?: string;
  combination?: string;
  wanted: string;
  seen: string;
}

/** Returns a failure for the requirement as a whole; none if it did not fail. */
function wholeFailure(one: RequirementVerdict | undefined): Failure[] {
  if (one?.outcome !== 'fail' && one?.outcome !== 'warn') return [];
  const { wanted = one.title, seen = outcomeLabel(one) } = one.findings[0] ?? {};
  return [{ outcome: one.outcome, wanted, seen }];
}

/** True for a requirement that failed in a verdict which has no fingerprints, as those of earlier versions. */
const lacksFingerprints = (one: RequirementVerdict | undefined) =>
  one !== undefined && wholeFailure(one).some(({ outcome }) => !one.broken?.some((each) => each.outcome === outcome));

/** A requirement in one of two verdicts. */
interface Side {
  verdict: Verdict;
  one: RequirementVerdict | undefined;
  failures: readonly Failure[];
}

const isEvidenced = (one: RequirementVerdict | undefined) => one !== undefined && evidenced.has(one.outcome);

/** True if a verdict has evidence on a requirement, in the combination that is named. A verdict that knows no combinations of it is taken at its outcome. */
function wasAsked(one: RequirementVerdict | undefined, combination: string | undefined): boolean {
  if (!one) return false;
  const { held = [], broken = [] } = one;
  const names = [...held, ...broken.flatMap((each) => each.combination ?? [])];
  return combination === undefined || names.length === 0 ? isEvidenced(one) : names.includes(combination);
}

/** Returns what showed a failure of a trace check, as `OUT-02 by card`; nothing if the verdict does not say. */
const askedBy = (verdict: Verdict, { fingerprint }: Failure): readonly string[] =>
  seenFailures(verdict).find((one) => one.fingerprint === fingerprint)?.askedBy ?? [];

/** True if a run also sent one of the requests that showed a failure of a trace check in the other run. */
function wasTraced({ verdict: { requirements }, one }: Side, by: readonly string[]): boolean {
  const isSent = (words: string) => {
    const [id = '', ...rest] = words.split(' ');
    const requirement = requirements.find((each) => each.id === id);
    return wasAsked(requirement, rest.length === 0 ? undefined : rest.join(' '));
  };
  return isEvidenced(one) && (by.length === 0 || by.some(isSent));
}

/** True if one run asked for a failure that the other run saw. */
function asksFor(side: Side, failure: Failure, seenIn: Side): boolean {
  const { one } = side;
  return one?.law ? wasTraced(side, askedBy(seenIn.verdict, failure)) : wasAsked(one, failure.combination);
}

/** True if a run asked for a failure that the other run saw, and it held. */
function holdsIn(side: Side, failure: Failure, seenIn: Side): boolean {
  if (!asksFor(side, failure, seenIn)) return false;
  const { broken = [] } = side.one ?? {};
  const { combination } = failure;
  return combination === undefined || !broken.some((each) => each.combination === combination);
}

/**
 * True for the same failure of a requirement: by its fingerprint; in a test also by the code in one combination, because the seed decides in which forms a test
 * tries a combination.
 */
const isSame = (one: Failure, other: Failure, { one: requirement }: Side): boolean =>
  one.outcome === other.outcome &&
  (one.fingerprint === other.fingerprint ||
    (requirement?.law === false && one.combination === other.combination && one.code === other.code));

/** Says what a run did that did not see a failure. */
function otherwise(side: Side, failure: Failure, seenIn: Side): string {
  const { one } = side;
  if (holdsIn(side, failure, seenIn)) return 'it held';
  if (one && !isEvidenced(one)) return outcomeLabel(one);
  return asksFor(side, failure, seenIn) ? 'another failure' : 'not asked';
}

const shownOf = ({ outcome, fingerprint, combination, wanted }: Failure) => ({
  outcome,
  ...(fingerprint !== undefined && { fingerprint }),
  ...(combination !== undefined && { combination }),
  wanted,
});

const got = ({ seen }: Failure) => `got ${seen}`;

/** Returns why a failure is known, by the entry of the file of known failures; undefined if it is not. */
function knownAs({ one, verdict }: Side, { fingerprint, combination }: Failure): string | undefined {
  const tracked = seenFailures(verdict).find(
    (each) => each.fingerprint === fingerprint && each.requirement === one?.id,
  )?.accepted;
  const covers = tracked && (tracked.combination ?? combination) === combination;
  const entries = one?.accepted ?? (covers ? [tracked] : []);
  return one && entries.length > 0 ? acceptedLines({ ...one, accepted: entries }).join('; ') : undefined;
}

const heldIn = ({ one, failures }: Side, combination: string) =>
  one?.held?.includes(combination) && !failures.some((each) => each.combination === combination);

/** Returns the standing of a failure that the later run saw, in each of its combinations. */
function changeNow(all: readonly Failure[], was: Side, is: Side): FailureChange[] {
  const [first] = all;
  if (!first || !is.one) return [];
  const { id, title } = is.one;
  const before = was.failures.find((old) => all.some((one) => isSame(one, old, is)));
  const worse = before
    ? all.find(({ combination }) => combination !== undefined && heldIn(was, combination))
    : all.find((one) => asksFor(was, one, is));
  const known = knownAs(is, worse ?? first);
  const standing = worse ? 'regression' : before ? 'failing' : 'notAsked';
  return [
    {
      state: known === undefined ? standing : 'failing',
      id,
      title,
      ...shownOf(worse ?? first),
      before: before && !worse ? got(before) : otherwise(was, worse ?? first, is),
      now: got(worse ?? first),
      ...(known !== undefined && { known }),
    },
  ];
}

/** Returns what the later run itself says of a failure that it did not see, if it says something: its journal tells more than its verdict. */
function ownWords({ verdict: { history } }: Side, all: readonly Failure[], was: Side): 'fix' | 'notAsked' | undefined {
  const names = ({ requirement, fingerprint }: { requirement: string; fingerprint: string }) =>
    requirement === was.one?.id && all.some((one) => one.fingerprint === fingerprint);
  if (history?.fixed.some(names)) return 'fix';
  const isNext = history?.since === was.verdict.header?.run.startedAt;
  return isNext && history?.notAsked.some(names) ? 'notAsked' : undefined;
}

/** Returns the standing of a failure that only the earlier run saw, in each of its combinations. */
function changeGone(all: readonly Failure[], was: Side, is: Side): FailureChange[] {
  const fixed = all.find((one) => holdsIn(is, one, was));
  const failure = fixed ?? all[0];
  if (!failure || !was.one) return [];
  const { id, title } = was.one;
  const state = ownWords(is, all, was) ?? (fixed ? 'fix' : 'notAsked');
  const words = otherwise(is, failure, was);
  const now = state === 'fix' ? 'it held' : words === 'it held' ? 'not asked' : words;
  return [{ state, id, title, ...shownOf(failure), before: got(failure), now }];
}

/** Groups what is the same failure, in several combinations or forms. */
function grouped(side: Side): Failure[][] {
  const groups: Failure[][] = [];
  for (const one of side.failures) {
    const group = groups.find((each) => each.some((other) => isSame(one, other, side)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Returns what became of each failure and warning of a requirement between two verdicts, an earlier and a later one. */
export function failureChanges(id: string, before: Verdict, after: Verdict): FailureChange[] {
  const [old, one] = [before, after].map(({ requirements }) => requirements.find((each) => each.id === id));
  const failuresIn = [old, one].some(lacksFingerprints)
    ? wholeFailure
    : (each: RequirementVerdict | undefined): readonly Failure[] => each?.broken ?? [];
  const was: Side = { verdict: before, one: old, failures: failuresIn(old) };
  const is: Side = { verdict: after, one, failures: failuresIn(one) };
  const isSeen = (failure: Failure) => is.failures.some((other) => isSame(failure, other, was));
  return [
    ...grouped(is).flatMap((all) => changeNow(all, was, is)),
    ...grouped(was)
      .filter((all) => !all.some(isSeen))
      .flatMap((all) => changeGone(all, was, is)),
  ];
}
