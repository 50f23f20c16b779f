import { Session } from '../../../runner/session/session.ts';
import setup from '../../../runner/session/setup.ts';
import type { Halt } from '../../../traffic/journal/journalTypes.ts';
import { decideRun, runFilesOf } from '../../../traffic/journal/run.ts';
import { DiskWriteError } from '../../../traffic/system/atomicWrite.ts';
import { decideAll } from '../../../traffic/system/environment.ts';
import { interruptSignal } from '../process/interrupt.ts';
import { say } from '../process/say.ts';
import type { ReportName } from './reportNames.ts';
import { RunObserver } from './runObserver.ts';

/** The options for the output, and for what counts as failure. */
export interface ReportOptions {
  out?: string;
  strict?: boolean;
  json?: boolean;
  verbose?: boolean;
  quiet?: boolean;
  report?: readonly ReportName[];
}

type Decisions = Parameters<typeof decideAll>[0];

/** The exit code of a run that was interrupted before it could judge anything. */
const incomplete = 4;

const haltBy = (error: Error): Halt =>
  error instanceof DiskWriteError
    ? { cause: 'disk', message: error.message }
    : { cause: 'suite', message: error.message };

/** Ends the process at once: nothing was tested yet, and services that the set-up started end with this process. */
function leaveAtOnce(): never {
  const { journal } = runFilesOf(decideRun().out);
  say(`interrupted before the first test; the journal of all requests is ${journal}`);
  process.exit(incomplete);
}

/** Runs the session until it ends or is stopped; returns the halt, if any. */
async function played(session: Session, workers: number | undefined, signal: AbortSignal): Promise<Halt | undefined> {
  const stop = () => void session.stop();
  signal.addEventListener('abort', stop);
  const began = performance.now();
  const failed = await session.run(workers).then(() => undefined, haltBy);
  // Judging is not interrupted once it has begun.
  signal.removeEventListener('abort', stop);
  const after = `after ${Math.round((performance.now() - began) / 1000)} s`;
  return failed ?? (signal.aborted ? { cause: 'interrupted', message: after } : undefined);
}

/**
 * Runs the suite as decided for this process: starts what it needs, runs its tests in at most `workers` workers, judges their traffic, and writes the reports.
 * Returns the exit code of the verdict.
 */
export async function runSession(workers?: number): Promise<number> {
  const { signal, done } = interruptSignal();
  signal.addEventListener('abort', leaveAtOnce);
  const teardown = await setup();
  signal.removeEventListener('abort', leaveAtOnce);
  // The set-up may have changed the selection and the target.
  const run = decideRun();
  const ending = new RunObserver(run);
  const halt = await played(new Session(run, ending), workers, signal);
  ending.stop();
  const lost = await teardown?.({ isBroken: halt !== undefined });
  done();
  return (await ending.conclude(run, lost ?? halt)).exit;
}

/** Returns the variables by which a process decides about its reports. */
export function reportVariables({ strict, json, verbose, quiet, report }: ReportOptions): Decisions {
  const detail = verbose ? 'verbose' : quiet ? 'quiet' : undefined;
  return {
    ...(detail && { ASSAY_DETAIL: detail }),
    ...(strict && { ASSAY_STRICT: '1' }),
    ...(json && { ASSAY_JSON: '1' }),
    ...(report && { ASSAY_REPORTS: report.join(',') }),
  };
}

/** Runs the suite with all output below `out`; returns the exit code of the verdict. */
export function runInto(out: string, options: ReportOptions, env: Decisions): Promise<number> {
  decideAll({ ...env, ASSAY_OUT: out, ASSAY_SILENT: '1', ...reportVariables(options) });
  return runSession();
}
