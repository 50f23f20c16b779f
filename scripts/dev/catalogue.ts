import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceCheckLine } from '../../judge/assertionLog.ts';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { costsFile, writeCosts } from '../../runner/selection/costs.ts';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { decideRun, runFilesOf, select } from '../../traffic/journal/run.ts';
import { type CatalogueEntry, catalogueFile } from '../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { decideAll } from '../../traffic/system/environment.ts';
import { runSession } from '../cli/session/runSession.ts';
import { costsIn } from './measuredCosts.ts';

/** The operations that a probe asks, and the oracles whose rulings it claims. */
function probed(id: string, lines: readonly Line[]): Pick<CatalogueEntry, 'operations' | 'oracles'> {
  const own = lines.filter((line) => 'requirement' in line && line.requirement === id);
  const operations = own.flatMap((line) => (line.kind === 'exchange' ? (line.operation ?? []) : []));
  const oracles = own.flatMap((line) => (line.kind === 'claim' ? [line.oracle] : []));
  return { operations: [...new Set(operations)].sort(), oracles: [...new Set(oracles)].sort() };
}

/** The requirements, each law with the probes that fed it. */
function listed(
  requirements: readonly Requirement[],
  rulings: readonly TraceCheckLine[],
  lines: readonly Line[],
): CatalogueEntry[] {
  const probes = new Set(requirements.filter(({ law }) => !law).map(({ id }) => id));
  const feeders = new Map(
    rulings.flatMap((line) => ('end' in line ? [[line.id, line.fedBy.filter((id) => probes.has(id))] as const] : [])),
  );
  return requirements
    .map(({ where, ...rest }): CatalogueEntry => {
      const fedBy = feeders.get(rest.id);
      const how = rest.law ? { fedBy: fedBy ?? [] } : probed(rest.id, lines);
      return { ...rest, file: where.replace(/:\d+$/, ''), ...how };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const verdictIn = (out: string) => JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;

/** The laws that a run which only reads can judge, tried on an account where there is something to read. */
async function lawsByReading(target: string): Promise<string[]> {
  const { id, out, selection } = decideRun();
  const aside = join(out, 'passive');
  const reading: Selection = { ...selection, profile: 'full', tier: 'passive' };
  select(reading);
  decideAll({ ASSAY_RUN: `${id}-passive`, ASSAY_OUT: aside, ASSAY_TARGET: target });
  await runSession(1);
  const { requirements } = verdictIn(aside);
  return requirements.flatMap(({ id, law, outcome }) =>
    law && (outcome === 'pass' || outcome === 'learned') ? [id] : [],
  );
}

/** Writes specs/catalogue.json and specs/costs.json from whole runs on an emulator: one that asks for all, and one that only reads. */
async function main(): Promise<void> {
  const { out, journal, selection } = decideRun();
  const places = runFilesOf(out);
  select({ ...selection, profile: 'full' });
  const emulator = await startEmbedded({ control: true });
  // One worker, so that which probe asks for the methods list first does not depend on timing.
  decideAll({ ASSAY_TARGET: emulator.targetFile, ASSAY_SILENT: '1' });
  await runSession(1);
  const reading = await lawsByReading(emulator.targetFile).finally(() => emulator.stop());
  const requirements = JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[];
  const rulings = readFileSync(places.traceCheckResults, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TraceCheckLine);
  const lines = readJournal(journal);
  const catalogue = listed(requirements, rulings, lines).map((one) =>
    reading.includes(one.id) ? { ...one, byReading: true } : one,
  );
  writeFileSync(catalogueFile, `${JSON.stringify(catalogue, null, 2)}\n`);
  writeFileSync(costsFile, writeCosts(costsIn(lines, verdictIn(out).header.durationMs / 1000)));
}

await main();
