import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceCheckLine } from '../../judge/assertionLog.ts';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { repeatableTests } from '../../runner/requirement/repeatableTests.ts';
import { costsFile, readCosts, writeCosts } from '../../runner/selection/costs.ts';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { readJournal } from '../../traffic/journal/journal.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { decideRun, type Run, runFilesOf, select } from '../../traffic/journal/run.ts';
import { type CatalogueEntry, catalogueFile, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { type DimensionName, dimensions, isDimension } from '../../traffic/requirements/dimensions.ts';
import type { Requirement } from '../../traffic/requirements/requirement.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { variedDimensionsFile } from '../../traffic/requirements/variedDimensions.ts';
import { decideAll } from '../../traffic/system/environment.ts';
import { runSession } from '../cli/session/runSession.ts';
import { costsIn } from './measuredCosts.ts';
import { variedIn } from './measuredDimensions.ts';
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
      const repeatable = repeatableTests().has(rest.id) && ({ repeatable: true } as const);
      return { ...rest, file: where.replace(/:\d+$/, ''), ...how, ...repeatable };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const verdictIn = (out: string) => JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;

/** Makes one more run of its own on the target, beside the complete one. */
async function runAside(target: string, { name, ...chosen }: { name: string } & Partial<Selection>): Promise<Run> {
  const { id, out, selection } = decideRun();
  select({ ...selection, ...chosen });
  decideAll({ ASSAY_RUN: `${id}-${name}`, ASSAY_OUT: join(out, name), ASSAY_TARGET: target });
  await runSession(1);
  return decideRun();
}

/** Returns the trace checks that a read-only run can judge, tried on an account that has data. */
async function traceChecksByReading(target: string): Promise<string[]> {
  const { out } = await runAside(target, { name: 'passive', profile: 'full', tier: 'passive' });
  const { requirements } = verdictIn(out);
  return requirements.flatMap(({ id, law: isTraceCheck, outcome }) =>
    isTraceCheck && (outcome === 'pass' || outcome === 'learned') ? [id] : [],
  );
}

/** The night whose dimensions are measured; each night tries as many combinations. */
const someNight = '2026-01-01';

/** Returns the dimensions that one of two runs varies, in the order of their table: a night may draw what a full run did not. */
const inEither = (...runs: readonly (readonly DimensionName[] | undefined)[]): DimensionName[] =>
  Object.keys(dimensions)
    .filter(isDimension)
    .filter((name) => runs.some((varied) => varied?.includes(name)));

/** Writes specs/catalogue.json, costs.json and dimensions.json from three runs on an emulator: a complete one, a read-only one, and a night. */
async function main(): Promise<void> {
  select({ ...decideRun().selection, profile: 'full' });
  const complete = decideRun();
  const { out, journal } = complete;
  const places = runFilesOf(out);
  const emulator = await startEmbedded({ control: true });
  // A single worker, so that timing does not decide which test requests the methods list first.
  decideAll({ ASSAY_TARGET: emulator.targetFile, ASSAY_SILENT: '1', ASSAY_SEED: '1' });
  await runSession(1);
  const full = await variedIn(complete);
  const reading = await traceChecksByReading(emulator.targetFile);
  const nightly = runAside(emulator.targetFile, { name: 'night', profile: 'nightly', tier: 'active', day: someNight });
  const night = await variedIn(await nightly).finally(() => emulator.stop());
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
  const varied = catalogue.map(
    ({ id }) => [id, { night: night.get(id) ?? [], full: inEither(full.get(id), night.get(id)) }] as const,
  );
  writeFileSync(variedDimensionsFile, `${JSON.stringify(Object.fromEntries(varied), null, 2)}\n`);
  const formatter = join(packageRoot, 'node_modules/.bin/biome');
  execFileSync(formatter, ['format', '--write', catalogueFile, costsFile, variedDimensionsFile], {
    cwd: packageRoot,
    stdio: 'ignore',
  });
  process.stdout.write(
    'wrote specs/catalogue.json, costs.json and dimensions.json; the exit codes above are those of the runs that were measured\n',
  );
}

await main();
