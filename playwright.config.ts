import { defineConfig } from '@playwright/test';
import { readCatalogue } from './harness/catalogue.ts';
import { selectedTestTitles, selectedTraceCheckTitles, workersFor } from './harness/listing.ts';
import { decideRun } from './harness/run.ts';
import { endOrphanedWorker } from './harness/session/orphaned.ts';

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
  globalSetup: './harness/setup.ts',
  reporter: [['./scripts/reporter.ts']],
  projects: [
    { name: 'probes', grepInvert: /@law|@hostile/, teardown: 'laws', ...(asked && { grep: asked }) },
    // Of two projects without dependencies the later one is begun when the earlier has no test left to begin.
    { name: 'hostile', grep: new RegExp(`${asked?.source ?? ''}.*@hostile`), workers: 1, teardown: 'laws' },
    { name: 'laws', grep: selectedTraceCheckTitles(selection, readCatalogue()), workers: 1, fullyParallel: false },
  ],
});
