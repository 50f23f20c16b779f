import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { configureGlobal } from 'fast-check';
import { entryFolder, packageRoot } from '../schemas/packageRoot.ts';

/** Takes minutes in one test. It begins first, since at the end everything else would wait for it. */
const longest = join(entryFolder, 'tests/product/install/readme.test.[jt]s');

/** Tests that start the product. Each takes seconds, so that the tests of one file share the workers. */
const ofProduct = join(entryFolder, 'tests/product/**/*.test.[jt]s');

const full = /@full/;

// Workers read this file too. A third of fast-check's usual number of values: every run draws others.
configureGlobal({ numRuns: 33 });

const folders =
  '{schemas,generators,traffic,oracles,judge,runner,fuzzer,client,reports,certificate,scripts,emulator,bench,tests}';

/** The self-tests: `*.test.ts` beside the code that they test, or their compiled form. */
export default defineConfig({
  testDir: entryFolder,
  // Tests that take long add little to the rest; `npm run test:full` and CI run them.
  ...(process.env['ASSAY_FULL'] === '1' ? { grep: full } : { grepInvert: full }),
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'product', testMatch: ofProduct, testIgnore: longest, fullyParallel: true },
    // Short ones run file by file: a file that is loaded for each of its tests costs more than what it tests.
    {
      name: 'others',
      testMatch: join(entryFolder, folders, '**/*.test.[jt]s'),
      testIgnore: [longest, ofProduct],
    },
  ],
  outputDir: join(packageRoot, 'test-results/self'),
  forbidOnly: true,
  retries: 0,
  // For two cores: a third of the tests wait, for quotas or until absence can be concluded.
  workers: 3,
  // Only a hanging test takes this long; no test fails because the machine is slow.
  timeout: 600_000,
  reporter: [['list']],
});
