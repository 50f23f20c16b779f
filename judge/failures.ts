import { evidenced, type Outcome } from '../traffic/outcome/outcome.ts';
import { askedWords } from '../traffic/requirements/selection.ts';
import type { KnownFailure } from '../traffic/target/file/knownFailures.ts';
import { askedByOf, askedIn, type FollowedRecord, holdsNow } from './askedAgain.ts';
import type { BrokenResult } from './brokenResults.ts';
import type { FailureHistory, FailureState, FailuresBefore, Night, TrackedFailure } from './failureHistory.ts';
import type { RequirementVerdict } from './requirementVerdict.ts';

/** The state before the first run. */
export const noFailures: FailureState = { version: 1, failures: [], nights: [], held: {} };

/** A target's history has at most this many runs. */
const mostNights = 30;

/** A failure lists at most this many combinations that showed it. */
const mostAskedBy = 20;

/** A known failure is out of date when it held in this many runs in a row, unless the follower says otherwise. */
const staleAfterRuns = 3;

/** True if an entry gives the fingerprint of this failure, or the beginning of it. */
export const givesFingerprint = (entry: KnownFailure, fingerprint: string): boolean =>
  entry.fingerprint !== undefined && fingerprint.startsWith(entry.fingerprint);

const covers =
  (id: string, { fingerprint, combination }: Pick<BrokenResult, 'fingerprint' | 'combination'>) =>
  (entry: KnownFailure): boolean =>
    entry.id === id &&
    (entry.fingerprint === undefined
      ? entry.combination === combination
      : givesFingerprint(entry, fingerprint) && (entry.combination ?? combination) === combination);

/** Returns the entries that name a failing requirement's failures; undefined if one of the failures is not named. */
function acceptedBy(
  { id, broken = [] }: RequirementVerdict,
  entries: readonly KnownFailure[],
): KnownFailure[] | undefined {
  const failures = broken.filter(({ outcome }) => outcome === 'fail');
  const found = failures.map((one) => entries.find(covers(id, one)));
  return failures.length > 0 && found.every((entry) => entry !== undefined) ? [...new Set(found)] : undefined;
}

/** Names an entry in the stored state. */
const entryKey = ({ id, fingerprint = '', combination = '' }: KnownFailure) =>
  `${id} ${fingerprint} ${combination}`.trim();

/** What a run is followed by: its verdicts, its record, and when and what it was. */
export interface Followed {
  requirements: readonly RequirementVerdict[];
  record: FollowedRecord;
  /** After how many runs in which it held a known failure is out of date. With 1 no earlier run needs to have shown it. */
  staleAfter?: number;
  night: Omit<Night, 'exit' | 'failed' | 'others' | 'fine' | 'new' | 'fixed' | 'passed' | 'judged'>;
  before: FailuresBefore;
}

/** Returns the failures of a run, one for each requirement and fingerprint, as they stand after the earlier runs. */
function failuresNow({ requirements, record, night, before }: Followed): TrackedFailure[] {
  const open = new Map(before.state.failures.map((one) => [one.fingerprint, one]));
  const all = requirements.flatMap((requirement) =>
    (requirement.broken ?? []).filter(({ outcome }) => outcome === 'fail').map((broken) => ({ requirement, broken })),
  );
  const prints = [...new Set(all.map(({ broken }) => broken.fingerprint))];
  return prints.flatMap((fingerprint) => {
    const same = all.filter(({ broken }) => broken.fingerprint === fingerprint);
    const [first] = same;
    if (!first) return [];
    const { requirement, broken } = first;
    const was = open.get(fingerprint);
    const askedBy = same.flatMap((one) => askedByOf(record, one.requirement, one.broken));
    const entry = before.knownFailures.find(covers(requirement.id, broken));
    return {
      requirement: requirement.id,
      ...(broken.combination && { combination: broken.combination }),
      fingerprint,
      code: broken.code,
      wanted: broken.wanted,
      seen: broken.seen,
      firstSeen: was?.firstSeen ?? night.startedAt,
      lastSeen: night.startedAt,
      times: (was?.times ?? 0) + 1,
      askedBy: [...new Set([...(was?.askedBy ?? []), ...askedBy])].slice(-mostAskedBy),
      ...(entry && { accepted: entry }),
    };
  });
}

/** Returns the known failures that ran out, or that held in too many runs. */
function staleEntries(
  { before, night, staleAfter = staleAfterRuns }: Followed,
  held: FailureState['held'],
): NonNullable<FailureHistory['stale']> {
  return before.knownFailures.flatMap((entry) => {
    if (night.startedAt.slice(0, 10) > entry.until)
      return [{ entry, why: `it ended on ${entry.until}: mend the failure, or move the date` }];
    const times = held[entryKey(entry)] ?? 0;
    if (times < staleAfter) return [];
    const why = times === 1 ? 'it passes now: remove the entry' : `it held in ${times} runs in a row: remove the entry`;
    return [{ entry, why }];
  });
}

/** True if runs have shown the failure of an entry: one that only campaigns show cannot hold in runs. */
const isOfRuns = (entry: KnownFailure, { failures, held }: FailureState): boolean =>
  entry.fingerprint === undefined ||
  Object.hasOwn(held, entryKey(entry)) ||
  failures.some(({ fingerprint }) => givesFingerprint(entry, fingerprint));

/** Returns what showed the failure of an entry, as far as earlier runs tell. */
const shownBy = (
  { id, fingerprint = '', combination }: KnownFailure,
  earlier: readonly TrackedFailure[],
): Pick<TrackedFailure, 'fingerprint' | 'askedBy'>[] =>
  combination === undefined
    ? earlier.filter((one) => one.requirement === id && one.fingerprint.startsWith(fingerprint))
    : [{ fingerprint, askedBy: [askedWords(id, combination)] }];

