import type { Fault } from '../outcome/fault.ts';
import type { RunLine } from './journalTypes.ts';

/** One run, or one shard of it, within a record: how many lines it has, and how many its sweep and its closing line counted. */
export interface JournalSegment {
  run?: RunLine;
  lines: number;
  sealed?: number;
  closed?: number;
}

/** What says that a part is not whole: no sweep sealed it, or lines are gone that the seal counted. */
export function lostLines({ lines, sealed, closed }: JournalSegment): Fault | undefined {
  if (sealed === undefined)
    return { code: 'lostEvidence', wanted: 'a journal that its sweep sealed', seen: 'no sweep', exchanges: [] };
  // A line that counts those before it is a line itself.
  const wanted = Math.max(sealed, closed ?? 0) + 1;
  if (lines >= wanted) return undefined;
  return { code: 'lostEvidence', wanted: `${wanted} lines in the journal`, seen: String(lines), exchanges: [] };
}
