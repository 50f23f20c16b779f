import type { Paths } from '../../traffic/target/file/targetFile.ts';
import { read } from '../../traffic/transport/requestPlan.ts';
import type { Api } from '../worker/api.ts';
import type { Advance } from '../worker/controlActions.ts';
import { foundBefore, hasOwnRecords, readBack } from './ownRecords.ts';
import { readLimitsOf } from './readLimits.ts';
import { mostReadsOfAccount, mostSingles, readAccount, readSingles } from './readsOfAccount.ts';
import { mostRecalls, type RecallParts, recall } from './recalls.ts';
import { readByFilter } from './searchReads.ts';

/** The pauses in which nobody asks for anything, ms, if the clock can be moved: what a target forgets, refreshes or closes meanwhile shows in the reads after it. */
export const pausesMs = [150_000, 600_000, 1_800_000, 5_400_000];

/** The most reads after one pause that look at no own record. */
export const mostReadsAfterPause = mostRecalls + mostReadsOfAccount + mostSingles + 1;

/** Lets time pass on the target's clock several times, and reads a little of everything after each pause. */
export async function readAfterPauses(
  api: Api,
  { record, recalls, paths, advance }: RecallParts & { paths: Paths; advance: Advance },
): Promise<void> {
  const own = foundBefore(record);
  const { ofEach } = readLimitsOf(record);
  for (const [nth, ms] of pausesMs.entries()) {
    if (!(await advance(ms))) return;
    const [from, to] = [nth * ofEach, (nth + 1) * ofEach];
    await recall(api, { record, recalls, nth });
    if (!hasOwnRecords(record)) continue;
    // First of the others comes a search by a filter, which a careless target answers from what it has kept.
    await readByFilter(api, { record, nth });
    await readAccount(api);
    await readSingles(api, record, nth);
    for (const { id } of own.slice(from, to)) await api.send(read.payment(id), { purpose: 'sweep' });
    await readBack(api, { record, paths }, [from, to]);
  }
}
