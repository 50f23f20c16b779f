import { readJournal } from '../../traffic/journal/journal.ts';
import type { RunLine } from '../../traffic/journal/journalTypes.ts';
import { openRecord } from '../../traffic/journal/openRecord.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { furtherAccounts } from '../../traffic/target/credentials.ts';
import type { Target } from '../../traffic/target/target.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { finishDeliveries, moveClockWithAnswers } from '../webhooks/experiments/finalDeliveries.ts';
import { Api } from '../worker/api.ts';
import { controlActOf } from '../worker/controlActions.ts';
import type { ReceiverHandle } from '../worker/receiverHandle.ts';
import { openWorker } from '../worker/worker.ts';
import { readFinally } from './finalReads.ts';
import { endAtLast } from './lateEnds.ts';
import { useUpReadsAtLast } from './quotaAtLast.ts';
import { readAsOthers } from './readAsOthers.ts';

/** Returns the record with the final reads. The final reads are made once for a run, and a failing trace check must not repeat them. */
export async function finishedRecord({
  run,
  target,
  name,
  hearing: localReceiver,
}: {
  run: Run;
  target: Target;
  name: string;
  /** The receiver of webhooks, if it is in this process. */
  hearing?: ReceiverHandle | undefined;
}): Promise<RunRecord> {
  const known = await openRecord(run.journal);
  if (known.hasFinalReads || known.halt || known.exchanges.length === 0) return known;
  const worker = await openWorker({ run, target, name, known, receiver: localReceiver, variesHeaders: true });
  try {
    const before = known.exchanges.length;
    const api = new Api(worker, 'sweep');
    const others = furtherAccounts(target.credentials).map((one) => api.as(one));
    await endAtLast(worker, api, known);
    // Only PAY-11 judges it, and other runs need not wait.
    const isAsked = target.control !== undefined && (run.selection.only?.includes('PAY-11') ?? true);
    const alikeNs = isAsked ? process.hrtime.bigint() + BigInt(target.deadlines.visibleMs) * 1_000_000n : undefined;
    await readAsOthers({ run, target, name }, known);
    await readFinally(api, known, {
      paths: target.paths,
      recalls: { credentials: target.credentials },
      advance: moveClockWithAnswers(worker),
      act: controlActOf(worker),
      alikeNs,
      others,
      useUpReads: (advance) => useUpReadsAtLast(api, known, { worker, advance }),
    });
    await finishDeliveries(worker, { api, record: known });
    const exchanges = known.exchanges.length - before;
    worker.write({ kind: 'end', requirement: 'sweep', status: 'done', claims: 0, exchanges });
    worker.write({ kind: 'swept', atNs: String(process.hrtime.bigint()), lines: known.lines });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  } finally {
    await worker.close();
    known.live = false;
  }
  return known;
}

/** Returns the target facts for judgement, from the target file in a live run and from the journal in a stored one. */
export async function factsOf(run: Run, target: () => Target): Promise<TargetFacts> {
  if (!run.offline) return target().facts;
  const start = readJournal(run.journal).find((line): line is RunLine => line.kind === 'run');
  if (!start) throw new Error(`expected a line of kind run in the journal ${run.journal}, found none`);
  return start.target;
}
