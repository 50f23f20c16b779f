import { test as base } from '@playwright/test';
import { conduct } from './conduct.ts';
import { type Opened, open } from './opened.ts';
import { decideRun } from './run.ts';
import { type Toolbox, type ToolName, type Tools, toolNames } from './toolbox.ts';

interface TestFixtures extends Tools {
  toolbox: Toolbox;
}

type Use<T> = (value: T) => Promise<void>;

/** A tool as a Playwright fixture: the toolbox makes it. */
const fixtureOf =
  (name: ToolName) =>
  async ({ toolbox }: { toolbox: Toolbox }, use: Use<unknown>): Promise<void> =>
    use(await toolbox.get(name));

/** Playwright's `test` with the tools of a requirement as its fixtures. */
export const playwrightTest = base.extend<TestFixtures, { opened: Opened }>({
  ...(Object.fromEntries(toolNames.map((name) => [name, fixtureOf(name)])) as object),

  opened: [
    async ({}, use, { workerIndex }) => {
      const run = decideRun();
      const opened = open({ run, name: `${run.stage}${workerIndex}`, mount: undefined });
      await use(opened);
      await opened.close();
    },
    { scope: 'worker' },
  ],

  toolbox: [
    async ({ opened }, use, testInfo) => {
      await conduct({ opened, host: testInfo, body: use });
    },
    { auto: true },
  ],
});
