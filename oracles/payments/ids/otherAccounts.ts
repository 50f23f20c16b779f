import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { accepted, controlFault } from '../../general/acceptance.ts';
import { excuseFor } from '../../general/excuse.ts';
import { namesIn } from './clientOrderIds.ts';

/** A use of a clientOrderId by the account under test, a use by another account, and, if that was refused, the same order of that account with a fresh id. */
export interface OtherAccountArgs {
  first: string;
  second: string;
  fresh?: string;
  what: string;
}

/** A clientOrderId that one account has used is free for another one (LIM-01d). A refusal counts only if the other account's order is accepted with a fresh id. */
export function isFreeElsewhere(record: RunRecord, { first, second, fresh, what }: OtherAccountArgs): OracleResult {
  const [one, other] = [record.exchange(first), record.exchange(second)];
  const evidence = [first, second, ...(fresh === undefined ? [] : [fresh])];
  if (one.class !== 'accepted') return faultResult(controlFault(record, one));
  if (other.class === 'accepted') {
    const value = namesIn(one).find((name) => namesIn(other).includes(name));
    if (value === undefined) return toResult(evidence, []);
    const [own, foreign] = [`${what} of the account under test`, `${what} of another account`];
    return faultResult({ code: 'sharedId', value, first: own, second: foreign, exchanges: evidence });
  }
  const hindered = excuseFor(record, other);
  if (hindered) return faultResult(hindered);
  const proof = fresh === undefined ? undefined : record.exchange(fresh);
  if (proof?.class !== 'accepted') {
    const seen = `${proof ? proof.seen : 'nothing'} for a fresh id, ${other.seen} for a used one`;
    const wanted = `${what} of the second account to be accepted with any id; seen ${seen}`;
    return faultResult((proof && excuseFor(record, proof)) ?? { code: 'noEvidence', wanted, exchanges: evidence });
  }
  const used = `${what} of another account, with a clientOrderId that only the account under test has used`;
  const refused = accepted(record, { exchange: second, what: used });
  return { ...refused, exchanges: evidence };
}
