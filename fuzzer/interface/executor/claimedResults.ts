import type { Contribution } from '../../../judge/assertionLog.ts';
import { violationsOfOthers } from '../../../judge/judge.ts';
import { judgeAssertion } from '../../../oracles/registry.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { wholeRecordChecks } from './wholeRecordChecks.ts';

/** Judges the assertions of the wanted requirements by what is recorded now, what other accounts have shown, and the record as a whole. */
export function claimedIn(record: RunRecord, isWanted: (id: string) => boolean): Contribution[] {
  const own = record.assertions.filter(({ requirement }) => isWanted(requirement));
  const whole = wholeRecordChecks.filter(({ id }) => isWanted(id));
  const others = new Set(record.assertionsOfOthers.map(({ requirement }) => requirement));
  return [
    ...own.map(({ requirement: id, oracle, args }) => ({ id, ruling: judgeAssertion(record, oracle, args) })),
    ...whole.map(({ id, oracle, args = {} }) => ({ id, ruling: judgeAssertion(record, oracle, args) })),
    ...[...others].filter(isWanted).flatMap((id) => violationsOfOthers(record, id)),
  ];
}
