import type { Looked, OracleResult } from '../oracles/core/result.ts';
import type { BaselineValues } from '../traffic/journal/journalTypes.ts';
import { type Fault, type FaultCode, weightOf } from '../traffic/outcome/fault.ts';
import { type Attribution, evidenced, type Outcome, outcomes } from '../traffic/outcome/outcome.ts';
import type { Kind, Requirement } from '../traffic/requirements/requirement.ts';
import type { KnownFailure } from '../traffic/target/file/knownFailures.ts';
import type { Contribution } from './assertionLog.ts';
import { type BrokenResult, brokenResultsOf, heldIn } from './brokenResults.ts';
import { distinct, findingOf, type ListedFindings, listed } from './findings.ts';

export type { Finding } from './findings.ts';

/** How many combinations a requirement, or a run, has, and how many of them were decided. */
export interface CombinationCount {
  evidenced: number;
  of: number;
}

/** The verdict on one requirement. */
export interface RequirementVerdict extends Requirement, ListedFindings {
  outcome: Outcome;
  attribution?: Attribution;
  /** Ids of the exchanges that are evidence for the verdict. */
  exchanges: readonly string[];
  /** What the target does in cases that interface.md leaves open. */
  learned?: Readonly<Record<string, string>>;
  /** The baseline values that what was learned contradicts, by the same keys. */
  was?: Readonly<Record<string, string>>;
  /** Each way in which it failed or warned, in each combination. */
  broken?: readonly BrokenResult[];
  /** The combinations that held. */
  held?: readonly string[];
  /** Why its failures are known, if all of them are (the file of known failures). */
  accepted?: readonly KnownFailure[];
  cells?: CombinationCount;
  /** If it passes, and the target held more than was looked at: of the wholes of the requirement, the one least looked at. */
  looked?: Looked;
}

/** How the test of a requirement ended, as far as that affects the outcome. */
export interface Circumstance {
  selected: boolean;
  gap?: string;
  /** How many contributions the test gave. If fewer are found, evidence was lost. */
  expected?: number;
  /** In a shard, a trace check is left to the merge of all shards. */
  deferred?: boolean;
  /** The combinations of the requirement, and the ones that this run tried. */
  combinations?: { names: readonly string[]; chosen: readonly string[] };
  /** The fault of a test that ended abnormally. Either the requirement was not run, or the suite has an error. */
  end?: Fault;
}

type Learned = Extract<OracleResult, { state: 'learned' }>;

interface Weighed {
  outcome: Outcome;
  attribution?: Attribution;
  faults: readonly Fault[];
  exchanges: readonly string[];
  cell?: string;
  learned?: readonly [string, string];
  /** The baseline value that a changed value contradicts. */
  was?: string | undefined;
  looked?: Looked;
}

const nothingSeen: Weighed = {
  outcome: 'unverified',
  attribution: 'suite',
  faults: [{ code: 'noEvidence', wanted: 'an exchange', exchanges: [] }],
  exchanges: [],
};

const brokenAs: Record<Kind, Outcome> = { must: 'fail', should: 'warn', observe: 'warn' };

/**
 * Faults that only warn, whatever the requirement. No text forbids a bid above the ask, a time of last update that is set from the start, an entry without a
 * field that others have, a minimum above its maximum, a rate that is far from another list's, a deactivated address that is called active, a figure that moves after the end, a page that contradicts its pageable, amounts ordered without their signs, or one page for two payers;
 * and any reader may skip a byte order mark.
 */
const lenient: ReadonlySet<FaultCode> = new Set([
  'crossed',
  'updatedAtCreation',
  'byteOrderMark',
  'beyondEstimate',
  'farRate',
  'stillActive',
  'drifted',
  'leftOut',
  'oddLimit',
  'oddPage',
  'orderedBySize',
  'sharedUrl',
]);

/** True for a fault that only warns, whatever the requirement. Manual support may have changed a record that is older than the run. */
function isLenient(fault: Fault): boolean {
  return lenient.has(fault.code) || (fault.code === 'leftFinal' && fault.older);
}

const itemsOf = (list: string) => list.split(', ');

