import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/**
 * The exchanges of a check for isolation: `own` shows the record to its own account, `foreign` is another account's request for the record, and `theirs` is a
 * control request of that other account. `trace` is a text that identifies the record and that the foreign request did not contain.
 */
export interface IsolationArgs {
  own: string;
  foreign: string;
  theirs: string;
  trace: string;
  what: string;
}

/** A record is not shown to another account (AUT-09). The request is refused, or its answer lacks the record. */
export function staysHidden(record: RunRecord, { own, foreign, theirs, trace, what }: IsolationArgs): OracleResult {
  const [shown, asked, control] = [own, foreign, theirs].map((id) => record.exchange(id));
  if (!shown || !asked || !control)
    throw new Error(
      'expected the exchanges own, foreign and theirs, but one is missing from the run record; pass the ids of recorded exchanges',
    );
  const exchanges = [own, theirs, foreign];
  if (control.class !== 'accepted')
    return faultResult(missingFault(record, control, 'a second account that the target accepts'));
  if (shown.class !== 'accepted' || trace === '' || !shown.text.includes(trace))
    return faultResult(missingFault(record, shown, what));
  if (asked.class === 'accepted' && asked.text.includes(trace))
    return faultResult({ code: 'notHidden', what, seen: asked.seen, exchanges });
  if (asked.class === 'accepted' || asked.class === 'refused') return toResult(exchanges, []);
  const unseen: Fault = { code: 'noEvidence', wanted: `an answer to another account's request for ${what}`, exchanges };
  return faultResult(excuseFor(record, asked) ?? unseen);
}
