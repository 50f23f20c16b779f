import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isText, objectWith } from '../../../schemas/json/guards.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import { runFilesOf } from '../../../traffic/journal/run.ts';
import { ConfigurationError } from '../../../traffic/system/configurationError.ts';
import { say } from '../process/say.ts';

/** The folder of runs without `--out`; the names of its folders sort by time. */
const folderOfRuns = join('reports', 'out');

/** The part of a verdict that says which runs are alike. */
interface RunFacts {
  header: { run: { id: string } };
  target: { name: string; baseUrl: string };
  selection: { profile: string; tier: string; asked?: readonly string[]; shard?: object };
}

const isRunFacts = objectWith({
  header: objectWith({ run: objectWith({ id: isText }) }),
  target: objectWith({ name: isText, baseUrl: isText }),
  selection: objectWith({ profile: isText, tier: isText }),
});

const subject = 'assay report compare';

/** Reads the facts of the run in a folder; undefined if the folder holds no complete run. */
function factsIn(folder: string): RunFacts | undefined {
  try {
    const value = JSON.parse(readFileSync(runFilesOf(folder).verdict, 'utf8')) as Plain;
    return isRunFacts(value) ? (value as unknown as RunFacts) : undefined;
  } catch {
    return undefined;
  }
}

const keyOf = ({ target, selection: { profile, tier, asked, shard } }: RunFacts) =>
  JSON.stringify([target.name, target.baseUrl, profile, tier, asked, shard]);

/** Returns the folders of the last run and of the last one before it with the same target and selection. */
function lastTwo(): readonly [string, string] {
  const folders = existsSync(folderOfRuns) ? readdirSync(folderOfRuns).sort().reverse() : [];
  let last: { folder: string; facts: RunFacts } | undefined;
  for (const name of folders) {
    const folder = join(folderOfRuns, name);
    const facts = factsIn(folder);
    if (!facts) continue;
    last ??= { folder, facts };
    const isAnother = facts.header.run.id !== last.facts.header.run.id;
    if (isAnother && keyOf(facts) === keyOf(last.facts)) return [folder, last.folder];
  }
  const seen = last ? `only ${last.folder}` : 'none';
  const hint = 'Run twice without --out, or name two folders.';
  const wanted = 'two runs of the same target and selection';
  throw new ConfigurationError(subject, [{ where: folderOfRuns, wanted, seen, hint }]);
}

/** Returns what a place leads to: the folder of a run for its verdict.json. */
function realPlace(place: string): string {
  if (!existsSync(place)) return place;
  const real = realpathSync(place);
  return statSync(real).isFile() && runFilesOf(dirname(real)).verdict === real ? dirname(real) : real;
}

/** Returns the two runs to compare, the last two if none is named. Throws ConfigurationError for a single name, and for the same run twice. */
export function runsToCompare(before: string | undefined, after: string | undefined): readonly [string, string] {
  if (before === undefined) {
    const places = lastTwo();
    say(`comparing ${places.map((place) => relative('.', place)).join(' with ')}`);
    return places;
  }
  const wanted = 'two different runs, or no name for the last two';
  if (after === undefined) {
    const hint = 'Name a second run, or none.';
    throw new ConfigurationError(subject, [{ where: before, wanted, seen: 'one name', hint }]);
  }
  if (realPlace(before) !== realPlace(after)) return [before, after];
  const hint = 'Name the folder of another run.';
  throw new ConfigurationError(subject, [{ where: after, wanted, seen: 'the same run twice', hint }]);
}