/** Returns the outcome of a learned value, given its baseline value. Candidates contradict a baseline value only if they have none in common with it. */
function outcomeOfLearned({ value, candidates }: Learned, pin: string | undefined): Outcome {
  if (pin === undefined) return 'learned';
  const isCommon = candidates && itemsOf(value).some((item) => itemsOf(pin).includes(item));
  return pin === value || isCommon ? 'pass' : 'changed';
}

function weigh(requirement: Requirement, { ruling, cell }: Contribution, pins: BaselineValues): Weighed {
  const base = { exchanges: ruling.exchanges, faults: [], ...(cell !== undefined && { cell }) };
  if (ruling.state !== 'undecided' && ruling.exchanges.length === 0) return { ...base, ...nothingSeen };
  if (ruling.state === 'held') return { ...base, outcome: 'pass', ...(ruling.looked && { looked: ruling.looked }) };
  if (ruling.state === 'undecided')
    return { ...base, outcome: ruling.outcome, attribution: ruling.attribution, faults: ruling.faults };
  if (ruling.state === 'broken') {
    const outcome = ruling.faults.every(isLenient) ? 'warn' : brokenAs[requirement.kind];
    return { ...base, outcome, attribution: 'target', faults: ruling.faults };
  }
  const pin = pins[requirement.id]?.[ruling.key];
  const learned: readonly [string, string] = [ruling.key, ruling.value];
  const outcome = outcomeOfLearned(ruling, pin);
  if (outcome === 'pass') return { ...base, outcome, learned };
  return { ...base, outcome, attribution: 'target', learned, ...(outcome === 'changed' && { was: pin }) };
}

const rank = (outcome: Outcome) => outcomes.indexOf(outcome);

function worst(weighed: readonly Weighed[]): Weighed | undefined {
  return weighed.reduce<Weighed | undefined>(
    (bad, one) => (bad === undefined || rank(one.outcome) < rank(bad.outcome) ? one : bad),
    undefined,
  );
}

function endOf(fault: Fault): Weighed {
  const weight = weightOf(fault);
  if (weight === 'broken') throw new Error(`expected a fault that can end a test, got ${fault.code}`);
  return { ...weight, faults: [fault], exchanges: [] };
}

function lostEvidence(contributions: readonly Contribution[], { expected = 0 }: Circumstance): Fault | undefined {
  if (contributions.length >= expected) return undefined;
  const seen = `${contributions.length} of ${expected} contributions`;
  return { code: 'lostEvidence', wanted: 'every contribution of the test', seen, exchanges: [] };
}

function countCombinations(
  weighed: readonly Weighed[],
  declared: Circumstance['combinations'],
): CombinationCount | undefined {
  const { names = [], chosen = [] } = declared ?? {};
  const celled = weighed.filter(({ cell, outcome }) => cell !== undefined && outcome !== 'not applicable');
  const judged = new Set(celled.map(({ cell }) => cell));
  const open = new Set(celled.filter(({ outcome }) => !evidenced.has(outcome)).map(({ cell }) => cell));
  // A combination that was tried and has no assertion of its own is judged by the assertion on all of them.
  const silent = chosen.filter((name) => !judged.has(name));
  const isDecided = weighed.some(({ outcome }) => evidenced.has(outcome));
  const of = new Set([...judged, ...names]).size;
  return of === 0 ? undefined : { evidenced: judged.size - open.size + (isDecided ? silent.length : 0), of };
}

function unjudged(requirement: Requirement, outcome: Outcome, reason?: string): RequirementVerdict {
  if (reason === undefined) return { ...requirement, outcome, findings: [], exchanges: [] };
  const findings = [findingOf({ code: 'notApplicable', reason, exchanges: [] })];
  return { ...requirement, outcome, attribution: 'configuration', findings, exchanges: [] };
}

function deciding(weighed: readonly Weighed[]): Weighed {
  // A combination that does not apply is ignored, unless no combination applies.
  const applicable = weighed.filter(({ outcome }) => outcome !== 'not applicable');
  return worst(applicable.length > 0 ? applicable : weighed) ?? nothingSeen;
}

