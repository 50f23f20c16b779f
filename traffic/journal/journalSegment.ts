import type { Fault } from '../outcome/fault.ts';
import type { RunLine } from './journalTypes.ts';

/** One run, or one shard of it, within a record: its number of lines, and the numbers that its final-reads line and its closing line give. */
export interface JournalSegment {
  run?: RunLine;
  lines: number;
  sealed?: number;
  closed?: number;
}

/** Returns a fault if a part is incomplete: it has no final-reads line, or fewer lines than that line or the closing line counted. */
export function lostLines({ lines, sealed, closed }: JournalSegment): Fault | undefined {
  if (sealed === undefined)
    return {
      code: 'lostEvidence',
      wanted: 'a journal with a complete final-reads line',
      seen: 'no sweep',
      exchanges: [],
    };
  // The line with the count is itself one more line.
  const wanted = Math.max(sealed, closed ?? 0) + 1;
  if (lines >= wanted) return undefined;
  return { code: 'lostEvidence', wanted: `${wanted} lines in the journal`, seen: String(lines), exchanges: [] };
}
