import type { RunRecord } from '../traffic/journal/runRecord.ts';
import { evidenced } from '../traffic/outcome/outcome.ts';
import { askedWords } from '../traffic/requirements/selection.ts';
import type { BrokenResult } from './brokenResults.ts';
import type { TrackedFailure } from './failureHistory.ts';
import type { RequirementVerdict } from './requirementVerdict.ts';

/** What of a run record is followed: which tests sent which exchanges. */
export type FollowedRecord = Pick<RunRecord, 'exchanges' | 'has' | 'exchange'>;

/** Returns all that a run asked: the requirements with the combinations of their requests. */
export const askedIn = (record: FollowedRecord): ReadonlySet<string> =>
  new Set(record.exchanges.map(({ line }) => askedWords(line.requirement, line.cell)));

/** Returns what showed a failure: the own combination of a test, or the tests whose requests a trace check judged. */
export function askedByOf(record: FollowedRecord, { id, law }: RequirementVerdict, broken: BrokenResult): string[] {
  if (!law) return [askedWords(id, broken.combination)];
  const known = broken.exchanges.filter((exchange) => record.has(exchange));
  return [...new Set(known.map((exchange) => record.exchange(exchange).line))].map((line) =>
    askedWords(line.requirement, line.cell),
  );
}

/** True if a requirement held in one of the combinations that showed a failure before. */
export function holdsNow(
  requirement: RequirementVerdict | undefined,
  failure: Pick<TrackedFailure, 'fingerprint' | 'askedBy'>,
  asked: ReadonlySet<string>,
): boolean {
  if (!requirement) return false;
  const { id, law, outcome, held = [], broken = [] } = requirement;
  if (broken.some(({ fingerprint }) => fingerprint === failure.fingerprint)) return false;
  // A combination that held was asked, even if its requests do not name it.
  if (held.some((name) => failure.askedBy.includes(askedWords(id, name)))) return true;
  // The evidence of a trace check on webhooks names no test: whatever it judges now was asked.
  if (law && failure.askedBy.length === 0) return evidenced.has(outcome);
  const again = failure.askedBy.filter((one) => asked.has(one));
  const isWhole = law || again.includes(id);
  return again.length > 0 && isWhole && evidenced.has(outcome);
}
