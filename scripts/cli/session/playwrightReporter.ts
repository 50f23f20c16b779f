import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { requirementOf } from '../../../runner/requirement/runRequirement.ts';
import { allRequirements } from '../../../runner/selection/selectedTests.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { RunObserver } from './runObserver.ts';

/** Whoever presses Ctrl-C. */
const broken = { cause: 'interrupted', message: 'before its end' } as const;

/** The suite's reporter where Playwright itself runs it (`npx playwright test --grep`). */
export default class AssayReporter implements Reporter {
  readonly #run = decideRun();
  readonly #ending = new RunObserver(this.#run);

  constructor() {
    // As the command does, before Playwright starts its workers.
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
    // In a silent run a test fails only when it could not be conducted at all.
    const complaint = this.#run.silent ? result.error?.message : undefined;
    this.#ending.ended(title.split(' ')[0] ?? '', result, complaint);
  }

  onError({ message = 'an error without words' }: { message?: string }): void {
    this.#ending.complain(message);
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    // The set-up may have decided which requirements were asked for.
    const { exit } = await this.#ending.conclude(decideRun(), status === 'interrupted' ? broken : undefined);
    return { status: exit === 0 ? 'passed' : 'failed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}
