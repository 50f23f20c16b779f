import { writeFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { requirementOf } from '../harness/conduct.ts';
import { placesOf, type World } from '../harness/run.ts';

/** Playwright's reporter of a fleet: writes each world's list of requirements, and how far the fleet is. */
export default class FleetReporter implements Reporter {
  #total = 0;
  #done = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
    const byFolder = new Map<string, TestCase[]>();
    for (const project of suite.suites) {
      const { world } = (project.project()?.use ?? {}) as { world?: World };
      if (world) byFolder.set(world.out, [...(byFolder.get(world.out) ?? []), ...project.allTests()]);
    }
    for (const [out, tests] of byFolder) {
      const requirements = tests.map(({ title, tags, location }) => requirementOf({ title, tags, ...location }));
      writeFileSync(placesOf(out).requirements, JSON.stringify(requirements));
    }
  }

  onTestEnd(): void {
    this.#done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${this.#done} of ${this.#total} checks`);
  }

  onError(error: { message?: string }): void {
    process.stderr.write(`${error.message ?? 'an error without words'}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
