import { type Contribution, TraceCheckLog } from '../../judge/assertionLog.ts';
import { faultResult } from '../../oracles/core/result.ts';
import { othersIn, recordAs } from '../../traffic/journal/recordAs.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import { eachWithTimeLimit, TimeLimitExceeded } from '../../traffic/system/timeLimit.ts';
import { collected, toolsFor } from './inProcessRunner.ts';
import { violationsAs } from './repeatAsOthers.ts';
import { requirementOf } from './runRequirement.ts';
import { Toolbox } from './toolbox.ts';
import type { WorkerRun } from './workerRun.ts';

/** The results of a trace check on a record. */
export interface TraceCheckResults {
  requirement: Requirement;
  results: readonly Contribution[];
  /** The ids of all exchanges and deliveries that they rest on. */
  evidence: ReadonlySet<string>;
}

/** Returns a worker run for trace checks that have only a record. */
function openedOver(run: Run, record: RunRecord): WorkerRun {
  const none = () => Promise.reject(new Error('a trace check sends no requests'));
  return {
    run,
    facts: none,
    worker: none,
    workerAs: none,
    record: async () => record,
    close: async () => undefined,
  };
}

function endlessOf({ id }: Requirement, { message }: TimeLimitExceeded): Contribution {
  return { id, ruling: faultResult({ code: 'suiteError', message, exchanges: [] }) };
}

/** A trace check with its log, and the function that runs its body. */
interface TraceCheckRun {
  requirement: Requirement;
  log: TraceCheckLog;
  begin(): Promise<void>;
}

/** Returns the results of a trace check once it has ended. Throws if it breaks down. */
async function resultsOf({ requirement, log }: TraceCheckRun, ended: Promise<void>): Promise<TraceCheckResults> {
  const endless: Contribution[] = [];
  await ended.catch((error: unknown) => {
    if (error instanceof TimeLimitExceeded) endless.push(endlessOf(requirement, error));
    else if (!log.stopped) throw error;
  });
  return { requirement, results: [...log.contributions, ...endless], evidence: log.evidence };
}

/** Runs the wanted trace checks on what one account has shown. */
async function traceChecksOf(
  run: Run,
  record: RunRecord,
  isWanted: (id: string) => boolean,
): Promise<TraceCheckResults[]> {
  const wanted: TraceCheckRun[] = [];
  for (const one of collected) {
    const requirement = requirementOf({ ...one, line: 0 });
    if (!requirement.law || !isWanted(requirement.id)) continue;
    const log = new TraceCheckLog(requirement.id, undefined, record);
    const tools = await toolsFor(new Toolbox(openedOver(run, record), log), one.body);
    wanted.push({ requirement, log, begin: async () => one.body(tools) });
  }
  // Limits the computation before the first wait of each body.
  const ended = eachWithTimeLimit(wanted, {
    compute: (one) => resultsOf(one, one.begin()),
    endless: (one, error) => resultsOf(one, Promise.reject(error)),
  });
  return Promise.all(ended);
}

/**
 * Runs the wanted trace checks on a record, in their order, and returns their results; what other accounts have shown adds only violations. Throws if a trace check
 * breaks down.
 */
export async function runTraceChecks(
  run: Run,
  record: RunRecord,
  isWanted: (id: string) => boolean,
): Promise<TraceCheckResults[]> {
  const own = await traceChecksOf(run, record, isWanted);
  const found = new Map<string, Contribution[]>();
  for (const label of othersIn(record))
    for (const { requirement, results } of await traceChecksOf(run, recordAs(record, label), isWanted))
      found.set(requirement.id, [...(found.get(requirement.id) ?? []), ...violationsAs(results, label)]);
  return own.map((one) => ({ ...one, results: [...one.results, ...(found.get(one.requirement.id) ?? [])] }));
}
