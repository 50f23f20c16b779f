import type { Sighting } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { leftOut } from '../../core/leftOut.ts';
import { limitEntriesIn } from './depositOptions.ts';

/** A limit is shown for each asset of a map of deposit options, or for none (DEP-02). */
export function leavesNoLimitOut({ exchange, where, value }: Sighting): Fault[] {
  const entries = limitEntriesIn(value).map(({ at, quote, limit }) => ({
    shown: { exchange, where: `${where}/${at}`, value: limit },
    isOwn: quote === undefined,
  }));
  return [true, false].flatMap((own) =>
    leftOut(
      entries.filter(({ isOwn }) => isOwn === own).map(({ shown }) => shown),
      ['minLimit', 'maxLimit'],
    ),
  );
}
