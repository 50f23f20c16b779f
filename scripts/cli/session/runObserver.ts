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
import { earlierIn } from '../prepare/earlierFailures.ts';
import { storedHeader } from '../prepare/storedHeader.ts';
import { onStderr, ProgressTicker, progressLine } from '../process/progress.ts';
import { say } from '../process/say.ts';
import { writeReports } from './writeReports.ts';

function keepRequirements({ out }: Run, requirements: readonly Requirement[]): void {
  mkdirSync(out, { recursive: true });
  writeToDisk(out, () => writeFileSync(runFilesOf(out).requirements, JSON.stringify(requirements, null, 1)));
}

/** Writes the end of a journal: that all tests have ended, or the halt. Returns the halt, if any; a full disk is a halt as well. */
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

/** Follows a run from its first test to its reports, whichever program runs the tests: it prints progress, and tests that could not be performed. */
export class RunObserver implements Listener {
  readonly #run: Run;
  readonly #times = new Map<string, Timing>();
  readonly #startedMs = Date.now();
  readonly #complaints = new Set<string>();
  readonly #waits = new Map<number, string>();
  #progress: ProgressTicker | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Stores the list of requirements, and starts to print progress. */
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
      waits: [...new Set(this.#waits.values())],
    });
    this.#progress = new ProgressTicker(onStderr(), () => progressLine(standing(), Date.now()));
  }

  /** Takes the result of a test. */
  ended(id: string, timing: Timing, complaint: string | undefined): void {
    this.#times.set(id, timing);
    if (complaint !== undefined) this.complain(complaint);
  }

  /** Takes what a worker waits for. */
  waits(worker: number, what: string | undefined): void {
    if (what === undefined) this.#waits.delete(worker);
    else this.#waits.set(worker, what);
  }

  /** Prints a complaint; the same complaint of several tests is printed once. */
  complain(complaint: string): void {
    if (!this.#complaints.has(complaint)) say(complaint);
    this.#complaints.add(complaint);
  }

  /** Stops printing progress. */
  stop(): void {
    this.#progress?.stop();
  }

  /**
   * Judges the traffic of the run, with its final selection, and writes the reports; returns the exit code. Requirements that an interrupted run did not reach
   * are `not run`.
   */
  async conclude(run: Run, broken: Halt | undefined): Promise<{ exit: number }> {
    this.stop();
    const halt = run.offline ? broken : closed(run, broken);
    if (!existsSync(runFilesOf(run.out).requirements)) keepRequirements(run, allRequirements([], readCatalogue()));
    const durationMs = run.offline ? storedHeader(run.journal).durationMs : Date.now() - this.#startedMs;
    const before = earlierIn(run.out);
    const verdict = await buildVerdict(run, {
      ...(durationMs !== undefined && { durationMs }),
      ...(halt && { halt }),
      ...(before && { before }),
    });
    return { exit: await writeReports(verdict, run, { times: this.#times }) };
  }
}
