import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { readJournal } from '../../../traffic/journal/journal.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { type Ended, ended, type Start, start } from './childProcess.ts';

/** A finished run or judgement, with its output folder. */
export interface Run extends Ended {
  out: string;
}

/** The words that start the command as users start it. */
export const command = ['node', join(packageRoot, 'scripts', 'assay.js')];

/** Runs `assay` with these words. */
export function assay(words: readonly string[], how: Start): Promise<Ended> {
  return ended(start([...command, ...words], how));
}

/** Runs `assay` with these words and an `--out` with this name below the folder. */
export async function assayInto(name: string, words: readonly string[], how: Start): Promise<Run> {
  const out = join(how.folder, name);
  // Allure results are a file for each requirement, each of them flushed: only a test that reads them has them written.
  const few = ['run', 'judge'].includes(words[0] ?? '') && !words.includes('--report');
  const reports = few ? ['--report', 'html,junit,markdown'] : [];
  return { ...(await assay([...words, ...reports, '--out', out], how)), out };
}

/** Returns the verdict in the folder of a run. Throws if there is none. */
export function verdictIn(out: string): Verdict {
  return JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
}

/** Returns the verdict of one requirement. Throws if there is none. */
export function requirementIn(out: string, id: string): RequirementVerdict {
  const found = verdictIn(out).requirements.find((one) => one.id === id);
  if (!found) throw new Error(`the verdict in ${out} has no ${id}`);
  return found;
}

/** Returns every line of a run's journal so far. */
export function linesIn(out: string): Line[] {
  const journal = join(out, 'journal');
  return existsSync(journal) ? readJournal(journal) : [];
}
