import { openRecord } from '../../traffic/journal/openRecord.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { selectionOfOthers } from '../../traffic/requirements/selection.ts';
import { participants } from '../../traffic/target/participants.ts';
import { atMount, readTarget, type Target } from '../../traffic/target/target.ts';
import type { TargetFacts } from '../../traffic/target/targetFacts.ts';
import { factsOf, finishedRecord } from '../finalReads/finishedRecord.ts';
import type { ReceiverHandle } from '../worker/receiverHandle.ts';
import { openWorker, type Worker } from '../worker/worker.ts';

/** What one worker has for a run; each part is opened once, on first use. */
export interface WorkerRun {
  run: Run;
  facts(): Promise<TargetFacts>;
  /** For tests: the connection to the target. */
  worker(): Promise<Worker>;
  /** For tests: the same connection as another account that takes part; undefined if the target file no longer names it. */
  workerAs(label: string): Promise<Worker | undefined>;
  /** For trace checks: the record of all tests, including the final reads. */
  record(): Promise<RunRecord>;
  close(): Promise<void>;
}

/** The run to open, the name of its journal file, the emulator instance to judge, and the receiver of webhooks if it is in this process. */
interface Opening {
  run: Run;
  name: string;
  mount: string | undefined;
  hearing?: ReceiverHandle | undefined;
}

/** Opens a run for one worker. */
export function openWorkerRun({ run, name, mount, hearing: localReceiver }: Opening): WorkerRun {
  let read: Target | undefined;
  let facts: Promise<TargetFacts> | undefined;
  let worker: Promise<Worker> | undefined;
  let record: Promise<RunRecord> | undefined;
  const others = new Map<string, Promise<Worker>>();
  const workerAs = async (label: string) => {
    const all = participants(target().credentials);
    const nth = all.findIndex((one) => one.label === label);
    const account = all[nth];
    if (!account) return undefined;
    const asOther = { ...run, selection: selectionOfOthers(run.selection) };
    // Another seed draws other values than the account under test sends, for the same requests.
    const seed = numberFor(`${run.seed} as ${label}`, 2 ** 31);
    const opening = { run: asOther, target: target(), name: `${name}a${nth + 1}`, account, seed, variesHeaders: true };
    const opened = others.get(label) ?? openWorker(opening);
    others.set(label, opened);
    return opened;
  };
  const target = () => {
    read ??= atMount(readTarget(run.target ?? ''), mount);
    return read;
  };
  return {
    run,
    facts: () => {
      facts ??= factsOf(run, target);
      return facts;
    },
    worker: () => {
      worker ??= openWorker({ run, target: target(), name, receiver: localReceiver, variesHeaders: true });
      return worker;
    },
    workerAs,
    record: () => {
      record ??= run.offline
        ? openRecord(run.journal)
        : finishedRecord({ run, target: target(), name: `${name}s`, hearing: localReceiver });
      return record;
    },
    close: async () => {
      for (const one of await Promise.all(others.values())) await one.close();
      await (await worker)?.close();
    },
  };
}
