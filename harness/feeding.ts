import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { closureOf, type Listed } from './catalogue.ts';
import type { Selection } from './selection.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
const root = fileURLToPath(new URL('..', import.meta.url));

/** The probes that feed the laws among the requirements asked for, and were not asked for themselves. */
export function feedersOf(asked: readonly string[], catalogue: readonly Listed[]): string[] {
  return closureOf(asked, catalogue).filter((id) => !asked.includes(id));
}

/**
 * Runs probes into the journal of this run, in a Playwright of their own: `--grep` of a law selects no probe, and
 * Playwright offers no way to add tests to a selection.
 */
export async function feed(ids: readonly string[], selection: Selection): Promise<void> {
  if (ids.length === 0) return;
  const args = [cli, 'test', '--project', 'probes', '--project', 'hostile', '--no-deps', '--reporter', 'null'];
  const env = { ...process.env, ASSAY_STAGE: 'f', ASSAY_SELECTION: JSON.stringify({ ...selection, only: ids }) };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  await once(child, 'exit');
}
