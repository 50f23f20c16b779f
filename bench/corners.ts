import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type WitnessedCorner, witnessedCorners, witnessesOf } from '../emulator/faults/witness/corners.ts';
import { ownProcess } from '../scripts/cli/process/ownProcess.ts';
import { profiles } from '../traffic/requirements/selection.ts';
import { wilson } from './blind/wilson.ts';
import {
  type Catches,
  type CornerCampaign,
  type LaterCatch,
  onCampaigns,
  onFurtherNights,
  onOneNight,
  withCorners,
} from './cornerRuns.ts';

/**
 * Measures how many corner mutants a night of the suite catches. Draws them with their witnesses, stratified by section and by kind of predicate; any requirement
 * that complains counts. Options: `--count`, `--seed` (of the list), `--profile`, `--day`, `--night-seed` (of the run), `--only <names>` (with the seed of their
 * witnesses), `--nights 14` for a sample of `--sample` missed ones over further nights, `--fuzz <posts>` for campaigns against them; `--processes` share the
 * list; `--list` only lists, and `--json` prints one document.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'nightly' },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    'night-seed': { type: 'string', default: '1' },
    only: { type: 'string' },
    nights: { type: 'string', default: '1' },
    sample: { type: 'string', default: '40' },
    fuzz: { type: 'string', default: '0' },
    processes: { type: 'string', default: String(availableParallelism()) },
    part: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const write = (line: string) => process.stdout.write(`${line}\n`);
const say = (line: string) => process.stderr.write(`${line}\n`);
const percent = (share: number) => `${Math.round(100 * share)} %`;

/** What became of the drawn corners. */
interface Measured {
  corners: readonly WitnessedCorner[];
  catches: Catches;
  later: ReadonlyMap<string, LaterCatch>;
  sampled: readonly WitnessedCorner[];
  campaigns: readonly CornerCampaign[];
}

/** The part of a list that one process measures, and how many of its missed corners it samples. */
interface Part {
  corners: readonly WitnessedCorner[];
  sample: number;
}

function drawn(): readonly WitnessedCorner[] {
  const seed = Number(values.seed);
  if (values.only === undefined)
    return witnessedCorners({ count: Number(values.count), seed }, ({ name }) => say(`witnessed ${name}`));
  const names = values.only.split(',');
  const corners = witnessesOf(names, seed);
  for (const name of names.filter((one) => corners.every((known) => known.name !== one))) say(`no witness: ${name}`);
  return corners;
}

/** Returns items at equal steps through a list. */
const spread = <Item>(all: readonly Item[], wanted: number) =>
  all.filter((_, at) => Math.floor((at * wanted) / all.length) !== Math.floor(((at - 1) * wanted) / all.length));

/** Measures corners in this process. */
async function measured({ corners, sample }: Part): Promise<Measured> {
  const profile = profiles.find((one) => one === values.profile) ?? 'nightly';
  return withCorners({ profile, seed: Number(values['night-seed']), day: values.day }, async (fleet) => {
    const catches = await onOneNight(fleet, corners, say);
    const missed = corners.filter(({ name }) => (catches.get(name) ?? []).length === 0);
    const sampled = missed.length > sample ? spread(missed, sample) : missed;
    const later = await onFurtherNights(fleet, sampled, Number(values.nights));
    const campaigns = Number(values.fuzz) > 0 ? await onCampaigns(fleet, sampled, Number(values.fuzz)) : [];
    return { corners, catches, later, sampled, campaigns };
  });
}

/** Measures a part in a process of its own. */
const measuredBy = (part: Part) => ownProcess<Measured>(fileURLToPath(import.meta.url), ['--part'], part);

