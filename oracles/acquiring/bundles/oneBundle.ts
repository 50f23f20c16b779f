import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { anyOverlap } from '../../core/overlap.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { bundleFaults, missingAddressFaults, unreturned } from './bundleCalls.ts';

/** Simultaneous calls with one fresh referenceId, and a call after them. */
export interface RaceArgs {
  uses: readonly string[];
  later: string;
}

/** Concurrent first calls create one bundle (SAB-12). All accepted calls return it, and so does a later call. */
export function oneBundle(record: RunRecord, { uses, later }: RaceArgs): OracleResult {
  const all = uses.map((id) => record.exchange(id));
  const last = record.exchange(later);
  const evidence = [...uses, later];
  const [first, ...others] = all.filter((call) => call.class === 'accepted');
  const what = 'one of several simultaneous first calls with the same referenceId';
  if (!first)
    return toResult(
      evidence,
      all.flatMap((call) => unreturned(record, call, what)),
    );
  const missing = [first, ...others].flatMap((call) => unreturned(record, call, what));
  const unread = [...missing, ...unreturned(record, last, 'a later call with the same referenceId')];
  if (unread.length > 0) return toResult(evidence, unread);
  const faults = [...others, last].flatMap((call) => [
    ...bundleFaults(first, call),
    ...missingAddressFaults(first, call),
  ]);
  if (faults.length > 0 || anyOverlap(all.filter(({ line }) => line.answer !== undefined)))
    return toResult(evidence, faults);
  const wanted = 'answers to two calls that were in progress at the same time';
  return toResult(evidence, [{ code: 'noEvidence', wanted, exchanges: evidence }]);
}
