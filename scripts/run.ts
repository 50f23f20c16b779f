import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { closureOf, idsNamed, readCatalogue } from '../harness/catalogue.ts';
import type { Verdict } from '../harness/conclude.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import { readTarget } from '../harness/target.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { playwright } from './playwright.ts';

/** The options of `assay run`. */
export interface RunOptions {
  target?: string;
  only?: string;
  seed?: string;
  out?: string;
  strict?: boolean;
  json?: boolean;
}

function selection(only: string): string {
  const { ids, unknown } = idsNamed(only.split(',').filter(Boolean), readCatalogue());
  if (unknown.length === 0) return closureOf(ids, readCatalogue()).join(',');
  throw new ConfigurationError(
    '--only',
    unknown.map((name) => ({
      where: name,
      wanted: 'the id of a requirement or of a section, such as PAY-12 or PAY',
      seen: 'a name that no requirement has',
      hint: 'See specs/catalogue.json.',
    })),
  );
}

function seedOf(seed: string): string {
  if (/^\d{1,9}$/.test(seed)) return seed;
  const problem = {
    where: seed,
    wanted: 'a whole number of at most nine digits',
    seen: 'something else',
    hint: 'Take it from the run to repeat.',
  };
  throw new ConfigurationError('--seed', [problem]);
}

/** A run makes pay-outs: it must not reach a target that its own file calls production. */
function refuseProduction(place: string): void {
  if (readTarget(place).facts.kind !== 'production') return;
  const wanted = 'a target where pay-outs move no real money';
  const hint = 'Judge its sandbox, which has the same contract.';
  throw new ConfigurationError(place, [{ where: '/kind', wanted, seen: 'production', hint }]);
}

/** The exit code of a run: that of its verdict; without a verdict the fault is ours. */
function exitOfRun(out: string): number {
  const { verdict } = placesOf(out);
  return existsSync(verdict) ? (JSON.parse(readFileSync(verdict, 'utf8')) as Verdict).exit : 5;
}

/** Runs the suite against a target, the embedded emulator when none is named; gives the exit code. */
export async function run({ target, only, seed, out, strict, json }: RunOptions): Promise<number> {
  const place = target === undefined || /^https?:/.test(target) ? target : resolve(target);
  if (place !== undefined) refuseProduction(place);
  if (out !== undefined) process.env['ASSAY_OUT'] = resolve(out);
  if (seed !== undefined) process.env['ASSAY_SEED'] = seedOf(seed);
  const decided = decideRun();
  await playwright([], {
    ASSAY_OUT: resolve(decided.out),
    ASSAY_SILENT: '1',
    ...(place !== undefined && { ASSAY_TARGET: place }),
    ...(only !== undefined && { ASSAY_ONLY: selection(only) }),
    ...(strict && { ASSAY_STRICT: '1' }),
    ...(json && { ASSAY_JSON: '1' }),
  });
  return exitOfRun(decided.out);
}

/** Judges a stored journal again, without traffic; gives the exit code. */
export async function judge(journal: string, { out, strict, json }: RunOptions): Promise<number> {
  const folder = resolve(journal);
  if (!existsSync(folder)) {
    const problem = {
      where: journal,
      wanted: 'the journal folder of a run',
      seen: 'nothing there',
      hint: 'It is called journal in the folder of the run.',
    };
    throw new ConfigurationError('assay judge', [problem]);
  }
  if (out !== undefined) process.env['ASSAY_OUT'] = resolve(out);
  const decided = decideRun();
  await playwright([], {
    ASSAY_OUT: resolve(decided.out),
    ASSAY_SILENT: '1',
    ASSAY_OFFLINE: folder,
    ...(strict && { ASSAY_STRICT: '1' }),
    ...(json && { ASSAY_JSON: '1' }),
  });
  return exitOfRun(decided.out);
}
