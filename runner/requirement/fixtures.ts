import { test as base } from '@playwright/test';
import { decideRun } from '../../traffic/journal/run.ts';
import { runRequirement } from './runRequirement.ts';
import { type Toolbox, type ToolName, type Tools, toolNames } from './toolbox.ts';
import { openWorkerRun, type WorkerRun } from './workerRun.ts';

interface TestFixtures extends Tools {
  toolbox: Toolbox;
}

type Use<T> = (value: T) => Promise<void>;

/** Returns a tool as a Playwright fixture, made by the toolbox. */
const fixtureOf =
  (name: ToolName) =>
  async ({ toolbox }: { toolbox: Toolbox }, use: Use<unknown>): Promise<void> =>
    use(await toolbox.get(name));

/** Playwright's `test` with the tools of a requirement as its fixtures. */
export const playwrightTest = base.extend<TestFixtures, { opened: WorkerRun }>({
  ...(Object.fromEntries(toolNames.map((name) => [name, fixtureOf(name)])) as object),

  opened: [
    async ({}, use, { workerIndex }) => {
      const run = decideRun();
      const opened = openWorkerRun({ run, name: `${run.journalPrefix}${workerIndex}`, mount: undefined });
      await use(opened);
      await opened.close();
    },
    { scope: 'worker' },
  ],

  toolbox: [
    async ({ opened }, use, testInfo) => {
      await runRequirement({ opened, host: testInfo, body: use });
    },
    { auto: true },
  ],
});
