import { buildVerdict, exitOf, type Verdict } from '../../judge/buildVerdict.ts';
import type { FailuresBefore } from '../../judge/failureHistory.ts';
import { noFailures } from '../../judge/failures.ts';
import { judge } from '../../judge/judge.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { oracles } from '../../oracles/registry.ts';
import { traceCheckLinesOf } from '../../runner/requirement/traceCheckLines.ts';
import { allRequirements } from '../../runner/selection/selectedTests.ts';
import type { Contract } from '../../schemas/load/contract.ts';
import type { Line, RunLine } from '../../traffic/journal/journalTypes.ts';
import { runAlone } from '../../traffic/journal/run.ts';
import { RunRecord } from '../../traffic/journal/runRecord.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { isSelected } from '../../traffic/requirements/selection.ts';
import type { KnownFailure } from '../../traffic/target/file/knownFailures.ts';
import { Refusal } from '../refusal.ts';

/** Refuses assertions that name no oracle of this build. */
function refuseUnjudgeable(record: RunRecord): void {
  const unknown = record.assertions.find(({ oracle }) => !Object.hasOwn(oracles, oracle));
  if (unknown) throw new Refusal('unjudgeable', { seen: `no oracle is called ${unknown.oracle}` });
}

/** Refuses a journal that an oracle could not read: its result is an error of the suite, and the suite that made the journal had none. */
function refuseUnread(judged: readonly RequirementVerdict[]): void {
  const unread = judged.find(({ outcome, attribution }) => outcome === 'error' && attribution === 'suite');
  if (unread) throw new Refusal('unjudgeable', { seen: `${unread.id}: ${unread.findings[0]?.seen ?? 'an error'}` });
}

/** Returns the exit code that follows from the requirements of a verdict alone, known failures among them. */
export const exitOfVerdict = ({
  requirements,
  selection,
}: Pick<Verdict, 'requirements' | 'selection'>): Verdict['exit'] =>
  exitOf(requirements, { halt: undefined, strict: false, isAsked: selection.asked !== undefined });

/** A journal that is to be judged: its lines in the order of its files, and the contract of its run. */
export interface Rejudged {
  lines: readonly Line[];
  run: RunLine;
  contract: Contract;
  knownFailures?: readonly KnownFailure[];
}

/** Refuses what breaks the judgement itself: lines of a stranger may be well formed and still mean nothing. */
async function orRefused<T>(judging: () => Promise<T>): Promise<T> {
  try {
    return await judging();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('unjudgeable', { seen: (error as Error).message.slice(0, 300) });
  }
}

/**
 * Judges a journal from its lines alone, by the specs of this build, which must be collected. The verdict is the same each time, except for `header.judgedAt` and
 * `header.host`. Throws Refusal.
 */
export const rejudge = (given: Rejudged): Promise<Verdict> => orRefused(() => verdictOn(given));

async function verdictOn({ lines, run, contract, knownFailures }: Rejudged): Promise<Verdict> {
  const record = new RunRecord(contract, lines);
  refuseUnjudgeable(record);
  const { selection } = run;
  const alone = { ...runAlone('', { id: run.run, seed: run.seed, selection, offline: true }), journal: 'journal' };
  const isWanted = (id: string) => isSelected({ id, law: true }, selection);
  const judged = judge({
    record,
    selection,
    traceCheckLines: await traceCheckLinesOf(alone, record, isWanted),
    requirements: allRequirements([], readCatalogue()),
    ...(run.pins && { baseline: run.pins }),
  });
  refuseUnread(judged);
  const before: FailuresBefore | undefined = knownFailures && { state: noFailures, knownFailures };
  const { history: _, ...verdict } = await buildVerdict(alone, {
    durationMs: 0,
    record,
    judged,
    ...(before && { before }),
  });
  return { ...verdict, exit: exitOfVerdict(verdict) };
}
