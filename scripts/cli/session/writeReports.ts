import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { writeAllure } from '../../../reports/run/allureResults.ts';
import { type Detail, writeConsole, writeInterrupted } from '../../../reports/run/console.ts';
import { writeExchangeScripts } from '../../../reports/run/exchangeScripts.ts';
import { writeVerdictJson } from '../../../reports/run/json.ts';
import { writeJunit } from '../../../reports/run/junit.ts';
import { writeMarkdown } from '../../../reports/run/markdown.ts';
import { credentialsIn, exchangesIn } from '../../../traffic/journal/journal.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { ourFault } from '../process/exitCodes.ts';
import { onScreen } from '../process/onScreen.ts';
import { reportWriteError } from '../process/writeErrors.ts';

/** The times of the tests, by requirement. */
type Times = Parameters<typeof writeAllure>[1]['times'];

/** The reports that are one text file each, by the names of their files in the folder of the run. A new format is a row. */
const texts: Readonly<Record<string, (verdict: Verdict, times: Times) => string>> = {
  'junit.xml': writeJunit,
  'summary.md': (verdict) => writeMarkdown(verdict),
};

/** Runs one writer; prints a write error and returns false if the disk fails. */
async function isWritten(write: () => unknown): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    reportWriteError(error);
    return false;
  }
}

function print(verdict: Verdict, { out, offline }: Run): void {
  const json = variable('ASSAY_JSON') === '1';
  const isBroken = verdict.halt?.cause === 'interrupted' && !offline;
  const detail = (variable('ASSAY_DETAIL') ?? 'normal') as Detail;
  const text = isBroken ? writeInterrupted(verdict, out) : writeConsole(verdict, out, detail);
  const screen = json ? process.stderr : process.stdout;
  screen.write(onScreen(text, { isTerminal: screen.isTTY, columns: screen.columns }));
  if (json) process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
}

/**
 * Writes every report of a run from its verdict, and prints the report for people, or the verdict with `--json`. Returns the exit code of the verdict, or the
 * code of our own fault if a report could not be written.
 */
export async function writeReports(verdict: Verdict, run: Run, times: Times): Promise<number> {
  const { out, journal } = run;
  const pageOfCi = variable('GITHUB_STEP_SUMMARY');
  const writers = [
    () => writeVerdictJson(verdict, runFilesOf(out).verdict),
    ...Object.entries(texts).map(
      ([name, write]) =>
        () =>
          writeFileSync(join(out, name), write(verdict, times)),
    ),
    () => writeAllure(verdict, { times, folder: join(out, 'allure-results') }),
    () => writeExchangeScripts(verdict, { exchanges: exchangesIn(journal), out, credentials: credentialsIn(journal) }),
    () => pageOfCi !== undefined && appendFileSync(pageOfCi, writeMarkdown(verdict)),
  ];
  let areWritten = true;
  for (const write of writers) areWritten = (await isWritten(write)) && areWritten;
  print(verdict, run);
  return areWritten ? verdict.exit : ourFault;
}
