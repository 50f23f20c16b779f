import { defineConfig } from '@playwright/test';

/** The self-tests: `*.test.ts` beside the code that they judge. */
export default defineConfig({
  testDir: '..',
  testMatch: ['{schemas,generators,harness,fuzzer,sdk,reports,scripts,emulator,tests}/**/*.test.ts'],
  outputDir: '../test-results/self',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: [['list']],
});
