import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FuzzCase } from '../fuzzer/engine/cases/fuzzCase.ts';
import { withIds } from '../fuzzer/engine/cases/targetIds.ts';
import type { Found } from '../fuzzer/engine/findings/finding.ts';
import { FindingStore } from '../fuzzer/engine/findings/findingStore.ts';
import { type ShrinkFindingResult, shrinkFinding } from '../fuzzer/engine/shrink/shrinkFinding.ts';
import { FindingTrials } from '../fuzzer/interface/executor/findingTrials.ts';
import { type MutantPool, shrinkProxyFor } from '../fuzzer/interface/shrink/shrinkProxy.ts';
import { shrunkCaseValidity } from '../fuzzer/interface/shrink/shrunkCaseValidity.ts';
import { collectSpecs } from '../runner/requirement/inProcessRunner.ts';
import { runTraceChecks } from '../runner/requirement/runTraceChecks.ts';
import { type EmbeddedEmulator, startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { candidates } from '../scripts/cli/mutation/candidates.ts';
import { runAlone } from '../traffic/journal/run.ts';
import { normalised } from '../traffic/outcome/normalised.ts';
import { decide } from '../traffic/system/environment.ts';
import { atMount, readTarget, type Target } from '../traffic/target/target.ts';
import { fuzzMutant, inLanes, isOfApi, type ListedFault, sampled } from './mutantCampaign.ts';

/**
 * Measures what shrinking costs a target, and what its limit loses. Findings of a stratified sample of mutants are shrunk with the usual number of POSTs and
 * without a limit, once with every mutant as shrink proxy and once without the attacked one. `--mutants`, `--posts`, `--seed`, `--only <names>`, `--lanes`,
 * `--minutes`; `--json`.
 */

/** The number of POSTs to the target for one finding: the usual number, and practically no limit. */
const bounds = { usual: 12, unbound: 10_000 } as const;

/** The shrink proxies: every mutant, or all but the attacked one. */
const companies = ['known', 'unknown'] as const;

/** The result of shrinking a finding with one set of proxies. */
interface Row {
  name: string;
  requirement: string;
  company: (typeof companies)[number];
  posts: number;
  standsIn: boolean;
  /** True if the finding did not show on its own, so that there is no result. */
  hidden?: boolean;
  isEqual?: boolean;
  by?: string;
  before: number;
  after?: number;
  seconds: number;
  /** The original and the shrunk cases, if the results differ. */
  cases?: readonly FuzzCase[];
}

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '30' },
    posts: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    lanes: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '6' },
    json: { type: 'boolean', default: false },
  },
});

/** A finding with the context that shrinking needs. */
interface KilledMutant {
  found: Found;
  code: string;
}

const began = performance.now();
const isLate = () => performance.now() - began > Number(values.minutes) * 60_000;
const seed = Number(values.seed);
const folder = await mkdtemp(join(tmpdir(), 'assay-shrink-'));
decide('ASSAY_COLLECTS', '1');
const emulator = await startEmbedded({ control: true, servesInstances: true });
/** Emulators that serve as proxies, one for each lane, since each lane may move the clock of its emulator. */
const idle = await Promise.all(
  Array.from({ length: Number(values.lanes) }, () => startEmbedded({ control: true, servesInstances: true })),
);
const others = [...idle];
const rows: Row[] = [];
const all = candidates() as ListedFault[];

/** Returns the first finding of a mutant under the requirement that it breaks. */
async function firstFindingOf({ name, breaks = '' }: ListedFault, target: Target): Promise<KilledMutant | undefined> {
  const attack = { out: join(folder, name), seed, posts: Number(values.posts), breaks };
  const { store, driver } = await fuzzMutant(target, attack);
  const found = store.all.find(({ requirement }) => requirement === breaks);
  return found && { found: { ...found, case: withIds(found.case, driver.ids) }, code: found.code ?? '' };
}

/** Returns the mutants that may serve as proxy in one set. */
function stableFor(company: Row['company'], hidden: string, { targetFile }: EmbeddedEmulator): MutantPool {
  const mutants = all.filter(({ kind, name }) => kind === 'mutant' && (company === 'known' || name !== hidden));
  return {
    target: readTarget(targetFile),
    breaking: (id) => mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name),
  };
}

/** Shrinks a finding with a number of POSTs. */
async function shrinkWith(
  target: Target,
  { found, code }: KilledMutant,
  { stable, posts, name }: { stable: MutantPool; posts: number; name: string },
): Promise<ShrinkFindingResult & { standsIn: boolean }> {
  const out = join(folder, name);
  const environment = {
    run: runAlone(out, { id: name.replaceAll(/[^\w-]/g, ''), seed }),
    target,
    traceChecks: runTraceChecks,
  };
  const isSame = shrunkCaseValidity(environment, found.case);
  let standsIn = false;
  const store = new FindingStore(join(out, 'findings.ndjson'));
  const came = await shrinkFinding(
    { trials: new FindingTrials(environment, 't'), store, run: 'bench' },
    { found, code },
    {
      isOver: isLate,
      // When the time is up, no case counts as a smaller one. The results of this finding are then not used.
      isSame: async (one) => !isLate() && (await isSame(one)),
      shrinkProxy: async (one, sought) => {
        const found = await shrinkProxyFor(environment, { stable, prefix: 's' }, { one, sought });
        standsIn = found?.shows !== undefined;
        return found;
      },
      posts,
    },
  );
  return { ...came, standsIn };
}

