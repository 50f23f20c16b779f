import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WitnessedCorner } from '../emulator/faults/witness/corners.ts';
import type { Tried } from '../fuzzer/interface/campaign/tried.ts';
import { type Candidate, judgeMutationRun } from '../reports/mutation/mutationRun.ts';
import { completeSelection } from '../runner/selection/completeSelection.ts';
import { readCosts } from '../runner/selection/costs.ts';
import { type Fleet, folderOf, look, withFleet } from '../scripts/cli/mutation/instances.ts';
import { noteRequests } from '../traffic/journal/exchangeDimensions.ts';
import { openRecord } from '../traffic/journal/openRecord.ts';
import { decideRun, type Run, runFilesOf, select } from '../traffic/journal/run.ts';
import { readCatalogue } from '../traffic/requirements/catalogue.ts';
import type { Profile } from '../traffic/requirements/selection.ts';
import { TouchedPairs } from '../traffic/requirements/touchedPairs.ts';
import { decide } from '../traffic/system/environment.ts';
import { atMount } from '../traffic/target/target.ts';
import { fuzzMutant, inLanes } from './mutantCampaign.ts';

/** The requirements that complained about each corner mutant, by its name. */
export type Catches = ReadonlyMap<string, readonly string[]>;

const dayMs = 86_400_000;

const dayAfter = (day: string, nights: number) => new Date(Date.parse(day) + nights * dayMs).toISOString().slice(0, 10);

const candidateOf = ({ name, breaks }: WitnessedCorner): Candidate => ({
  name,
  kind: 'corner',
  because: name,
  ...(breaks !== null && { breaks }),
});

/** Runs corner mutants for a day and returns what complained, besides what complains about the clean emulator. */
async function caughtOn(
  fleet: Fleet,
  corners: readonly WitnessedCorner[],
  { day, suffix }: { day: string; suffix: string },
): Promise<Catches> {
  const candidates = corners.map(candidateOf);
  const known = { catalogue: readCatalogue(), costs: readCosts() };
  const others = fleet.target.facts.participants?.map(({ label }) => label) ?? [];
  const selection = completeSelection({ ...fleet.run.selection, day }, known, { participants: others });
  const selectionFor = () => selection;
  const verdicts = await look(fleet, candidates, { selectionFor, suffix });
  const clean = await fleet.clean;
  const sound = new Set(
    clean.requirements.filter(({ outcome }) => ['fail', 'warn', 'changed'].includes(outcome)).map(({ id }) => id),
  );
  const { rows } = judgeMutationRun({ clean, verdicts, candidates, waiting: [] });
  return new Map(rows.map(({ name, complaints }) => [name, complaints.filter((id) => !sound.has(id))]));
}

/** Does some work with an emulator that serves every corner mutant, in a folder that is removed afterwards. */
export async function withCorners<Result>(
  { profile, seed, day }: { profile: Profile; seed: number; day: string },
  work: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  const out = await mkdtemp(join(tmpdir(), 'assay-corners-'));
  decide('ASSAY_SEED', String(seed));
  select({ profile, tier: 'active', day });
  const run: Run = { ...decideRun(), limiterAddress: undefined, out };
  try {
    return await withFleet({ run, way: async ({ targetFile }) => targetFile }, work);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** The corners between two rows of progress. */
const perRow = 20;

/** Runs corner mutants once, and says how many were caught so far. */
export async function onOneNight(
  fleet: Fleet,
  corners: readonly WitnessedCorner[],
  say: (line: string) => void,
): Promise<Catches> {
  const catches = new Map<string, readonly string[]>();
  for (let at = 0; at < corners.length; at += perRow) {
    const some = corners.slice(at, at + perRow);
    const { day } = fleet.run.selection;
    for (const [name, ids] of await caughtOn(fleet, some, { day, suffix: '' })) catches.set(name, ids);
    const caught = [...catches.values()].filter(({ length }) => length > 0).length;
    say(`${caught} of ${catches.size} caught`);
  }
  return catches;
}

/** A later night that caught a corner mutant, and the requirements that complained: the same ones for every mutant of a night would be a fault of the suite. */
export interface LaterCatch {
  readonly night: number;
  readonly found: readonly string[];
}

/** Runs corner mutants on the nights after the first, each night with its date and seed, until each is caught. Returns the night that caught each. */
export async function onFurtherNights(
  fleet: Fleet,
  corners: readonly WitnessedCorner[],
  nights: number,
): Promise<ReadonlyMap<string, LaterCatch>> {
  const caughtAt = new Map<string, LaterCatch>();
  for (let night = 1; night < nights; night += 1) {
    const seed = fleet.run.seed + night;
    decide('ASSAY_SEED', String(seed));
    const tonight = { ...fleet, run: { ...fleet.run, seed } };
    const left = corners.filter(({ name }) => !caughtAt.has(name));
    const day = dayAfter(fleet.run.selection.day, night);
    const catches = await caughtOn(tonight, left, { day, suffix: `-n${night}` });
    for (const { name } of left) {
      const found = catches.get(name) ?? [];
      if (found.length > 0) caughtAt.set(name, { night: night + 1, found });
    }
  }
  return caughtAt;
}

/** A campaign against one corner mutant: the requirements that it found violated. */
export interface CornerCampaign {
  readonly name: string;
  readonly seed: number;
  readonly found: readonly string[];
}

/** Returns what the night has touched of a corner mutant, from its journal. */
async function touchedByNight({ run }: Fleet, corner: WitnessedCorner): Promise<TouchedPairs> {
  const touched = new TouchedPairs();
  noteRequests(touched, await openRecord(runFilesOf(join(run.out, folderOf(corner.name))).journal));
  return touched;
}

/** Attacks corner mutants after their night by campaigns with the seeds 1 to 3, until one finds something. As for any target, each knows what was touched and tried before it. */
export async function onCampaigns(
  fleet: Fleet,
  corners: readonly WitnessedCorner[],
  posts: number,
): Promise<readonly CornerCampaign[]> {
  const campaigns: CornerCampaign[] = [];
  const { run, target } = fleet;
  await inLanes(corners, 4, async (corner) => {
    const touched = await touchedByNight(fleet, corner);
    let earlier: Tried = {};
    for (const seed of [1, 2, 3]) {
      const out = join(run.out, `fuzz-${campaigns.length}-${seed}-${corner.name.replace(/\W+/g, '-')}`);
      const how = { out, seed, posts, day: run.selection.day, touched, earlier, stopsAtFirst: true };
      const { violations, driver } = await fuzzMutant(atMount(target, `~${corner.name}`), how);
      campaigns.push({ name: corner.name, seed, found: [...violations.keys()] });
      if (violations.size > 0) return;
      earlier = driver.own.tried;
    }
  });
  return campaigns;
}
