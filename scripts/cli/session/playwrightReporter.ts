import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { requirementOf } from '../../../runner/requirement/runRequirement.ts';
import { allRequirements } from '../../../runner/selection/selectedTests.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { RunObserver } from './runObserver.ts';

/** The halt of a run that Ctrl-C has interrupted. */
const broken = { cause: 'interrupted', message: 'before its end' } as const;

/** The reporter of the suite when Playwright itself runs it (`npx playwright test --grep`). */
export default class AssayReporter implements Reporter {
  readonly #run = decideRun();
  readonly #ending = new RunObserver(this.#run);

  constructor() {
    // Lets only the owner read new files, as the command does, before Playwright starts its workers.
    process.umask(0o077);
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    const had = tests.map(({ title, tags, location }) => requirementOf({ title, tags, ...location }));
    const { only, part } = this.#run.selection;
    this.#ending.begun(only || part ? allRequirements(had, readCatalogue()) : had);
  }

  onTestEnd({ title }: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return;
    // In a silent run a test fails only if it could not be performed at all.
    const complaint = this.#run.silent ? result.error?.message : undefined;
    this.#ending.ended(title.split(' ')[0] ?? '', result, complaint);
  }

  onError({ message = 'an error without a message' }: { message?: string }): void {
    this.#ending.complain(message);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // The set-up may have changed the selection.
    const { exit } = await this.#ending.conclude(decideRun(), status === 'interrupted' ? broken : undefined);
    return { status: exit === 0 ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}
