import { readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { World } from './harness/run.ts';
import { variable } from './harness/targets/environment.ts';
import base from './playwright.config.ts';

const worlds = JSON.parse(readFileSync(variable('ASSAY_FLEET') ?? '/dev/null', 'utf8') || '[]') as World[];

const nameOf = ({ name }: World) => name ?? 'clean';

const { globalSetup: _, ...rest } = base;

/** The suite on every world of a fleet: a pair of projects for each, with a folder of its own. */
export default defineConfig<object, { world: World | undefined }>({
  ...rest,
  outputDir: 'test-results/fleet',
  fullyParallel: false,
  // A worker waits for its world more than it computes.
  workers: 4,
  reporter: [['./scripts/fleetreporter.ts']],
  projects: worlds.flatMap((world) => [
    // One worker for each: starting one costs more than the tests of a world.
    {
      name: `${nameOf(world)} probes`,
      grepInvert: /@law/,
      workers: 1,
      teardown: `${nameOf(world)} laws`,
      use: { world },
    },
    { name: `${nameOf(world)} laws`, grep: /@law/, workers: 1, use: { world } },
  ]),
});