const sizeOf = ({ steps }: FuzzCase) => JSON.stringify(steps).length;
const textOf = ({ steps }: FuzzCase) => normalised(JSON.stringify(steps));

async function measured(
  one: ListedFault,
  { target, other }: { target: Target; other: EmbeddedEmulator },
  killed: KilledMutant,
) {
  for (const company of companies) {
    if (isLate()) return;
    const start = performance.now();
    const stable = stableFor(company, one.name, other);
    const name = `${one.name}-${company}`;
    const usual = await shrinkWith(target, killed, { stable, posts: bounds.usual, name: `${name}-a` });
    const identity = { name: one.name, requirement: killed.found.requirement, company };
    const row = { ...identity, posts: usual.spent.posts, standsIn: usual.standsIn, before: sizeOf(killed.found.case) };
    if (!usual.shrunk) {
      rows.push({ ...row, hidden: true, seconds: (performance.now() - start) / 1000, cases: [killed.found.case] });
      continue;
    }
    const { case: reached, by } = usual.shrunk;
    if (isLate()) return;
    const free = await shrinkWith(target, killed, { stable, posts: bounds.unbound, name: `${name}-b` });
    const least = free.shrunk?.case;
    if (isLate()) return;
    const isEqual = least !== undefined && textOf(least) === textOf(reached);
    rows.push({
      ...row,
      isEqual,
      by,
      after: sizeOf(reached),
      seconds: (performance.now() - start) / 1000,
      ...(!isEqual && { cases: [killed.found.case, reached, ...(least ? [least] : [])] }),
    });
  }
}

/** Runs work with an emulator that is not used by others meanwhile. */
async function withIdleEmulator(work: (other: EmbeddedEmulator) => Promise<void>): Promise<void> {
  const other = idle.pop();
  if (!other) throw new Error('expected a free emulator for each lane, got more work than lanes');
  await work(other);
  idle.push(other);
}

let missed = 0;
try {
  await collectSpecs();
  const names = values.only?.split(',');
  const chosen = names
    ? all.filter(({ name }) => names.includes(name))
    : sampled(all.filter(isOfApi), Number(values.mutants));
  await inLanes(chosen, Number(values.lanes), async (one) => {
    if (isLate()) return;
    const target = atMount(readTarget(emulator.targetFile), `~${one.name}`);
    const start = performance.now();
    const killed = await firstFindingOf(one, target);
    if (!killed) missed += 1;
    else await withIdleEmulator((other) => measured(one, { target, other }, killed));
    const lines = rows
      .filter(({ name }) => name === one.name)
      .map((row) => JSON.stringify({ ...row, name: undefined, cases: undefined }));
    process.stderr.write(
      `${one.name}: ${lines.join(' ') || 'not found'} ${Math.round((performance.now() - start) / 1000)} s\n`,
    );
  });
} finally {
  await Promise.all([emulator, ...others].map((one) => one.stop()));
  await rm(folder, { recursive: true, force: true });
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const mean = (numbers: readonly number[]) =>
  Math.round(numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length));
const countsOf = (words: readonly string[]) =>
  [...new Set(words)].map((word) => `${word} ${words.filter((one) => one === word).length}`).join(', ');

function summaryOf(company: Row['company']): string {
  const of = rows.filter((row) => row.company === company);
  const shown = of.filter(({ hidden }) => !hidden);
  const posts = shown.map((row) => row.posts);
  const equal = shown.filter(({ isEqual }) => isEqual).length;
  return [
    `shrink proxies ${company === 'known' ? 'with' : 'without'} the mutant itself: ${of.length} findings, ${of.length - shown.length} did not show on their own`,
    `  POSTs of the target: median ${median(posts)}, at the most ${Math.max(0, ...posts)}`,
    `  equal to the result without a limit: ${equal} of ${shown.length} (${Math.round((100 * equal) / Math.max(1, shown.length))} %)`,
    `  a proxy showed it: ${shown.filter(({ standsIn }) => standsIn).length}; confirmed by: ${countsOf(shown.flatMap(({ by }) => by ?? []))}`,
    `  characters of the steps: ${mean(shown.map(({ before }) => before))} before, ${mean(shown.flatMap(({ after }) => after ?? []))} after`,
  ].join('\n');
}

if (values.json) process.stdout.write(`${JSON.stringify({ missed, rows }, null, 2)}\n`);
else {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`${companies.map(summaryOf).join('\n')}\n${missed} mutants not found; ${minutes} min\n`);
}
