import { type Contribution, TraceCheckLog } from '../../judge/assertionLog.ts';
import { violationOf } from '../../oracles/core/result.ts';
import { othersIn, recordAs } from '../../traffic/journal/recordAs.ts';
import { Exhausted, QuotaUnavailable } from '../../traffic/rate/limiter/limiterHandle.ts';
import { Unreachable } from '../../traffic/transport/client.ts';
import { TestAssertionLog } from '../worker/testAssertionLog.ts';
import type { Worker } from '../worker/worker.ts';
import { Toolbox } from './toolbox.ts';
import type { WorkerRun } from './workerRun.ts';

/** What is repeated: a body that runs once more with each toolbox that it gets, and throws what it throws. */
interface Repeated {
  opened: WorkerRun;
  id: string;
  again(toolbox: Toolbox): Promise<void>;
}

/** The violations that a repetition found, and the error of the suite that ended it, if one did. */
export interface Repetition {
  found: readonly Contribution[];
  error?: Error;
}

/** True if a repetition ended because there was nothing to judge or nothing more could be sent: the run says so elsewhere. */
const isQuiet = (error: unknown, { stopped }: { stopped: boolean }) =>
  stopped || [Exhausted, QuotaUnavailable, Unreachable].some((kind) => error instanceof kind);

/** Returns the violations among results about another account, and says whose they are: what that account does not have is no lack of the run. */
export const violationsAs = (results: readonly Contribution[], account: string): Contribution[] =>
  results.flatMap(({ id, ruling }) => {
    const violation = violationOf(ruling, account);
    return violation ? [{ id, ruling: violation }] : [];
  });

async function ended(ran: Promise<void>, log: TestAssertionLog | TraceCheckLog, account: string): Promise<Repetition> {
  const error = await ran.then(
    () => undefined,
    (thrown: Error) => (isQuiet(thrown, log) ? undefined : thrown),
  );
  return { found: violationsAs(log.contributions, account), ...(error && { error }) };
}

const joined = (all: readonly Repetition[]): Repetition => {
  const error = all.map((one) => one.error).find(Boolean);
  return { found: all.flatMap(({ found }) => found), ...(error && { error }) };
};

/** Repeats a test as each other account that the selection names for it. `around` prepares and settles the worker of the account. */
export async function repeatTest(
  { opened, id, again }: Repeated,
  around: { before(worker: Worker): void; after(worker: Worker, log: TestAssertionLog): Promise<void> },
): Promise<Repetition> {
  const all: Repetition[] = [];
  for (const [label, ids] of Object.entries(opened.run.selection.asOthers ?? {})) {
    const worker = ids.includes(id) ? await opened.workerAs(label) : undefined;
    if (!worker) continue;
    const log = new TestAssertionLog(id, worker);
    around.before(worker);
    const box = new Toolbox({ ...opened, worker: async () => worker }, log);
    all.push(await ended(again(box), log, label));
    await around.after(worker, log);
  }
  return joined(all);
}

/** Repeats a trace check over the record of each other account. */
export async function repeatTraceCheck({ opened, id, again }: Repeated): Promise<Repetition> {
  const whole = await opened.record();
  const all: Repetition[] = [];
  for (const label of othersIn(whole)) {
    const record = recordAs(whole, label);
    const log = new TraceCheckLog(id, undefined, record);
    all.push(await ended(again(new Toolbox({ ...opened, record: async () => record }, log)), log, label));
  }
  return joined(all);
}
