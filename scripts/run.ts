import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closureOf, idsNamed, readCatalogue } from '../harness/catalogue.ts';
import type { Verdict } from '../harness/conclude.ts';
import { decideRun, placesOf } from '../harness/run.ts';
import { ConfigurationError } from '../harness/targets/problem.ts';
import { playwright } from './playwright.ts';
import { readyJournal, readyOut, readyTarget } from './ready.ts';

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
  if (ids.length > 0 && unknown.length === 0) return closureOf(ids, readCatalogue()).join(',');
  throw new ConfigurationError(
    '--only',
    (unknown.length > 0 ? unknown : [only]).map((where) => ({
      where,
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

function outOf(given: string | undefined): string {
  if (given !== undefined) process.env['ASSAY_OUT'] = resolve(given);
  const out = resolve(decideRun().out);
  readyOut(out);
  return out;
}

/** Runs Playwright, all that it writes below `out`; gives the exit code of the verdict. Without a verdict the fault is ours. */
async function runInto(out: string, env: Record<string, string>): Promise<number> {
  await playwright(['--output', join(out, 'playwright')], { ...env, ASSAY_OUT: out, ASSAY_SILENT: '1' });
  const { verdict } = placesOf(out);
  return existsSync(verdict) ? (JSON.parse(readFileSync(verdict, 'utf8')) as Verdict).exit : 5;
}

/** Runs the suite against a target, the embedded emulator when none is named; gives the exit code. */
export async function run({ target, only, seed, out, strict, json }: RunOptions): Promise<number> {
  const place = target === undefined || /^https?:/.test(target) ? target : resolve(target);
  const chosen = only === undefined ? undefined : selection(only);
  if (seed !== undefined) process.env['ASSAY_SEED'] = seedOf(seed);
  if (place !== undefined) await readyTarget(place);
  return runInto(outOf(out), {
    ...(place !== undefined && { ASSAY_TARGET: place }),
    ...(chosen !== undefined && { ASSAY_ONLY: chosen }),
    ...(strict && { ASSAY_STRICT: '1' }),
    ...(json && { ASSAY_JSON: '1' }),
  });
}

/** Judges a stored journal again, without traffic; gives the exit code. */
export async function judge(journal: string, { out, strict, json }: RunOptions): Promise<number> {
  const stored = await readyJournal(journal);
  return runInto(outOf(out), {
    ASSAY_OFFLINE: stored.folder,
    ...(stored.only && { ASSAY_ONLY: stored.only.join(',') }),
    ...(strict && { ASSAY_STRICT: '1' }),
    ...(json && { ASSAY_JSON: '1' }),
  });
}
