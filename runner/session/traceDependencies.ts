import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { decideRun } from '../../traffic/journal/run.ts';
import { type CatalogueEntry, closureOf } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { playwrightVariables, playwrightWords } from './playwrightCommand.ts';

/** The probes that feed the laws among the requirements asked for, and were not asked for themselves. */
export function dependenciesOf(asked: readonly string[], catalogue: readonly CatalogueEntry[]): string[] {
  return closureOf(asked, catalogue).filter((id) => !asked.includes(id));
}

/**
 * Runs probes into the journal of this run, in a Playwright of their own: `--grep` of a law selects no probe, and
 * Playwright offers no way to add tests to a selection.
 */
export async function runDependencies(ids: readonly string[], selection: Selection): Promise<void> {
  if (ids.length === 0) return;
  const projects = ['--project', 'probes', '--project', 'hostile', '--no-deps', '--reporter', 'null'];
  const args = [...playwrightWords('playwright.config.ts'), ...projects];
  const env = {
    ...process.env,
    ...playwrightVariables,
    ASSAY_STAGE: 'f',
    ASSAY_SELECTION: JSON.stringify({ ...selection, only: ids }),
  };
  // By the channel it hears that we are gone.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [code, signal] = await once(child, 'exit');
  // 1 is a test that failed: its line tells why.
  if (code === 0 || code === 1) return;
  const { out } = decideRun();
  throw new Error(
    `the probes that feed laws ended with ${signal ?? `code ${code}`}; npx assay judge ${out} judges what is there`,
  );
}
