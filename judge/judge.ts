import { existsSync, readFileSync } from 'node:fs';
import { memoizedByRecord } from '../oracles/core/memoize.ts';
import { violationOf } from '../oracles/core/result.ts';
import { judgeAssertion, runOracle } from '../oracles/registry.ts';
import { haltFault } from '../traffic/journal/haltFault.ts';
import type { AssertionLine, BaselineValues, EndLine } from '../traffic/journal/journalTypes.ts';
import { recordAs } from '../traffic/journal/recordAs.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import { grouped, NotInJournal, type RunRecord } from '../traffic/journal/runRecord.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import type { Requirement } from '../traffic/requirements/requirement.ts';
import { isSelected, type Selection } from '../traffic/requirements/selection.ts';
import { computeLimitMs, eachWithTimeLimit } from '../traffic/system/timeLimit.ts';
import type { TargetFacts } from '../traffic/target/targetFacts.ts';
import type { Contribution, TraceCheckEnd, TraceCheckLine } from './assertionLog.ts';
import { aggregate, type Circumstance, type RequirementVerdict } from './requirementVerdict.ts';

/** All inputs of the judgement besides the journal. */
export interface JudgementInput {
  record: RunRecord;
  traceCheckLines: readonly TraceCheckLine[];
  requirements: readonly Requirement[];
  selection: Selection;
  baseline?: BaselineValues;
}

/**
 * Returns the reason that a target file declares for a gap. The gap is declared for the id of a requirement or for its section (for example PAY); undefined if
 * there is no gap.
 */
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
    // The run ended normally without this test's last line, so the suite has lost it.
    if (closed && !missing && !(hasFinalReads && lost))
      return { code: 'suiteError', message: 'its test ended without a result', exchanges: [] };
    return (
      missing ??
      (hasFinalReads ? lost : undefined) ?? {
        code: 'notFinished',
        seen: 'the run ended before its test did',
        exchanges: [],
      }
    );
  }
  if (end.status === 'error')
    return { code: 'suiteError', message: end.message ?? 'an error without a message', exchanges: [] };
  if (end.status === 'halted') return haltFault(halt ?? { cause: 'unreachable', message: end.message ?? '' });
  return undefined;
}

/** Reports exchanges that the test of a requirement counted and the journal does not contain. */
function lostExchanges(record: RunRecord, { requirement, exchanges }: EndLine): Fault | undefined {
  const found = record.exchanges.filter(({ line }) => line.requirement === requirement).length;
  if (found >= exchanges) return undefined;
  return { code: 'lostEvidence', wanted: `${exchanges} exchanges in the journal`, seen: String(found), exchanges: [] };
}

/** Returns the violations that a test found with other accounts. What these do not have is no lack of the run. */
function violationsOfOthers(record: RunRecord, id: string): Contribution[] {
  const assertions = record.assertionsOfOthers.filter(({ requirement }) => requirement === id);
  return assertions.flatMap(({ account = '', oracle, args }) => {
    const ruling = violationOf(judgeAssertion(recordAs(record, account), oracle, args), account);
    return ruling ? [{ id, ruling }] : [];
  });
}

const laterRequests = memoizedByRecord(({ exchanges }: RunRecord) =>
  grouped(
    exchanges.filter(({ line }) => line.recalls !== undefined),
    ({ line }) => line.recalls ?? '',
  ),
);

/** Returns the violations in requests of a test that the final reads sent again. They only add violations, since the test itself has shown the rest. */
function violationsLater(record: RunRecord, id: string): Contribution[] {
  const later = laterRequests(record);
  const assertions = later.size === 0 ? [] : record.assertions.filter(({ requirement }) => requirement === id);
  return assertions.flatMap(({ cell, oracle, args }) => {
    const { exchange } = args as { exchange?: unknown };
    return (later.get(String(exchange)) ?? []).flatMap((one): Contribution[] => {
      const ruling = judgeAssertion(record, oracle, { ...(args as object), exchange: one.id });
      return ruling.state === 'broken' ? [{ id, ...(cell !== undefined && { cell }), ruling }] : [];
    });
  });
}

/** Returns the results of what is asserted for a requirement, by what is recorded now, also of other accounts and of requests that were sent again. */
export function resultsOfAssertions(record: RunRecord, id: string): Contribution[] {
  const assertions = record.assertions.filter(({ requirement }) => requirement === id);
  const own = assertions.map(({ cell, oracle, args }) => ({
    id,
    ...(cell !== undefined && { cell }),
    ruling: judgeAssertion(record, oracle, args),
  }));
  return [...own, ...violationsOfOthers(record, id), ...violationsLater(record, id)];
}

