import { mkdirSync, writeFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { closeJournal } from '../harness/begin.ts';
import { readCatalogue } from '../harness/catalogue.ts';
import { conclude } from '../harness/conclude.ts';
import { requirementOf } from '../harness/conduct.ts';
import { allRequirements } from '../harness/listing.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import { isSelected } from '../harness/selection.ts';
import { quotaStatus } from '../harness/setup.ts';
import { variable } from '../harness/targets/environment.ts';
import { onStderr, Progress, progressLine } from './progress.ts';
import { writeReports } from './reports.ts';

/** Playwright's reporter of the suite: keeps the list of requirements, tells how far the run is, and at the end writes the reports of the one verdict. */
export default class AssayReporter implements Reporter {
  readonly #run = decideRun();
  readonly #times = new Map<string, TestResult>();
  #progress: Progress | undefined;
  readonly #complaints = new Set<string>();
  #startedMs = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#startedMs = Date.now();
    const tests = suite.allTests();
    const had = tests.map(({ title, tags, location }) => requirementOf({ title, tags, ...location }));
    const { only, part } = this.#run.selection;
    const requirements = only || part ? allRequirements(had, readCatalogue()) : had;
    mkdirSync(this.#run.out, { recursive: true });
    writeFileSync(placesOf(this.#run.out).requirements, JSON.stringify(requirements, null, 1));
    const of = requirements.filter((one) => isSelected(one, this.#run.selection)).length;
    if (this.#run.offline) return;
    const foretoldMs = Number(variable('ASSAY_FORETOLD') ?? 0);
    const standing = () => ({
      done: this.#times.size,
      of,
      elapsedMs: Date.now() - this.#startedMs,
      foretoldMs,
      quota: quotaStatus(),
    });
    this.#progress = new Progress(onStderr(), () => progressLine(standing(), Date.now()));
  }

  onTestEnd({ title }: TestCase, result: TestResult): void {
    if (result.status !== 'skipped') this.#times.set(title.split(' ')[0] ?? '', result);
    // In a silent run a test fails only when it could not be conducted at all.
    if (this.#run.silent && result.error) this.#complain(result.error.message);
  }

  onError({ message }: { message?: string }): void {
    this.#complain(message);
  }

  /** The same complaint of many tests is one. */
  #complain(message = 'an error without words'): void {
    if (!this.#complaints.has(message)) process.stderr.write(`${message}\n`);
    this.#complaints.add(message);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress?.stop();
    // A run that was broken off has no last line: what it did not come to is not run.
    if (status !== 'interrupted') closeJournal(this.#run);
    // The set-up may have decided which requirements were asked for.
    const verdict = await conclude(decideRun(), { durationMs: Date.now() - this.#startedMs });
    await writeReports(verdict, this.#run, this.#times);
    return { status: verdict.exit === 0 ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}
