import type { RunRecord } from '../traffic/journal/runRecord.ts';
import { evidenced } from '../traffic/outcome/outcome.ts';
import { askedWords } from '../traffic/requirements/selection.ts';
import type { BrokenResult } from './brokenResults.ts';
import type { TrackedFailure } from './failureHistory.ts';
import type { RequirementVerdict } from './requirementVerdict.ts';

/** What of a run record is followed: which tests chose which combinations, sent which exchanges, and asserted something. */
export type FollowedRecord = Pick<RunRecord, 'exchanges' | 'has' | 'exchange' | 'assertions' | 'combinationsOf'>;

/** What a run asked: requirements with a combination. */
export interface Asked {
  all: ReadonlySet<string>;
  /** Those of which no assertion names the combination: an assertion on the whole requirement judged them. */
  whole: ReadonlySet<string>;
}

/** Returns what a request or an assertion asked: what names no combination belongs to all that its test chose. */
function wordsOf(record: FollowedRecord, requirement: string, cell: string | undefined): string[] {
  if (cell !== undefined) return [askedWords(requirement, cell)];
  const { chosen } = record.combinationsOf(requirement);
  return chosen.length === 0 ? [requirement] : chosen.map((name) => askedWords(requirement, name));
}

const cellOf = ({ requirement, cell }: { requirement: string; cell?: string }) => ({ requirement, cell });

/** Returns what a run asked. A test also asks with its assertions: they may rest on requests that another test sent. */
export function askedIn(record: FollowedRecord): Asked {
  const asserted = record.assertions.map(cellOf);
  const uses = [...record.exchanges.map(({ line }) => cellOf(line)), ...asserted];
  const named = (list: typeof uses) => new Set(list.map(({ requirement, cell }) => askedWords(requirement, cell)));
  const unnamed = (list: typeof uses) =>
    [...new Set(list.flatMap(({ requirement, cell }) => (cell === undefined ? [requirement] : [])))].flatMap((id) =>
      wordsOf(record, id, undefined),
    );
  const own = named(asserted);
  return {
    all: new Set([...named(uses), ...unnamed(uses)]),
    whole: new Set(unnamed(asserted).filter((words) => !own.has(words))),
  };
}

/** Returns what showed a failure: the own combination of a test, or the tests whose requests a trace check judged. */
export function askedByOf(record: FollowedRecord, { id, law }: RequirementVerdict, broken: BrokenResult): string[] {
  if (!law) return wordsOf(record, id, broken.combination);
  const known = broken.exchanges.filter((exchange) => record.has(exchange));
  return known.flatMap((exchange) => {
    const { requirement, cell } = record.exchange(exchange).line;
    return wordsOf(record, requirement, cell);
  });
}

/** True if a requirement held in one of the combinations that showed a failure before. */
export function holdsNow(
  requirement: RequirementVerdict | undefined,
  failure: Pick<TrackedFailure, 'fingerprint' | 'askedBy'>,
  asked: Asked,
): boolean {
  if (!requirement) return false;
  const { id, law, outcome, held = [], broken = [] } = requirement;
  if (broken.some(({ fingerprint }) => fingerprint === failure.fingerprint)) return false;
  // A combination that held was asked, even if its requests do not name it.
  if (held.some((name) => failure.askedBy.includes(askedWords(id, name)))) return true;
  if (!evidenced.has(outcome)) return false;
  // The evidence of a trace check on webhooks names no test: whatever it judges now was asked.
  if (law) return failure.askedBy.length === 0 || failure.askedBy.some((one) => asked.all.has(one));
  // A combination without an assertion of its own was judged with the whole requirement.
  const isWhole = outcome === 'pass' && failure.askedBy.some((one) => asked.whole.has(one));
  return isWhole || (failure.askedBy.includes(id) && asked.all.has(id));
}
