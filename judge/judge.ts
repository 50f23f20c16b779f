import { existsSync, readFileSync } from 'node:fs';
import { judgeAssertion, runOracle } from '../oracles/registry.ts';
import { haltFault } from '../traffic/journal/haltFault.ts';
import type { AssertionLine, BaselineValues, EndLine } from '../traffic/journal/journalTypes.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import { NotInJournal, type RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import type { Requirement } from '../traffic/requirements/requirement.ts';
import { isSelected, type Selection } from '../traffic/requirements/selection.ts';
import { computeLimitMs, eachWithTimeLimit } from '../traffic/system/timeLimit.ts';
import type { TargetFacts } from '../traffic/target/targetFacts.ts';
import type { Contribution, TraceCheckEnd, TraceCheckLine } from './assertionLog.ts';
import { aggregate, type Circumstance, type RequirementVerdict } from './requirementVerdict.ts';

/** All that judgement needs beside the journal. */
export interface JudgementInput {
  record: RunRecord;
  traceCheckLines: readonly TraceCheckLine[];
  requirements: readonly Requirement[];
  selection: Selection;
  baseline?: BaselineValues;
}

/** The gap that a target's file declares for a requirement, by its id or its section (PAY). */
export function gapFor(id: string, gaps: TargetFacts['gaps']): string | undefined {
  return gaps.find((gap) => gap.id === id || gap.id === id.split('-')[0])?.reason;
}

function endFault(
  end: EndLine | TraceCheckEnd['end'] | undefined,
  {
    closed,
    halt,
    lost,
    missing,
    hasFinalReads,
  }: Pick<RunRecord, 'closed' | 'halt' | 'lost' | 'missing' | 'hasFinalReads'>,
): Fault | undefined {
  if (!end) {
    if (halt) return haltFault(halt);
    // Its run went on to its end without it: we have lost it, nobody else.
    if (closed && !missing && !(hasFinalReads && lost))
      return { code: 'suiteError', message: 'its test broke down', exchanges: [] };
    return (
      missing ??
      (hasFinalReads ? lost : undefined) ?? { code: 'notFinished', seen: 'its run was ended before', exchanges: [] }
    );
  }
  if (end.status === 'error')
    return { code: 'suiteError', message: end.message ?? 'an error without words', exchanges: [] };
  if (end.status === 'halted') return haltFault(halt ?? { cause: 'unreachable', message: end.message ?? '' });
  return undefined;
}

/** Exchanges that a requirement's test counted and the journal does not have. */
function lostExchanges(record: RunRecord, { requirement, exchanges }: EndLine): Fault | undefined {
  const kept = record.exchanges.filter(({ line }) => line.requirement === requirement).length;
  if (kept >= exchanges) return undefined;
  return { code: 'lostEvidence', wanted: `${exchanges} exchanges in the journal`, seen: String(kept), exchanges: [] };
}

function probe(
  { record }: JudgementInput,
  { id }: Requirement,
): { contributions: Contribution[]; circumstance: Omit<Circumstance, 'selected'> } {
  const claims = record.assertions.filter(({ requirement }) => requirement === id);
  const contributions = claims.map(({ cell, oracle, args }) => ({
    id,
    ...(cell !== undefined && { cell }),
    ruling: judgeAssertion(record, oracle, args),
  }));
  const end = record.ends.find(({ requirement }) => requirement === id);
  const fault = endFault(end, record) ?? (end && lostExchanges(record, end));
  const cells = record.combinationsOf(id);
  return {
    contributions,
    circumstance: { ...(fault && { end: fault }), ...(end && { expected: end.claims }), combinations: cells },
  };
}

function law(
  { record, traceCheckLines }: JudgementInput,
  { id }: Requirement,
): { contributions: Contribution[]; circumstance: Omit<Circumstance, 'selected'> } {
  const lines = traceCheckLines.filter((line) => line.id === id);
  const all = lines.filter((line): line is Contribution => 'ruling' in line);
  // What the target broke stays broken, once it is known to be the target; that it broke nothing cannot be said of half a run.
  const broken = () => (record.isUnmet ? [] : all.filter(({ ruling }) => ruling.state === 'broken'));
  const contributions = record.halt === undefined ? all : broken();
  const end = lines.find((line): line is TraceCheckEnd => 'end' in line)?.end;
  const half: Fault | undefined = record.halt ? haltFault(record.halt) : (record.missing ?? record.lost);
  const fault = half ?? endFault(end, record);
  const expected = record.halt === undefined ? end?.rulings : undefined;
  return { contributions, circumstance: { ...(fault && { end: fault }), ...(expected !== undefined && { expected }) } };
}

type Weighed = ReturnType<typeof law>;

/** The verdict on what there is on one requirement. */
function verdictOn(given: JudgementInput, requirement: Requirement, { contributions, circumstance }: Weighed) {
  const gap = gapFor(requirement.id, given.record.target?.gaps ?? []);
  const selected = isSelected(requirement, given.selection);
  const deferred = requirement.law && given.selection.shard !== undefined;
  return aggregate(requirement, contributions, {
    circumstance: { ...circumstance, selected, deferred, ...(gap !== undefined && { gap }) },
    ...(given.baseline && { pins: given.baseline }),
  });
}

/** Judges every requirement over what was kept: pure, so that a stored journal gives what the live run gave. What computes longer than `longest`, ms, is our own error. */
export function judge(given: JudgementInput, longest: number = computeLimitMs): RequirementVerdict[] {
  return eachWithTimeLimit(given.requirements, {
    compute: (requirement) => verdictOn(given, requirement, (requirement.law ? law : probe)(given, requirement)),
    endless: (requirement, { message }) => {
      const end: Fault = { code: 'suiteError', message, exchanges: [] };
      return verdictOn(given, requirement, { contributions: [], circumstance: { end } });
    },
    limitMs: longest,
  });
}

function flawIn(record: RunRecord, { oracle, args }: AssertionLine): string | undefined {
  try {
    runOracle(record, oracle, args);
    return undefined;
  } catch (error) {
    const isLost = error instanceof NotInJournal && (record.lost ?? record.missing) !== undefined;
    return isLost ? undefined : (error as Error).message;
  }
}

/** Of each claim of a stored journal why it is none that its oracle can read; undefined where it is one, or what it names may be lost. */
export const assertionProblems = (record: RunRecord, claims: readonly AssertionLine[]): (string | undefined)[] =>
  // What computes for ever is ended when it is judged, and is our own fault.
  eachWithTimeLimit(claims, { compute: (claim) => flawIn(record, claim), endless: () => undefined });

function readRulings(file: string): TraceCheckLine[] {
  if (!existsSync(file)) return [];
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      // What follows the last line break is a line that its writer could not finish.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TraceCheckLine)
  );
}

/** What was kept of a run, ready to be judged, but for what was asked of it. */
export function judgementInputOf(record: RunRecord, out: string): Omit<JudgementInput, 'selection'> {
  const places = runFilesOf(out);
  const pins = record.runs[0]?.pins;
  return {
    record,
    traceCheckLines: readRulings(places.traceCheckResults),
    requirements: JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[],
    ...(pins && { baseline: pins }),
  };
}
