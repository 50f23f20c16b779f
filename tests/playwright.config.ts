import { defineConfig } from '@playwright/test';

/** The self-tests: `*.test.ts` beside the code that they judge. */
export default defineConfig({
  testDir: '..',
  testMatch: ['{schemas,generators,harness,fuzzer,sdk,reports,scripts,emulator,instruments,tests}/**/*.test.ts'],
  outputDir: '../test-results/self',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only a hang takes so long: no test fails because the machine is slow.
  timeout: 600_000,
  reporter: [['list']],
});
