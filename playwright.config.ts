import { defineConfig } from '@playwright/test';
import {
  failedTestTitles,
  selectedTestTitles,
  selectedTraceCheckTitles,
  workersFor,
} from './runner/selection/selectedTests.ts';
import { endOrphanedWorker } from './runner/session/orphanedWorker.ts';
import { decideRun } from './traffic/journal/run.ts';
import { readCatalogue } from './traffic/requirements/catalogue.ts';

const { selection } = decideRun();
const asked = selectedTestTitles(selection, readCatalogue());
const failed = failedTestTitles(selection, readCatalogue());
const late = /@law|@hostile/;

// A worker stops sending at once when its run has ended. Without this, Playwright would give the worker's test time to end.
if (process.connected) process.once('disconnect', () => endOrphanedWorker(decideRun()));

/**
 * The suite: tests make traffic, first those that failed in earlier runs, the hostile ones last, then trace checks judge the traffic. Trace checks are the teardown of the tests, so that they run even
 * if tests fail.
 */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results/suite',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: workersFor(selection, readCatalogue()),
  globalSetup: './runner/session/setup.ts',
  reporter: [['./scripts/cli/session/playwrightReporter.ts']],
  projects: [
    ...(failed ? [{ name: 'again', grep: failed, grepInvert: late, teardown: 'laws' }] : []),
    { name: 'probes', grepInvert: failed ? [late, failed] : late, teardown: 'laws', ...(asked && { grep: asked }) },
    // Playwright starts the second of two independent projects when no test of the first project is left to start.
    { name: 'hostile', grep: new RegExp(`${asked?.source ?? ''}.*@hostile`), workers: 1, teardown: 'laws' },
    { name: 'laws', grep: selectedTraceCheckTitles(selection, readCatalogue()), workers: 1, fullyParallel: false },
  ],
});
