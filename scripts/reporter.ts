import { mkdirSync, writeFileSync } from 'node:fs';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { closeJournal } from '../harness/begin.ts';
import { conclude } from '../harness/conclude.ts';
import { requirementOf } from '../harness/conduct.ts';
import { exchangesIn } from '../harness/journal.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import { variable } from '../harness/targets/environment.ts';
import { writeConsole } from '../reports/console.ts';
import { writeCurls } from '../reports/curls.ts';
import { writeJson } from '../reports/json.ts';

/** Playwright's reporter of the suite: keeps the list of requirements, and at the end writes the reports of the one verdict. */
export default class AssayReporter implements Reporter {
  readonly #run = decideRun();
  #startedMs = 0;
  #total = 0;
  #done = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#startedMs = Date.now();
    const tests = suite.allTests();
    this.#total = tests.length;
    const requirements = tests.map(({ title, tags, location }) => requirementOf({ title, tags, ...location }));
    mkdirSync(this.#run.out, { recursive: true });
    writeFileSync(placesOf(this.#run.out).requirements, JSON.stringify(requirements, null, 1));
  }

  onTestEnd(_test: TestCase, _result: TestResult): void {
    this.#done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${this.#done} of ${this.#total} requirements`);
  }

  onError(error: { message?: string }): void {
    process.stderr.write(`${error.message ?? 'an error without words'}\n`);
  }

  async onEnd(): Promise<{ status: FullResult['status'] }> {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    closeJournal(this.#run);
    // The set-up may have decided which requirements were asked for.
    const verdict = await conclude(decideRun(), { durationMs: Date.now() - this.#startedMs });
    writeJson(verdict, placesOf(this.#run.out).verdict);
    writeCurls(verdict, { exchanges: exchangesIn(this.#run.journal), out: this.#run.out });
    const json = variable('ASSAY_JSON') === '1';
    (json ? process.stderr : process.stdout).write(writeConsole(verdict, this.#run.out));
    if (json) process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
    return { status: verdict.exit === 0 ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}
