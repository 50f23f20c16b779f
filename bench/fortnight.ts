import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../judge/buildVerdict.ts';
import { runNode } from '../scripts/cli/process/childProcess.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import { evidenced, type Outcome } from '../traffic/outcome/outcome.ts';
import { nights } from '../traffic/requirements/selection.ts';

/**
 * Runs the next fortnight of nights on the embedded emulator, the time in which each combination is tried once. Prints a row for each night: its exit code, its
 * requests, and the requirements without evidence. The number of nights may be given as argument. A night takes about a minute.
 */

const dayMs = 86_400_000;

/** Returns the day that selects the combinations of the `nth` night from now; 0 is tonight. */
const dayOf = (nth: number) => new Date(Date.now() + nth * dayMs).toISOString().slice(0, 10);

/** Outcomes of requirements that a night does not judge. */
const beside: ReadonlySet<Outcome> = new Set(['not applicable', 'deferred', 'not selected']);

/** Returns the text of a night's row that follows the day and the exit code. */
function wordsOf({ header, requirements }: Verdict): string {
  const { post, get } = header.exchanges;
  const applicable = requirements.filter(({ outcome }) => !beside.has(outcome));
  const open = applicable.filter(({ outcome }) => !evidenced.has(outcome));
  const openWords = open.map(({ id, outcome }) => `${id} ${outcome}`).join(', ') || 'nothing';
  const shown = `${applicable.length - open.length} of ${applicable.length} evidenced`;
  return `${post} POST, ${get} GET, ${shown}, not evidenced: ${openWords}`;
}

/** Prints the row of a night; true if its exit code is 0. */
async function measure(day: string, folder: string): Promise<boolean> {
  const out = join(folder, day);
  const said = { env: { ASSAY_SEED: '1' }, output: join(folder, `${day}.txt`) };
  const code = await runNode(['scripts/assay.js', 'run', '--day', day, '--out', out], said);
  const { verdict } = runFilesOf(out);
  const words = existsSync(verdict) ? wordsOf(JSON.parse(readFileSync(verdict, 'utf8')) as Verdict) : 'no verdict';
  process.stdout.write(`${day}  exit ${code}, ${words}\n`);
  return code === 0;
}

const [, , count = String(nights)] = process.argv;
const folder = await mkdtemp(join(tmpdir(), 'assay-fortnight-'));
process.stdout.write(`journals and reports in ${folder}\n`);
for (let night = 0; night < Number(count); night += 1) if (!(await measure(dayOf(night), folder))) process.exitCode = 1;
