import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Verdict } from '../../judge/buildVerdict.ts';
import { Dependents, unjudgeableAt } from '../../runner/doctor/dependents.ts';
import { decideRun, runFilesOf } from '../../traffic/journal/run.ts';
import { readCatalogue } from '../../traffic/requirements/catalogue.ts';
import { decideAll } from '../../traffic/system/environment.ts';
import { readTarget } from '../../traffic/target/target.ts';
import { drawSample, type Sample } from './countersign/drawSample.ts';
import { placeOf } from './prepare/namedTarget.ts';
import { catalogueAndCosts } from './prepare/selectionOptions.ts';
import { say } from './process/say.ts';
import { run } from './run.ts';

/** How the target is asked. */
export interface AskOptions {
  target: string;
  set?: readonly string[];
  allowMoney?: string;
  out?: string;
  posts: number;
  /** The mean of the waits before requests, ms. */
  paceMs: number;
}

/** What was drawn, and the verdict of the run that asked it. */
export interface Answered {
  sample: Sample;
  verdict: Verdict;
  /** The folder of the run. */
  out: string;
}

/** The largest number that one draw gives. */
const fineness = 2 ** 40;

/** Draws from the system's own source: nobody who knows the certificate, its seed or its challenge can know what comes. */
const random = () => randomInt(fineness) / fineness;

/** The largest seed of a run. */
const largestSeed = 2 ** 31 - 1;

/** Returns the ids that a target file lets anybody judge: a sample of others would decide nothing. */
function judgeableAt(place: string, ids: readonly string[]): string[] {
  const target = readTarget(place);
  // What the tests use is known by their operations, too; collecting the tests would take seconds.
  const dependents = new Dependents(readCatalogue(), new Map(), target.facts.gaps);
  const others = new Set(unjudgeableAt(target, dependents));
  return ids.filter((id) => !others.has(id));
}

/** Draws a sample of what a certificate claims, and asks it of the target in the way of any merchant. */
export async function askTarget(ids: readonly string[], options: AskOptions): Promise<Answered> {
  const { target, set, allowMoney, posts, paceMs } = options;
  decideAll({
    ASSAY_SEED: String(randomInt(largestSeed)),
    ASSAY_DISCREET: '1',
    ASSAY_PACE: String(paceMs),
    ASSAY_MOST_POSTS: String(posts),
  });
  const today = new Date().toISOString().slice(0, 10);
  const judgeable = judgeableAt(placeOf(target), ids);
  const sample = drawSample({ ids: judgeable, posts, known: catalogueAndCosts(), random, today });
  if (judgeable.length < ids.length)
    say(
      `left out: ${ids.length - judgeable.length} requirements that your target file lets nobody judge; assay doctor says what to add`,
    );
  say(`drawn: ${sample.drawn.length} requirements for about ${sample.posts} POSTs, at most ${posts}`);
  await run({
    target,
    selection: sample.selection,
    quiet: true,
    ...(set && { set }),
    ...(allowMoney !== undefined && { allowMoney }),
    ...(options.out !== undefined && { out: options.out }),
  });
  const { out } = decideRun();
  return { sample, out, verdict: JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict };
}
