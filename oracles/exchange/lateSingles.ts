import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { oddListsIn, type Sort, singleFaults, sorts } from './pairLists.ts';

/** Returns the single reads of one kind in the final reads, each with its pair and the lists around it. */
function singlesIn(record: RunRecord, { list, single }: Sort) {
  const lists = record.of(list).filter(({ class: kind }) => kind === 'accepted');
  return record.of(single).flatMap((one) => {
    if (one.line.purpose !== 'sweep') return [];
    const before = lists.findLast(({ receivedNs }) => receivedNs <= one.sentNs);
    const after = lists.find(({ sentNs }) => sentNs >= one.receivedNs) ?? before;
    return before && after ? [{ one, pair: pairOf(one), lists: [before, after] }] : [];
  });
}

/** Returns the pair that the path of a single read names. */
const pairOf = ({ line }: Exchange): string =>
  new URLSearchParams(`=${line.request.path.split('/').at(-1)}`).get('') ?? '';

/**
 * Single limits or rates that are read after pauses are those of the lists around them, and each list names its pairs as it should (XCH-01, XCH-02): what a target
 * keeps for hours may have gone.
 */
export function singlesAgreeLater(record: RunRecord, { of }: { of: keyof typeof sorts }): OracleResult {
  const sort = sorts[of];
  const singles = singlesIn(record, sort);
  const odd = record.live ? [] : oddListsIn(record, sort);
  if (odd.length > 0) return toResult([], odd);
  const reason = 'no single read followed a pause';
  if (singles.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    singles.map(({ one }) => one.id),
    singles.flatMap((single) => singleFaults(record, sort, single)),
  );
}