/** Counts in how many runs in a row each known failure was asked for and held. A run that did not ask for it changes nothing. */
function heldNow({ requirements, record, before, staleAfter }: Followed): FailureState['held'] {
  const { failures, watched = [], held: heldBefore } = before.state;
  const byId = new Map(requirements.map((one) => [one.id, one]));
  const asked = askedIn(record);
  const counts = before.knownFailures.flatMap((entry) => {
    const requirement = byId.get(entry.id);
    const last = heldBefore[entryKey(entry)] ?? 0;
    if (requirement?.broken?.some((one) => covers(entry.id, one)(entry))) return [[entryKey(entry), 0]];
    if (staleAfter !== 1 && !isOfRuns(entry, before.state)) return [];
    const shown = shownBy(entry, [...failures, ...watched]);
    // Without earlier runs, all that an entry without a combination can be held against is the outcome.
    const isHeld =
      staleAfter === 1 && shown.length === 0
        ? requirement !== undefined && evidenced.has(requirement.outcome)
        : shown.length > 0 && shown.every((one) => holdsNow(requirement, one, asked));
    return [[entryKey(entry), last + (isHeld ? 1 : 0)]];
  });
  return Object.fromEntries(counts);
}

/** Returns the requirements of a run, each with the known failures that excuse all of its failures. */
export const withKnownFailures = (
  requirements: readonly RequirementVerdict[],
  entries: readonly KnownFailure[],
): RequirementVerdict[] =>
  requirements.map((one) => {
    const accepted = one.outcome === 'fail' ? acceptedBy(one, entries) : undefined;
    return accepted ? { ...one, accepted } : one;
  });

/**
 * Follows the failures of a target from run to run: which of them are new, known, fixed or were not asked for again. A failure is fixed if a combination that
 * showed it was asked again and held. `exitOfRun` is told whether an entry of the file of known failures is stale.
 */
export function followFailures(followed: Followed, exitOfRun: (isStale: boolean) => number): FailureHistory {
  const { requirements, record, before } = followed;
  const { failures, nights } = before.state;
  const now = failuresNow(followed);
  const asked = askedIn(record);
  const byId = new Map(requirements.map((one) => [one.id, one]));
  const isOpen = new Set(failures.map(({ fingerprint }) => fingerprint));
  const isNow = new Set(now.map(({ fingerprint }) => fingerprint));
  const gone = failures.filter(({ fingerprint }) => !isNow.has(fingerprint));
  const fixed = gone.filter((one) => holdsNow(byId.get(one.requirement), one, asked));
  const held = heldNow(followed);
  const stale = staleEntries(followed, held);
  const last = nights.at(-1);
  const isNamed = (one: TrackedFailure) => before.knownFailures.some(covers(one.requirement, one));
  const stillHeld = (before.state.watched ?? []).filter(({ fingerprint }) => !isNow.has(fingerprint));
  const watched = [...stillHeld, ...fixed].filter(isNamed);
  const found = {
    new: now.filter(({ fingerprint }) => !isOpen.has(fingerprint)),
    known: now.filter(({ fingerprint }) => isOpen.has(fingerprint)),
    fixed,
    notAsked: gone.filter((one) => !fixed.includes(one)),
  };
  return {
    ...(last && { since: last.startedAt }),
    ...found,
    nights,
    ...(stale.length > 0 && { stale }),
    ...(watched.length > 0 && { watched }),
    tonight: nightOf(followed, { new: found.new.length, fixed: fixed.length, exit: exitOfRun(stale.length > 0) }),
    held,
  };
}

/** Outcomes of a requirement that was tried and is as it should be. */
const good: ReadonlySet<Outcome> = new Set<Outcome>(['pass', 'learned']);

/** Outcomes of requirements that a run left out. */
const leftOut: ReadonlySet<Outcome> = new Set<Outcome>(['deferred', 'not selected']);

/** Outcomes that a night does not list, and failures, which it lists apart. */
const fine: ReadonlySet<Outcome> = new Set<Outcome>([...good, ...leftOut, 'not applicable', 'fail']);

function nightOf({ night, requirements }: Followed, more: Pick<Night, 'new' | 'fixed' | 'exit'>): Night {
  const count = (wanted: (one: RequirementVerdict) => boolean) => requirements.filter(wanted).length;
  const isWhole = !requirements.some(({ outcome }) => leftOut.has(outcome));
  return {
    ...night,
    ...more,
    failed: requirements.flatMap(({ id, outcome }) => (outcome === 'fail' ? [id] : [])),
    others: Object.fromEntries(requirements.flatMap(({ id, outcome }) => (fine.has(outcome) ? [] : [[id, outcome]]))),
    ...(!isWhole && { fine: requirements.flatMap(({ id, outcome }) => (good.has(outcome) ? [id] : [])) }),
    passed: count(({ outcome }) => good.has(outcome)),
    judged: count(({ outcome }) => evidenced.has(outcome)),
  };
}

/** Returns what the next run starts from. */
export const stateAfter = (history: FailureHistory): FailureState => {
  const { new: fresh, known, notAsked, watched, nights, tonight, held } = history;
  return {
    version: 1,
    failures: [...fresh, ...known, ...notAsked],
    ...(watched && { watched }),
    nights: (tonight.isPartial ? nights : [...nights, tonight]).slice(-mostNights),
    held,
  };
};
