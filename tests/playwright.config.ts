import { defineConfig } from '@playwright/test';

/** Minutes in one piece: begun last, it would be waited for alone. */
const longest = '**/tests/readme.test.ts';

/** The self-tests: `*.test.ts` beside the code that they judge. */
export default defineConfig({
  testDir: '..',
  projects: [
    { name: 'longest', testMatch: longest },
    {
      name: 'others',
      testMatch: '{schemas,generators,harness,fuzzer,reports,scripts,emulator,instruments,tests}/**/*.test.ts',
      testIgnore: longest,
    },
  ],
  outputDir: '../test-results/self',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only a hang takes so long: no test fails because the machine is slow.
  timeout: 600_000,
  reporter: [['list']],
});
