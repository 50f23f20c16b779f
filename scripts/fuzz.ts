import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FuzzCase } from '../fuzzer/case.ts';
import { FindingStore } from '../fuzzer/findings/store.ts';
import { movesBy } from '../fuzzer/interface/moves.ts';
import type { Surroundings } from '../fuzzer/run/batch.ts';
import { type Budget, Campaign, type State } from '../fuzzer/run/campaign.ts';
import { sameAs } from '../fuzzer/run/knowing.ts';
import { lessen } from '../fuzzer/run/lessen.ts';
import { endProgress, keepProgress, unendedIn } from '../fuzzer/run/progressFile.ts';
import { type Stable, standInFor } from '../fuzzer/run/standIns.ts';
import { progressLine, writeCampaign } from '../fuzzer/run/told.ts';
import { type Sought, Trials } from '../fuzzer/run/trial.ts';
import { preflight, writeRunLine } from '../harness/begin.ts';
import { collectSpecs, lawsOver } from '../harness/collected.ts';
import { contractFor } from '../harness/contracts.ts';
import { findingsFileFor } from '../harness/pins.ts';
import { openGovernor } from '../harness/quota/open.ts';
import { decideRun, placesOf, select } from '../harness/run.ts';
import { readTarget, type Target } from '../harness/target.ts';
import { type Embedded, startEmbedded } from '../harness/targets/embedded.ts';
import { decide, variable } from '../harness/targets/environment.ts';
import { decideOverrides, overridesFrom } from '../harness/targets/overrides.ts';
import { ConfigurationError, type Problem } from '../harness/targets/problem.ts';
import { candidates } from './candidates.ts';
import { readyOut, readyTarget } from './ready.ts';

/** The options of `assay fuzz`. */
export interface FuzzOptions {
  target?: string;
  set?: readonly string[];
  seed?: string;
  posts?: string;
  gets?: string;
  minutes?: string;
  untilStopped?: boolean;
  shrinkPosts?: string;
  out?: string;
  anew?: boolean;
}

/** What a campaign may spend where nothing is said: enough to try most of what there is once. */
const usualPosts = 300;

/** POSTs for making one finding smaller. */
const usualShrinkPosts = 12;

const problems = (flag: string, seen: string): Problem => ({
  where: flag,
  wanted: 'a whole number from 0 on',
  seen,
  hint: 'Give one, or leave the flag out.',
});

/** The whole numbers of some flags. Throws ConfigurationError, which tells of all that are none. */
function numbersOf<Name extends string>(
  given: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, number>> {
  const wrong = Object.entries<string | undefined>(given).filter(
    ([, text]) => text !== undefined && !/^\d{1,9}$/.test(text),
  );
  if (wrong.length > 0)
    throw new ConfigurationError(
      'assay fuzz',
      wrong.map(([name, text]) => problems(`--${name}`, text ?? '')),
    );
  const told = Object.entries<string | undefined>(given).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, Number(text)]],
  );
  return Object.fromEntries(told) as Partial<Record<Name, number>>;
}

function budgetOf({ posts, gets, minutes, untilStopped }: FuzzOptions): Budget {
  const told = numbersOf({ posts, gets, minutes });
  const isOpen = untilStopped === true || minutes !== undefined || gets !== undefined;
  return { ...(!isOpen && { posts: usualPosts }), ...told };
}

/** A target that is ready to be attacked, and what is closed when that has ended. */
interface Arena {
  target: Target;
  surroundings: Surroundings;
  /** The files of its findings and of a campaign that has not ended. */
  findings: string;
  progress: string;
  close(): Promise<void>;
}

/** Opens the target: the embedded emulator where none is named. */
async function openArena({ target: named, set = [], out: given }: FuzzOptions): Promise<Arena> {
  if (given !== undefined) process.env['ASSAY_OUT'] = resolve(given);
  const place = named ?? variable('ASSAY_TARGET');
  decideOverrides(overridesFrom(set, place));
  if (place !== undefined) await readyTarget(place);
  const out = resolve(decideRun().out);
  readyOut(out);
  const embedded: Embedded | undefined = place === undefined ? await startEmbedded({ control: true }) : undefined;
  const source = decide('ASSAY_TARGET', place ?? embedded?.targetFile ?? '');
  const target = readTarget(source);
  select({ ...decideRun().selection, profile: 'full' });
  const run = { ...decideRun(), out };
  const { quota, baseUrl, credentials } = target;
  const [{ tokenId }] = credentials;
  const governor = await openGovernor({ quota, redis: quota.redisUrl, account: { baseUrl, tokenId }, run: run.id });
  const findings = place === undefined ? join(out, 'findings.ndjson') : findingsFileFor(source);
  return {
    target,
    surroundings: { run, target, spending: governor.spending, laws: lawsOver },
    findings,
    progress: findings.replace(/findings\.ndjson$/, 'campaign.json'),
    close: async () => {
      await governor.close();
      await embedded?.stop();
    },
  };
}

/** An emulator that serves every mutant, started when a finding is first made smaller. */
class Stables {
  #embedded: Promise<Embedded> | undefined;

  async open(): Promise<Stable> {
    this.#embedded ??= startEmbedded({ control: true, fleet: true });
    const { targetFile } = await this.#embedded;
    const mutants = candidates().filter(({ kind }) => kind === 'mutant');
    const breaking = (id: string) => mutants.filter(({ breaks }) => breaks === id).map(({ name }) => name);
    return { target: readTarget(targetFile), breaking };
  }

  async close(): Promise<void> {
    await (await this.#embedded)?.stop();
  }
}

/** Attacks a target by its contract and the interface until the budget is spent; gives the exit code. */
export async function fuzz(options: FuzzOptions): Promise<number> {
  const budget = budgetOf(options);
  const { shrink: shrinkPosts = usualShrinkPosts } = numbersOf({ shrink: options.shrinkPosts });
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  decide('ASSAY_FLEET', '1');
  await collectSpecs();
  const arena = await openArena(options);
  const stables = new Stables();
  try {
    const { surroundings, target, findings, progress } = arena;
    const { run } = surroundings;
    writeRunLine(run, target);
    await preflight(run, target);
    if (existsSync(placesOf(run.out).halt)) return 3;
    const store = new FindingStore(findings);
    const trials = new Trials(surroundings, 't');
    const campaign = new Campaign({
      surroundings,
      moves: movesBy(await contractFor(target.contract)),
      seed: run.seed,
      budget,
      store,
      from: options.anew ? undefined : unendedIn(progress, run.seed),
      told: (state) => {
        keepProgress(progress, run.seed, state);
        process.stderr.write(`${progressLine(state, budget)}\n`);
      },
      shrunk: async (found, breach, batch) => {
        const standIn = async (one: FuzzCase, sought: Sought) =>
          standInFor(
            surroundings,
            { stable: await stables.open(), prefix: found.fingerprint.slice(0, 6) },
            { one, sought },
          );
        const lessening = {
          trials,
          store,
          run: run.id,
          isSame: sameAs(surroundings, found.case),
          standIn,
          posts: shrinkPosts,
        };
        const { spent } = await lessen(lessening, { found, breach, twins: new Map(batch.twins) });
        return spent;
      },
    });
    const state = await campaign.run();
    endProgress(progress);
    process.stdout.write(writeCampaign(state, store.all, run.seed));
    return exitOf(state);
  } finally {
    await stables.close();
    await arena.close();
  }
}

function exitOf({ broken, halted }: State): number {
  if (halted !== undefined) return 3;
  return [...broken.values()].some(({ outcome }) => outcome === 'fail') ? 1 : 0;
}
