import { mkdirSync } from 'node:fs';
import { preflight, writeRunLine } from './begin.ts';
import { idsGrepped, readCatalogue } from './catalogue.ts';
import { feed, feedersOf } from './feeding.ts';
import { decideRun, select } from './run.ts';
import { readTarget } from './target.ts';
import { type Embedded, startEmbedded } from './targets/embedded.ts';
import { decide } from './targets/environment.ts';

/**
 * Playwright's global set-up, in the runner: starts the embedded emulator where no target was named, writes the run's
 * first line and asks whether the target is there. A stored journal needs none of it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const run = decideRun();
  if (run.offline || run.stage === 'f') return undefined;
  mkdirSync(run.out, { recursive: true });
  let embedded: Embedded | undefined;
  if (run.target === undefined) {
    embedded = await startEmbedded({ control: true });
    decide('ASSAY_TARGET', embedded.targetFile);
  }
  const target = readTarget(decideRun().target ?? '');
  const { only } = run.selection;
  const asked = only === undefined ? idsGrepped(process.argv, readCatalogue()) : undefined;
  const selection = { ...run.selection, ...(asked && { only: asked }) };
  writeRunLine({ ...run, selection }, target);
  await preflight(run, target);
  if (asked) {
    await feed(feedersOf(asked, readCatalogue()), selection);
    // Playwright runs the whole teardown project, whatever was grepped.
    select(selection);
  }
  return embedded?.stop;
}
