import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { collectSpecs } from '../harness/collected.ts';
import { mounted, readTarget } from '../harness/target.ts';
import { startEmbedded } from '../harness/targets/embedded.ts';
import { decide } from '../harness/targets/environment.ts';
import { bundlesOf, candidateOf } from '../scripts/bundles.ts';
import { candidates } from '../scripts/candidates.ts';
import { attack, inLanes, isOfApi, type Listed, sampled } from './arena.ts';

/**
 * How many mutants of the API a campaign finds by the requirement that they break, and how many POSTs had been sent by then; and that variants draw no finding.
 * A stratified sample: of each level and section its share. `--mutants`, `--seeds`, `--posts`, `--variants <posts>`, `--only <names>`, `--lanes`; `--json` for one document.
 */

/** After so many POSTs it is read off. */
const marks = [60, 300, 1_200] as const;

/** What a campaign against one world has come to. */
interface Row {
  name: string;
  breaks: string;
  level: string;
  seed: number;
  /** POSTs after which its requirement was seen broken; none where it was not. */
  foundAt?: number;
  others: readonly string[];
  seconds: number;
}

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '3' },
    posts: { type: 'string', default: '1200' },
    variants: { type: 'string', default: '300' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
});

/** Does something with each world for each seed, in lanes of worlds. */
const inOneWorld = <World>(
  worlds: readonly World[],
  { seeds, lanes }: { seeds: readonly number[]; lanes: number },
  work: (world: World, seed: number) => Promise<void>,
) =>
  inLanes(worlds, lanes, async (world) => {
    for (const seed of seeds) await work(world, seed);
  });

const folder = await mkdtemp(join(tmpdir(), 'assay-mutants-'));
decide('ASSAY_FLEET', '1');
const emulator = await startEmbedded({ control: true, fleet: true });
const began = performance.now();
const rows: Row[] = [];
const complaints: { bundle: string; seed: number; broken: readonly string[] }[] = [];
try {
  await collectSpecs();
  const target = readTarget(emulator.targetFile);
  const all = candidates() as Listed[];
  const names = values.only?.split(',');
  const chosen = names
    ? all.filter(({ name }) => names.includes(name))
    : sampled(all.filter(isOfApi), Number(values.mutants));
  const mutants = chosen.filter(({ kind }) => kind === 'mutant' || kind === 'hunted');
  const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
  const tries = mutants.length * seeds.length;
  const lanes = Number(values.lanes);
  // The seeds of a world come one after the other: two campaigns in one would disturb each other's clock and balances.
  await inOneWorld(mutants, { seeds, lanes }, async ({ name, breaks = '', level = '' }, seed) => {
    const start = performance.now();
    const out = join(folder, `${name}-${seed}`);
    const { broken } = await attack(mounted(target, `~${name}`), {
      out,
      seed,
      posts: Number(values.posts),
      breaks,
    });
    const foundAt = broken.get(breaks)?.posts;
    const others = [...broken.keys()].filter((id) => id !== breaks);
    const seconds = Math.round((performance.now() - start) / 1000);
    rows.push({ name, breaks, level, seed, ...(foundAt !== undefined && { foundAt }), others, seconds });
    process.stderr.write(
      `${rows.length} of ${tries}: ${name} (${breaks}, ${level}) ${foundAt ?? 'not found'} ${others.join(' ')} ${seconds} s\n`,
    );
  });
  const bundles = names
    ? chosen.filter(({ kind }) => kind === 'variant').map((one) => ({ name: one.name, members: [one] }))
    : bundlesOf(all.filter(({ kind }) => kind === 'variant'));
  const benign = values.variants === '0' ? [] : bundles.map(candidateOf);
  let done = 0;
  await inOneWorld(benign, { seeds, lanes }, async ({ name, warns = [] }, seed) => {
    const out = join(folder, `v${bundles.findIndex((bundle) => bundle.name === name)}-${seed}`);
    const { broken } = await attack(mounted(target, `~${name}`), {
      out,
      seed,
      posts: Number(values.variants),
    });
    const told = [...broken.values()].filter(
      ({ requirement: { id }, outcome }) => outcome === 'fail' || !warns.includes(id),
    );
    done += 1;
    if (told.length > 0)
      complaints.push({
        bundle: name,
        seed,
        broken: told.map(({ requirement, wanted, seen }) => `${requirement.id}: wanted ${wanted}; seen ${seen}`),
      });
    process.stderr.write(
      `${done} of ${benign.length * seeds.length} variants: ${name} ${told.map(({ requirement }) => requirement.id).join(' ')}\n`,
    );
  });
} finally {
  await emulator.stop();
  await rm(folder, { recursive: true, force: true });
}

const shareAt = (of: readonly Row[], posts: number) => {
  const found = of.filter(({ foundAt = Number.POSITIVE_INFINITY }) => foundAt <= posts).length;
  return `${found} of ${of.length} (${of.length === 0 ? '-' : Math.round((100 * found) / of.length)} %)`;
};
const levels = [...new Set(rows.map(({ level }) => level))].sort();
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
if (values.json) process.stdout.write(`${JSON.stringify({ minutes, rows, complaints }, null, 2)}\n`);
else {
  for (const [name, of] of [
    ['all', rows],
    ...levels.map((level) => [level, rows.filter((row) => row.level === level)]),
  ] as [string, Row[]][])
    process.stdout.write(
      `${name.padEnd(8)} ${marks.map((mark) => `within ${mark} POST: ${shareAt(of, mark)}`).join(', ')}\n`,
    );
  for (const { bundle, seed, broken } of complaints)
    process.stdout.write(`variant ${bundle}, seed ${seed}:\n  ${broken.join('\n  ')}\n`);
  process.stdout.write(`${complaints.length} complaints of variants; ${minutes} min\n`);
}
