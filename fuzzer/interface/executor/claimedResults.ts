import type { Contribution } from '../../../judge/assertionLog.ts';
import { resultsOfAssertions } from '../../../judge/judge.ts';
import { judgeAssertion } from '../../../oracles/registry.ts';
import { violationsAs } from '../../../runner/requirement/repeatAsOthers.ts';
import { participantsIn, recordAs } from '../../../traffic/journal/recordAs.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { wholeRecordChecks } from './wholeRecordChecks.ts';

/** Judges what is asserted for the wanted requirements by what is recorded now, and the record as a whole, also as that of each other account that takes part. */
export function claimedIn(record: RunRecord, isWanted: (id: string) => boolean): Contribution[] {
  const asserted = [...record.assertions, ...record.assertionsOfOthers].map(({ requirement }) => requirement);
  const checks = wholeRecordChecks.filter(({ id }) => isWanted(id));
  const wholeOf = (one: RunRecord) =>
    checks.map(({ id, oracle, args = {} }) => ({ id, ruling: judgeAssertion(one, oracle, args) }));
  return [
    ...[...new Set(asserted)].filter(isWanted).flatMap((id) => resultsOfAssertions(record, id)),
    ...wholeOf(record),
    ...participantsIn(record).flatMap((label) => violationsAs(wholeOf(recordAs(record, label)), label)),
  ];
}
