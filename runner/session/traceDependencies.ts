import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { decideRun } from '../../traffic/journal/run.ts';
import { type CatalogueEntry, closureOf, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { failedTestTitles } from '../selection/selectedTests.ts';
import { playwrightVariables, playwrightWords } from './playwrightCommand.ts';

/** Returns the tests that feed the named trace checks and were not named themselves. */
export function dependenciesOf(asked: readonly string[], catalogue: readonly CatalogueEntry[]): string[] {
  return closureOf(asked, catalogue).filter((id) => !asked.includes(id));
}

/**
 * Runs tests into the journal of this run with a separate Playwright process, because `--grep` of a trace check selects no other test and Playwright cannot add
 * tests to a selection.
 */
export async function runDependencies(ids: readonly string[], selection: Selection): Promise<void> {
  if (ids.length === 0) return;
  const feeding = { ...selection, only: ids };
  const projects = [...(failedTestTitles(feeding, readCatalogue()) ? ['again'] : []), 'probes', 'hostile'];
  const words = [...projects.flatMap((name) => ['--project', name]), '--no-deps', '--reporter', 'null'];
  const args = [...playwrightWords('playwright.config.ts'), ...words];
  const env = {
    ...process.env,
    ...playwrightVariables,
    ASSAY_STAGE: 'f',
    ASSAY_SELECTION: JSON.stringify(feeding),
  };
  // When this process ends, the channel closes, and the child process notices that.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [code, signal] = await once(child, 'exit');
  // Code 1 means that a test failed, which its journal line explains.
  if (code === 0 || code === 1) return;
  const { out } = decideRun();
  throw new Error(
    `the tests that feed the trace checks ended with ${signal ?? `code ${code}`}; npx assay judge ${out} judges what was stored`,
  );
}
