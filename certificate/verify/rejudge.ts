import { buildVerdict, type Verdict } from '../../judge/buildVerdict.ts';
import type { FailuresBefore } from '../../judge/failureHistory.ts';
import { noFailures } from '../../judge/failures.ts';
import { assertionProblems, judge } from '../../judge/judge.ts';
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

/** Refuses assertions that no oracle of this build can judge. */
function refuseUnjudgeable(record: RunRecord): void {
  const unknown = record.assertions.find(({ oracle }) => !Object.hasOwn(oracles, oracle));
  if (unknown) throw new Refusal('unjudgeable', { seen: `no oracle is called ${unknown.oracle}` });
  const problem = assertionProblems(record, record.assertions).find((one) => one !== undefined);
  if (problem !== undefined) throw new Refusal('unjudgeable', { seen: problem });
}

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
  const before: FailuresBefore | undefined = knownFailures && { state: noFailures, knownFailures };
  const { history: _, ...verdict } = await buildVerdict(alone, {
    durationMs: 0,
    record,
    judged,
    ...(before && { before }),
  });
  return verdict;
}