function evidenceOfTest(
  { record }: JudgementInput,
  { id }: Requirement,
): { contributions: Contribution[]; circumstance: Omit<Circumstance, 'selected'> } {
  const end = record.ends.find(({ requirement }) => requirement === id);
  const fault = endFault(end, record) ?? (end && lostExchanges(record, end));
  const ownCombinations = record.combinationsOf(id);
  return {
    contributions: resultsOfAssertions(record, id),
    circumstance: { ...(fault && { end: fault }), ...(end && { expected: end.claims }), combinations: ownCombinations },
  };
}

function evidenceOfTraceCheck(
  { record, traceCheckLines }: JudgementInput,
  { id }: Requirement,
): { contributions: Contribution[]; circumstance: Omit<Circumstance, 'selected'> } {
  const lines = traceCheckLines.filter((line) => line.id === id);
  const all = lines.filter((line): line is Contribution => 'ruling' in line);
  // In a halted run, violations still count if the target is known to be the right one. An incomplete run cannot show that there are none.
  const broken = () => (record.isUnmet ? [] : all.filter(({ ruling }) => ruling.state === 'broken'));
  const contributions = record.halt === undefined ? all : broken();
  const end = lines.find((line): line is TraceCheckEnd => 'end' in line)?.end;
  const half: Fault | undefined = record.halt ? haltFault(record.halt) : (record.missing ?? record.lost);
  const fault = half ?? endFault(end, record);
  const expected = record.halt === undefined ? end?.rulings : undefined;
  return { contributions, circumstance: { ...(fault && { end: fault }), ...(expected !== undefined && { expected }) } };
}

type Weighed = ReturnType<typeof evidenceOfTraceCheck>;

/** Returns the verdict on one requirement from the evidence at hand. */
function verdictOn(given: JudgementInput, requirement: Requirement, { contributions, circumstance }: Weighed) {
  const gap = gapFor(requirement.id, given.record.target?.gaps ?? []);
  const selected = isSelected(requirement, given.selection);
  const deferred = requirement.law && given.selection.shard !== undefined;
  return aggregate(requirement, contributions, {
    circumstance: { ...circumstance, selected, deferred, ...(gap !== undefined && { gap }) },
    ...(given.baseline && { pins: given.baseline }),
  });
}

/**
 * Judges every requirement from the stored evidence. It is pure, so a stored journal gives the same verdicts as the live run. A computation longer than
 * `longest`, ms, is an error of the suite.
 */
export function judge(given: JudgementInput, longest: number = computeLimitMs): RequirementVerdict[] {
  return eachWithTimeLimit(given.requirements, {
    compute: (requirement) =>
      verdictOn(given, requirement, (requirement.law ? evidenceOfTraceCheck : evidenceOfTest)(given, requirement)),
    endless: (requirement, { message }) => {
      const end: Fault = { code: 'suiteError', message, exchanges: [] };
      return verdictOn(given, requirement, { contributions: [], circumstance: { end } });
    },
    limitMs: longest,
  });
}

function problemIn(record: RunRecord, { account, oracle, args }: AssertionLine): string | undefined {
  try {
    runOracle(account === undefined ? record : recordAs(record, account), oracle, args);
    return undefined;
  } catch (error) {
    const isLost = error instanceof NotInJournal && (record.lost ?? record.missing) !== undefined;
    return isLost ? undefined : (error as Error).message;
  }
}

/**
 * Returns, for each assertion of a stored journal, the reason why its oracle cannot read the assertion. The entry is undefined if the oracle can read it, or if
 * the journal may have lost the exchanges that it names.
 */
export const assertionProblems = (record: RunRecord, assertions: readonly AssertionLine[]): (string | undefined)[] =>
  // An endless computation is ended later by the judgement and counts as an error of the suite.
  eachWithTimeLimit(assertions, { compute: (assertion) => problemIn(record, assertion), endless: () => undefined });

function readResults(file: string): TraceCheckLine[] {
  if (!existsSync(file)) return [];
  return (
    readFileSync(file, 'utf8')
      .split('\n')
      // After the last line break there is at most an unfinished line.
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TraceCheckLine)
  );
}

/** Reads the stored evidence of a run for judgement. The selection of the run is not part of it. */
export function judgementInputOf(record: RunRecord, out: string): Omit<JudgementInput, 'selection'> {
  const places = runFilesOf(out);
  const pins = record.runs[0]?.pins;
  return {
    record,
    traceCheckLines: readResults(places.traceCheckResults),
    requirements: JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[],
    ...(pins && { baseline: pins }),
  };
}