const hasPassed: Weighed = { outcome: 'pass', faults: [], exchanges: [] };

/** Returns the deciding result for a kind. A must or a should that was verified passes, even if something was learned besides. */
function decidingFor(kind: Kind, weighed: readonly Weighed[]): Weighed {
  const one = deciding(weighed);
  const isVerified = kind !== 'observe' && weighed.some(({ outcome }) => outcome === 'pass');
  return one.outcome === 'learned' && isVerified ? hasPassed : one;
}

const shareOf = ({ at, of }: Looked) => at / of;

/** Returns how much was looked at of the whole that was looked at least; undefined if everything was. */
function leastLooked(weighed: readonly Weighed[]): Looked | undefined {
  return weighed
    .flatMap(({ looked }) => looked ?? [])
    .reduce<Looked | undefined>((least, one) => (least && shareOf(least) <= shareOf(one) ? least : one), undefined);
}

/**
 * Returns the verdict on a requirement that the target file declares as a gap: not applicable, or a warning if evidence shows that the target meets it after
 * all.
 */
function gapped(
  requirement: Requirement,
  contributions: readonly Contribution[],
  { circumstance: { gap: reason = '', ...circumstance }, pins }: { circumstance: Circumstance; pins: BaselineValues },
): RequirementVerdict {
  const { outcome, exchanges } = aggregate(requirement, contributions, { circumstance, pins });
  if (outcome !== 'pass') return unjudged(requirement, 'not applicable', reason);
  const findings = [findingOf({ code: 'gapPresent', reason, exchanges })];
  return { ...requirement, outcome: 'warn', attribution: 'configuration', findings, exchanges };
}

/**
 * Aggregates the contributions to one requirement into its verdict (§ What makes a verdict trustworthy of ARCHITECTURE.md): fail first, then error,
 * inconclusive, not run or unverified, changed, warn, learned, pass. No evidence is never a pass. A verified requirement passes even if something was learned
 * besides.
 */
export function aggregate(
  requirement: Requirement,
  contributions: readonly Contribution[],
  { circumstance, pins = {} }: { circumstance: Circumstance; pins?: BaselineValues },
): RequirementVerdict {
  if (circumstance.gap !== undefined) return gapped(requirement, contributions, { circumstance, pins });
  if (circumstance.deferred && circumstance.selected) return unjudged(requirement, 'deferred');
  if (!circumstance.selected) return unjudged(requirement, 'not selected');
  const weighed = contributions.map((contribution) => weigh(requirement, contribution, pins));
  const ends = [circumstance.end, lostEvidence(contributions, circumstance)].filter((fault) => fault !== undefined);
  const all = [...weighed, ...ends.map(endOf)];
  const decided = decidingFor(requirement.kind, all);
  const { outcome, attribution } = decided;
  const same = all.filter((one) => one.outcome === outcome);
  const faults = same.length > 0 ? same.flatMap((one) => one.faults) : decided.faults;
  const taught = all.flatMap(({ learned }) => (learned ? [learned] : []));
  const contradicted = all.flatMap(({ learned, was }) => (learned && was !== undefined ? [[learned[0], was]] : []));
  const broken = brokenResultsOf(requirement.id, weighed);
  const held = heldIn(weighed);
  const combinationCount = countCombinations(weighed, circumstance.combinations);
  const looked = outcome === 'pass' ? leastLooked(all) : undefined;
  return {
    ...requirement,
    outcome,
    ...(attribution && { attribution }),
    ...listed(distinct(faults.map(findingOf))),
    exchanges: distinct(same.flatMap((one) => one.exchanges)).slice(0, 25),
    ...(taught.length > 0 && { learned: Object.fromEntries(taught.toSorted(([a], [b]) => (a < b ? -1 : 1))) }),
    ...(contradicted.length > 0 && { was: Object.fromEntries(contradicted) }),
    ...(broken.length > 0 && { broken }),
    ...(held.length > 0 && { held }),
    ...(combinationCount && { cells: combinationCount }),
    ...(looked && { looked }),
  };
}
