import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/**
 * What is to stay hidden: `own` is the answer that shows it to its own account, `foreign` the answer to another one, `theirs` a
 * sound request of that other one, `trace` a text by which the record is told and that the foreign request did not send.
 */
export interface IsolationArgs {
  own: string;
  foreign: string;
  theirs: string;
  trace: string;
  what: string;
}

/** A record is not shown to another account (AUT-09): refused, or answered without it. */
export function staysHidden(record: RunRecord, { own, foreign, theirs, trace, what }: IsolationArgs): OracleResult {
  const [shown, asked, sound] = [own, foreign, theirs].map((id) => record.exchange(id));
  if (!shown || !asked || !sound) throw new Error('a claim of three exchanges names three');
  const exchanges = [own, theirs, foreign];
  if (sound.class !== 'accepted')
    return faultResult(missingFault(record, sound, 'a second account that the target lets in'));
  if (shown.class !== 'accepted' || trace === '' || !shown.text.includes(trace))
    return faultResult(missingFault(record, shown, what));
  if (asked.class === 'accepted' && asked.text.includes(trace))
    return faultResult({ code: 'notHidden', what, seen: asked.seen, exchanges });
  if (asked.class === 'accepted' || asked.class === 'refused') return toResult(exchanges, []);
  const unseen: Fault = { code: 'noEvidence', wanted: `an answer to another account that asks for ${what}`, exchanges };
  return faultResult(excuseFor(record, asked) ?? unseen);
}
