import { Session } from '../../../runner/session/session.ts';
import setup from '../../../runner/session/setup.ts';
import type { Halt } from '../../../traffic/journal/journalTypes.ts';
import { decideRun, runFilesOf } from '../../../traffic/journal/run.ts';
import { DiskWriteError } from '../../../traffic/system/atomicWrite.ts';
import { decideAll } from '../../../traffic/system/environment.ts';
import { interruptSignal } from '../process/interrupt.ts';
import { say } from '../process/say.ts';
import { RunObserver } from './runObserver.ts';

/** The options that say what to print and how to count. */
export interface ReportOptions {
  out?: string;
  strict?: boolean;
  json?: boolean;
}

/** The exit code of a run that was broken off before it could judge anything. */
const incomplete = 4;

const haltBy = (error: Error): Halt =>
  error instanceof DiskWriteError
    ? { cause: 'disk', message: error.message }
    : { cause: 'suite', message: error.message };

/** Nothing was tried by now: what the set-up has begun ends with this process. */
function leaveAtOnce(): never {
  const { journal } = runFilesOf(decideRun().out);
  say(`interrupted before the first test; what was sent is kept in ${journal}`);
  process.exit(incomplete);
}

/** Runs the session to its end, or until it is stopped; gives why it went no further. */
async function played(session: Session, workers: number | undefined, signal: AbortSignal): Promise<Halt | undefined> {
  const stop = () => void session.stop();
  signal.addEventListener('abort', stop);
  const began = performance.now();
  const failed = await session.run(workers).then(() => undefined, haltBy);
  // What is judged by now is judged to its end.
  signal.removeEventListener('abort', stop);
  const after = `after ${Math.round((performance.now() - began) / 1000)} s`;
  return failed ?? (signal.aborted ? { cause: 'interrupted', message: after } : undefined);
}

/**
 * Runs what was decided for this process: starts what a run needs, runs its tests in so many workers at the most, judges what they left, and
 * writes the reports. Gives the exit code of the verdict.
 */
export async function runSession(workers?: number): Promise<number> {
  const { signal, done } = interruptSignal();
  signal.addEventListener('abort', leaveAtOnce);
  const teardown = await setup();
  signal.removeEventListener('abort', leaveAtOnce);
  // The set-up may have decided what is asked for, and of whom.
  const run = decideRun();
  const ending = new RunObserver(run);
  const halt = await played(new Session(run, ending), workers, signal);
  ending.stop();
  const lost = await teardown?.({ isBroken: halt !== undefined });
  done();
  return (await ending.conclude(run, lost ?? halt)).exit;
}

/** Runs the suite, all that it writes below `out`; gives the exit code of the verdict. */
export function runInto(
  out: string,
  { strict, json }: ReportOptions,
  env: Parameters<typeof decideAll>[0],
): Promise<number> {
  const more = { ...(strict && { ASSAY_STRICT: '1' }), ...(json && { ASSAY_JSON: '1' }) };
  decideAll({ ...env, ASSAY_OUT: out, ASSAY_SILENT: '1', ...more });
  return runSession();
}
