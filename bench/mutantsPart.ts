import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectSpecs } from '../harness/collected.ts';
import { mounted, readTarget } from '../harness/target.ts';
import { startEmbedded } from '../harness/targets/embedded.ts';
import { decide } from '../harness/targets/environment.ts';
import { bundlesOf, candidateOf } from '../scripts/bundles.ts';
import { candidates } from '../scripts/candidates.ts';
import { attack, inLanes, isOfApi, type Listed, sampled } from './arena.ts';

/** What is attacked: how many mutants, or which worlds by name; with how many seeds; for how many POSTs a mutant and a variant; in how many lanes; which part of how many. */
export interface Wanted {
  mutants: number;
  seeds: number;
  posts: number;
  variants: number;
  names?: readonly string[];
  lanes: number;
  part: number;
  parts: number;
}

/** What a campaign against one mutant has come to. */
export interface Row {
  name: string;
  breaks: string;
  level: string;
  seed: number;
  /** POSTs after which its requirement was seen broken; none where it was not. */
  foundAt?: number;
  others: readonly string[];
  seconds: number;
}

/** What a campaign complained of that was against variants. */
export interface Complaint {
  bundle: string;
  seed: number;
  broken: readonly string[];
}

/** What came of a part. */
export interface Attacked {
  rows: Row[];
  complaints: Complaint[];
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Does something with each world for each seed, in lanes of worlds: the seeds of a world come one after the other, for two campaigns in one would disturb each other's clock and balances. */
const inWorlds = <World>(
  worlds: readonly World[],
  { seeds, lanes }: Wanted,
  work: (world: World, seed: number) => Promise<void>,
) =>
  inLanes(worlds, lanes, async (world) => {
    for (let seed = 1; seed <= seeds; seed += 1) await work(world, seed);
  });

/** Of a list every so-manieth, from the place of the part on. */
const ofPart = <One>(all: readonly One[], { part, parts }: Wanted) => all.filter((_, at) => at % parts === part);

/** The mutants, and the bundles of variants. */
function worldsOf(wanted: Wanted) {
  const all = candidates() as Listed[];
  const { names, mutants, variants } = wanted;
  const chosen = names ? all.filter(({ name }) => names.includes(name)) : sampled(all.filter(isOfApi), mutants);
  const bundles = names
    ? chosen.filter(({ kind }) => kind === 'variant').map((one) => ({ name: one.name, members: [one] }))
    : bundlesOf(all.filter(({ kind }) => kind === 'variant'));
  return {
    mutants: ofPart(
      chosen.filter(({ kind }) => kind !== 'variant'),
      wanted,
    ),
    bundles: variants === 0 ? [] : ofPart(bundles.map(candidateOf), wanted),
  };
}

/** Attacks a part of the worlds in a process of its own, with an emulator of its own. */
export async function attackAll(wanted: Wanted): Promise<Attacked> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mutants-'));
  decide('ASSAY_FLEET', '1');
  const emulator = await startEmbedded({ control: true, fleet: true });
  const rows: Row[] = [];
  const complaints: Complaint[] = [];
  try {
    await collectSpecs();
    const target = readTarget(emulator.targetFile);
    const { mutants, bundles } = worldsOf(wanted);
    await inWorlds(mutants, wanted, async ({ name, breaks = '', level = '' }, seed) => {
      const start = performance.now();
      const out = join(folder, `${name}-${seed}`);
      const { broken } = await attack(mounted(target, `~${name}`), { out, seed, posts: wanted.posts, breaks });
      const foundAt = broken.get(breaks)?.posts;
      const others = [...broken.keys()].filter((id) => id !== breaks);
      const seconds = Math.round((performance.now() - start) / 1000);
      rows.push({ name, breaks, level, seed, ...(foundAt !== undefined && { foundAt }), others, seconds });
      say(`${name} ${seed} (${breaks}, ${level}) ${foundAt ?? 'not found'} ${others.join(' ')} ${seconds} s`);
    });
    await inWorlds(bundles, wanted, async ({ name, warns = [] }, seed) => {
      const out = join(folder, `v${bundles.findIndex((bundle) => bundle.name === name)}-${seed}`);
      const { broken } = await attack(mounted(target, `~${name}`), { out, seed, posts: wanted.variants });
      const told = [...broken.values()].filter(
        ({ requirement: { id }, outcome }) => outcome === 'fail' || !warns.includes(id),
      );
      const words = told.map(({ requirement: { id }, wanted, seen }) => `${id}: wanted ${wanted}; seen ${seen}`);
      if (told.length > 0) complaints.push({ bundle: name, seed, broken: words });
      say(`${name} ${seed} (variants) ${told.map(({ requirement: { id } }) => id).join(' ') || 'silent'}`);
    });
    return { rows, complaints };
  } finally {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