/** Measures corners in several processes, each a share of them. */
async function measuredByAll(corners: readonly WitnessedCorner[]): Promise<Measured> {
  const count = Math.max(1, Math.min(Number(values.processes), corners.length));
  const shares = Array.from({ length: count }, (_, nth): Part => {
    const sample = Math.floor((Number(values.sample) + nth) / count);
    return { corners: corners.filter((_one, at) => at % count === nth), sample };
  });
  const all = await Promise.all(shares.map(measuredBy));
  return {
    corners,
    catches: new Map(all.flatMap(({ catches }) => [...catches])),
    later: new Map(all.flatMap(({ later }) => [...later])),
    sampled: all.flatMap(({ sampled }) => sampled),
    campaigns: all.flatMap(({ campaigns }) => campaigns),
  };
}

const wordsOfShare = (hits: number, all: number) => {
  const { low, high } = wilson(hits, all);
  return `${hits} of ${all} (${percent(all === 0 ? 0 : hits / all)}, 95 %: ${percent(low)} to ${percent(high)})`;
};

const isCaught = (catches: Catches, { name }: WitnessedCorner) => (catches.get(name) ?? []).length > 0;

function printStrata({ corners, catches }: Measured, word: string, of: (corner: WitnessedCorner) => string): void {
  for (const stratum of [...new Set(corners.map(of))].sort()) {
    const within = corners.filter((one) => of(one) === stratum);
    const caught = within.filter((one) => isCaught(catches, one)).length;
    write(`${word} ${stratum.padEnd(10)} ${caught} caught, ${within.length - caught} missed`);
  }
}

/** The part of two texts around the place where they first differ. */
function differingPart(left: string, right: string): string {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  const begin = Math.max(0, at - 30);
  return `«${left.slice(begin, begin + 90)}» instead of «${right.slice(begin, begin + 90)}»`;
}

function printMissed({ name, breaks, share, witness }: WitnessedCorner): void {
  const { step, kind, sent, conforming, differing, calls, differences } = witness;
  write(`missed ${name} (${breaks ?? 'mechanical'}${share === null ? '' : `, holds for ${percent(share)} of uses`})`);
  write(`  step ${step}, ${kind}, differs in ${differences} of ${calls}: ${sent.slice(0, 220)}`);
  write(`  ${differingPart(differing, conforming)}`);
}

function print(all: Measured, minutes: string): void {
  const { corners, catches, later, sampled, campaigns } = all;
  const missed = corners.filter((one) => !isCaught(catches, one));
  printStrata(all, 'section', ({ section }) => section);
  printStrata(all, 'predicate', ({ kind }) => kind);
  for (const corner of missed) printMissed(corner);
  write(`caught by one ${values.profile} run: ${wordsOfShare(corners.length - missed.length, corners.length)}`);
  if (Number(values.nights) > 1) {
    for (const [name, { night, found }] of later) write(`night ${night} catches ${name} by ${found.join(' ')}`);
    write(`of the missed, caught within ${values.nights} nights: ${wordsOfShare(later.size, sampled.length)}`);
  }
  if (Number(values.fuzz) > 0) {
    const found = campaigns.filter((one) => one.found.length > 0);
    for (const { name, seed, found: ids } of found) write(`seed ${seed} finds ${ids.join(' ')}: ${name}`);
    write(`of the missed, found by campaigns of ${values.fuzz} POSTs: ${wordsOfShare(found.length, sampled.length)}`);
  }
  write(`${minutes} min`);
}

/** Measures what the parent process sends, and sends the result back. */
async function measurePart(): Promise<void> {
  const [part] = (await once(process, 'message')) as [Part];
  const measures = await measured(part);
  process.send?.(measures, () => process.disconnect());
}

async function measureAll(): Promise<void> {
  const began = performance.now();
  const corners = drawn();
  if (values.list) {
    for (const { name, section, share } of corners)
      write(`${section.padEnd(5)} ${share === null ? '' : percent(share)} ${name}`);
    return;
  }
  const all = await measuredByAll(corners);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  if (values.json)
    write(JSON.stringify({ ...all, catches: [...all.catches], later: [...all.later], minutes }, null, 2));
  else print(all, minutes);
}

await (values.part ? measurePart() : measureAll());
