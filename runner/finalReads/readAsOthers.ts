import { participantsIn, recordAs } from '../../traffic/journal/recordAs.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { LimiterHandle } from '../../traffic/rate/limiter/limiterHandle.ts';
import { participants } from '../../traffic/target/participants.ts';
import type { Target } from '../../traffic/target/target.ts';
import { Api } from '../worker/api.ts';
import { openWorker } from '../worker/worker.ts';
import { readFinally } from './finalReads.ts';

/** Makes the final reads of the other accounts that took part, and adds them to the record. */
export async function readAsOthers(
  { run, target, name, limiter }: { run: Run; target: Target; name: string; limiter?: LimiterHandle | undefined },
  known: RunRecord,
): Promise<void> {
  for (const [nth, account] of participants(target.credentials).entries()) {
    if (!participantsIn(known).includes(account.label)) continue;
    const own = recordAs(known, account.label);
    const opening = { run, target, name: `${name}a${nth + 1}`, known: own, account, whole: known, limiter };
    const worker = await openWorker(opening);
    try {
      await readFinally(new Api(worker, 'sweep'), own, { paths: target.paths });
    } finally {
      await worker.close();
    }
  }
}
