import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { buildVerdict } from '../../../judge/buildVerdict.ts';
import { allRequirements } from '../../../runner/selection/selectedTests.ts';
import { closeJournal, writeHalt } from '../../../runner/session/runStart.ts';
import type { Listener, Timing } from '../../../runner/session/session.ts';
import { quotaStatus } from '../../../runner/session/setup.ts';
import type { Halt } from '../../../traffic/journal/journalTypes.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../../traffic/requirements/requirement.ts';
import { isSelected } from '../../../traffic/requirements/selection.ts';
import { DiskWriteError, writeToDisk } from '../../../traffic/system/atomicWrite.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { onStderr, ProgressTicker, progressLine } from '../process/progress.ts';
import { say } from '../process/say.ts';
import { writeReports } from './writeReports.ts';

function keepRequirements({ out }: Run, requirements: readonly Requirement[]): void {
  mkdirSync(out, { recursive: true });
  writeToDisk(out, () => writeFileSync(runFilesOf(out).requirements, JSON.stringify(requirements, null, 1)));
}

/** Writes the last word of a journal: that all tests have ended, or why they have not; gives the latter. */
function closed(run: Run, halt: Halt | undefined): Halt | undefined {
  try {
    if (halt) writeHalt(run, halt);
    else closeJournal(run);
    return halt;
  } catch (error) {
    if (!(error instanceof DiskWriteError)) throw error;
    return halt ?? { cause: 'disk', message: error.message };
  }
}

/** A run from its first test to its reports, whoever runs the tests: tells how far it is, and what could not be conducted. */
export class RunObserver implements Listener {
  readonly #run: Run;
  readonly #times = new Map<string, Timing>();
  readonly #startedMs = Date.now();
  readonly #complaints = new Set<string>();
  #progress: ProgressTicker | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Keeps the list of requirements, and tells from now on how far the run is. */
  begun(requirements: readonly Requirement[]): void {
    const { offline, selection } = this.#run;
    keepRequirements(this.#run, requirements);
    if (offline) return;
    const of = requirements.filter((one) => isSelected(one, selection)).length;
    const foretoldMs = Number(variable('ASSAY_FORETOLD') ?? 0);
    const standing = () => ({
      done: this.#times.size,
      of,
      elapsedMs: Date.now() - this.#startedMs,
      foretoldMs,
      quota: quotaStatus(),
    });
    this.#progress = new ProgressTicker(onStderr(), () => progressLine(standing(), Date.now()));
  }

  /** Takes what became of a test. */
  ended(id: string, timing: Timing, complaint: string | undefined): void {
    this.#times.set(id, timing);
    if (complaint !== undefined) this.complain(complaint);
  }

  /** Says what is wrong; the same complaint of many tests is one. */
  complain(complaint: string): void {
    if (!this.#complaints.has(complaint)) say(complaint);
    this.#complaints.add(complaint);
  }

  /** Tells nothing any more. */
  stop(): void {
    this.#progress?.stop();
  }

  /** Judges what the run left, as it was asked by now, and writes the reports; gives the exit code. What a run that was broken off did not come to is not run. */
  async conclude(run: Run, broken: Halt | undefined): Promise<{ exit: number }> {
    this.stop();
    const halt = run.offline ? broken : closed(run, broken);
    if (!existsSync(runFilesOf(run.out).requirements)) keepRequirements(run, allRequirements([], readCatalogue()));
    const durationMs = Date.now() - this.#startedMs;
    const verdict = await buildVerdict(run, { durationMs, ...(halt && { halt }) });
    return { exit: await writeReports(verdict, run, this.#times) };
  }
}
