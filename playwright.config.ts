import { defineConfig } from '@playwright/test';
import { selectedTestTitles, selectedTraceCheckTitles, workersFor } from './runner/selection/selectedTests.ts';
import { endOrphanedWorker } from './runner/session/orphanedWorker.ts';
import { decideRun } from './traffic/journal/run.ts';
import { readCatalogue } from './traffic/requirements/catalogue.ts';

const { selection } = decideRun();
const asked = selectedTestTitles(selection, readCatalogue());

// A worker, or a run that only feeds laws, whose run is gone sends nothing more. Playwright itself would give a test time to end.
if (process.connected) process.once('disconnect', () => endOrphanedWorker(decideRun()));

/**
 * The suite: probes make traffic, the hostile ones last, then laws judge what all of it left behind. Laws are the teardown of the probes, so that
 * they run whatever the probes found.
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
    { name: 'probes', grepInvert: /@law|@hostile/, teardown: 'laws', ...(asked && { grep: asked }) },
    // Of two projects without dependencies the later one is begun when the earlier has no test left to begin.
    { name: 'hostile', grep: new RegExp(`${asked?.source ?? ''}.*@hostile`), workers: 1, teardown: 'laws' },
    { name: 'laws', grep: selectedTraceCheckTitles(selection, readCatalogue()), workers: 1, fullyParallel: false },
  ],
});
