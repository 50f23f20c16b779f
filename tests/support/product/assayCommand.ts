import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { readJournal } from '../../../traffic/journal/journal.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { type Ended, ended, type Start, start } from './childProcess.ts';

/** A run or judgement that has ended, with the folder that it wrote. */
export interface Run extends Ended {
  out: string;
}

/** The words that start the command as its users do. */
export const command = ['node', join(packageRoot, 'scripts', 'assay.js')];

/** Runs `assay` with these words. */
export function assay(words: readonly string[], how: Start): Promise<Ended> {
  return ended(start([...command, ...words], how));
}

/** Runs `assay` with these words and an `--out` of this name below the folder. */
export async function assayInto(name: string, words: readonly string[], how: Start): Promise<Run> {
  const out = join(how.folder, name);
  return { ...(await assay([...words, '--out', out], how)), out };
}

/** The verdict that a run left in its folder. Throws when it left none. */
export function verdictIn(out: string): Verdict {
  return JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
}

/** The verdict of one requirement. Throws when there is none. */
export function requirementIn(out: string, id: string): RequirementVerdict {
  const found = verdictIn(out).requirements.find((one) => one.id === id);
  if (!found) throw new Error(`the verdict in ${out} has no ${id}`);
  return found;
}

/** Every line of a run's journal so far. */
export function linesIn(out: string): Line[] {
  const journal = join(out, 'journal');
  return existsSync(journal) ? readJournal(journal) : [];
}
