import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Candidate } from '../reports/mutation/mutationRun.ts';
import { collectSpecs } from '../runner/requirement/inProcessRunner.ts';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { bundlesOf, candidateOf } from '../scripts/cli/mutation/bundles.ts';
import { candidates } from '../scripts/cli/mutation/candidates.ts';
import { decide } from '../traffic/system/environment.ts';
import { atMount, readTarget, type Target } from '../traffic/target/target.ts';
import { fuzzMutant, inLanes, isOfApi, type ListedFault, sampled } from './mutantCampaign.ts';

/**
 * The options of one part: the number of mutants, or their names; the number of seeds; the number of POSTs for a mutant and for a variant; the number of lanes;
 * the number of this part, and the number of all parts.
 */
export interface PartOptions {
  mutants: number;
  seeds: number;
  posts: number;
  variants: number;
  names?: readonly string[];
  lanes: number;
  part: number;
  parts: number;
}

/** The result of a campaign against one mutant. */
export interface Row {
  name: string;
  breaks: string;
  level: string;
  seed: number;
  /** POSTs after which its requirement was found violated; absent if it was not. */
  foundAt?: number;
  others: readonly string[];
  seconds: number;
}

/** The findings of a campaign against variants. */
export interface Complaint {
  bundle: string;
  seed: number;
  broken: readonly string[];
}

/** The result of a part. */
export interface PartResult {
  rows: Row[];
  complaints: Complaint[];
}

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Returns the items of one part: every `parts`-th, starting at `part`. */
const ofPart = <One>(all: readonly One[], { part, parts }: PartOptions) => all.filter((_, at) => at % parts === part);

/** Returns the mutants and the bundles of variants. */
function instancesOf(wanted: PartOptions) {
  const all = candidates() as ListedFault[];
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

/** The setup of a part. */
interface PartSetup {
  wanted: PartOptions;
  target: Target;
  folder: string;
}

/** Attacks a mutant until its requirement is found violated. */
async function onMutant(
  { wanted: { posts }, target, folder }: PartSetup,
  { name, breaks = '', level = '' }: ListedFault,
  seed: number,
): Promise<Row> {
  const start = performance.now();
  const out = join(folder, `${name}-${seed}`);
  const { violations } = await fuzzMutant(atMount(target, `~${name}`), { out, seed, posts, breaks });
  const foundAt = violations.get(breaks)?.posts;
  const others = [...violations.keys()].filter((id) => id !== breaks);
  const seconds = Math.round((performance.now() - start) / 1000);
  say(`${name} ${seed} (${breaks}, ${level}) ${foundAt ?? 'not found'} ${others.join(' ')} ${seconds} s`);
  return { name, breaks, level, seed, ...(foundAt !== undefined && { foundAt }), others, seconds };
}

/** Attacks a bundle of variants. Returns a complaint if they draw a finding that no variant of the bundle may draw. */
async function onVariants(
  { wanted: { variants: posts }, target, folder }: PartSetup,
  { name, warns = [] }: Candidate,
  { seed, at }: { seed: number; at: number },
): Promise<Complaint[]> {
  const { violations } = await fuzzMutant(atMount(target, `~${name}`), {
    out: join(folder, `v${at}-${seed}`),
    seed,
    posts,
  });
  const unexpected = [...violations.values()].filter(
    ({ requirement: { id }, outcome }) => outcome === 'fail' || !warns.includes(id),
  );
  say(`${name} ${seed} (variants) ${unexpected.map(({ requirement: { id } }) => id).join(' ') || 'silent'}`);
  const words = unexpected.map(({ requirement: { id }, wanted, seen }) => `${id}: wanted ${wanted}; seen ${seen}`);
  return unexpected.length > 0 ? [{ bundle: name, seed, broken: words }] : [];
}

/**
 * Attacks the instances of one part, with its own emulator. Variants come first, since the slowest instances are among them. The seeds of an instance run one
 * after the other: two campaigns in one instance would disturb each other's clock and balances.
 */
export async function fuzzPart(wanted: PartOptions): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mutants-'));
  decide('ASSAY_COLLECTS', '1');
  const emulator = await startEmbedded({ control: true, servesInstances: true });
  const rows: Row[] = [];
  const complaints: Complaint[] = [];
  try {
    await collectSpecs();
    const setup = { wanted, target: readTarget(emulator.targetFile), folder };
    const { mutants, bundles } = instancesOf(wanted);
    const attacks = [
      ...bundles.map((one, at) => async (seed: number) => {
        complaints.push(...(await onVariants(setup, one, { seed, at })));
      }),
      ...mutants.map((one) => async (seed: number) => {
        rows.push(await onMutant(setup, one, seed));
      }),
    ];
    await inLanes(attacks, wanted.lanes, async (attackOn) => {
      for (let seed = 1; seed <= wanted.seeds; seed += 1) await attackOn(seed);
    });
    return { rows, complaints };
  } finally {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
