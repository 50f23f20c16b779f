import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceCheckLine } from '../../judge/assertionLog.ts';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { costsFile, readCosts, writeCosts } from '../../runner/selection/costs.ts';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { decideRun, runFilesOf, select } from '../../traffic/journal/run.ts';
import { type CatalogueEntry, catalogueFile, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { decideAll } from '../../traffic/system/environment.ts';
import { runSession } from '../cli/session/runSession.ts';
import { costsIn } from './measuredCosts.ts';
import { steadyCosts, steadyFeeders } from './timingNoise.ts';

const isRead = (operation: string) => operation.startsWith('GET ');

/** Returns the operations that a test requests, and the oracles of its assertions. */
function probed(id: string, lines: readonly Line[]): Pick<CatalogueEntry, 'operations' | 'oracles'> {
  const own = lines.filter((line) => 'requirement' in line && line.requirement === id);
  const operations = own.flatMap((line) => (line.kind === 'exchange' ? (line.operation ?? []) : []));
  const oracles = own.flatMap((line) => (line.kind === 'claim' ? [line.oracle] : []));
  return { operations: [...new Set(operations)].sort(), oracles: [...new Set(oracles)].sort() };
}

/** Returns the requirements, each trace check with the tests that fed it. */
function listed(
  requirements: readonly Requirement[],
  results: readonly TraceCheckLine[],
  lines: readonly Line[],
): CatalogueEntry[] {
  const tests = new Set(requirements.filter(({ law: isTraceCheck }) => !isTraceCheck).map(({ id }) => id));
  const feeders = new Map(
    results.flatMap((line) => ('end' in line ? [[line.id, line.fedBy.filter((id) => tests.has(id))] as const] : [])),
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

/** Returns the trace checks that a read-only run can judge, tried on an account that has data. */
async function traceChecksByReading(target: string): Promise<string[]> {
  const { id, out, selection } = decideRun();
  const aside = join(out, 'passive');
  const reading: Selection = { ...selection, profile: 'full', tier: 'passive' };
  select(reading);
  decideAll({ ASSAY_RUN: `${id}-passive`, ASSAY_OUT: aside, ASSAY_TARGET: target });
  await runSession(1);
  const { requirements } = verdictIn(aside);
  return requirements.flatMap(({ id, law: isTraceCheck, outcome }) =>
    isTraceCheck && (outcome === 'pass' || outcome === 'learned') ? [id] : [],
  );
}

/** Writes specs/catalogue.json and specs/costs.json from two whole runs on an emulator: a complete one, and a read-only one. */
async function main(): Promise<void> {
  const { out, journal, selection } = decideRun();
  const places = runFilesOf(out);
  select({ ...selection, profile: 'full' });
  const emulator = await startEmbedded({ control: true });
  // A single worker, so that timing does not decide which test requests the methods list first.
  decideAll({ ASSAY_TARGET: emulator.targetFile, ASSAY_SILENT: '1', ASSAY_SEED: '1' });
  await runSession(1);
  const reading = await traceChecksByReading(emulator.targetFile).finally(() => emulator.stop());
  const requirements = JSON.parse(readFileSync(places.requirements, 'utf8')) as Requirement[];
  const results = readFileSync(places.traceCheckResults, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TraceCheckLine);
  const lines = readJournal(journal);
  const stored = new Map(readCatalogue().map(({ id, fedBy }) => [id, fedBy]));
  const measured = listed(requirements, results, lines);
  const reads = new Set(measured.filter(({ operations }) => operations?.every(isRead)).map(({ id }) => id));
  const catalogue = measured.map(({ fedBy, ...one }) => ({
    ...one,
    ...(fedBy && { fedBy: steadyFeeders(fedBy, stored.get(one.id) ?? [], (id) => reads.has(id)) }),
    ...(reading.includes(one.id) && { byReading: true }),
  }));
  const costs = costsIn(lines, verdictIn(out).header.durationMs / 1000);
  writeFileSync(catalogueFile, `${JSON.stringify(catalogue, null, 2)}\n`);
  writeFileSync(costsFile, writeCosts(steadyCosts(costs, readCosts())));
  const formatter = join(packageRoot, 'node_modules/.bin/biome');
  execFileSync(formatter, ['format', '--write', catalogueFile, costsFile], { cwd: packageRoot, stdio: 'ignore' });
  process.stdout.write(
    'wrote specs/catalogue.json and costs.json; the exit codes above are those of the runs that were measured\n',
  );
}

await main();
