import { test as base } from '@playwright/test';
import { collected, type Spec } from './collected.ts';
import { conduct } from './conduct.ts';
import { type Opened, open } from './opened.ts';
import { decideRun } from './run.ts';
import { variable } from './targets/environment.ts';
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

const playwrightTest = base.extend<TestFixtures, { opened: Opened }>({
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

/**
 * Declares a requirement: its title begins with its id, its details say the kind, its body names the tools that it needs.
 * For Playwright it is a test; where the fleet collects the specs it is kept to be run in many worlds.
 */
export const test: Spec = variable('ASSAY_FLEET') ? collected : playwrightTest;

export { every, learn, learnTraits, those, together } from './evidence.ts';
export { hostile, law, must, observe, should } from './kinds.ts';
export { create, read } from './plan.ts';
export { addressed, both, having, signedBy, spelled, without } from './refuse.ts';
