import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import { writeRunPage } from '../../../reports/html/run/runPage.ts';
import type { RunReport } from '../../../reports/html/run/runReport.ts';
import { writeAnnotations } from '../../../reports/run/annotations.ts';
import { writeExchangeScripts } from '../../../reports/run/exchangeScripts.ts';
import { writeAllure } from '../../../reports/run/formats/allureResults.ts';
import { type Detail, writeConsole, writeInterrupted } from '../../../reports/run/formats/console.ts';
import { writeCtrf } from '../../../reports/run/formats/ctrf.ts';
import { writeJunit } from '../../../reports/run/formats/junit.ts';
import { writeVerdictJson } from '../../../reports/run/json.ts';
import { writeMarkdown } from '../../../reports/run/markdown.ts';
import { exchangesOf, readJournal } from '../../../traffic/journal/journal.ts';
import { type Run, runFilesOf } from '../../../traffic/journal/run.ts';
import { readStatements } from '../../../traffic/requirements/statements.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { ourFault } from '../process/exitCodes.ts';
import { onScreen, screenOf } from '../process/onScreen.ts';
import { reportWriteError } from '../process/writeErrors.ts';
import { keepTraces } from './keepTraces.ts';
import { chosenReports, type ReportName } from './reportNames.ts';

/** The times of the tests, by requirement. */
type Times = Parameters<typeof writeAllure>[1]['times'];

/** What reports are written from besides the verdict, and the folder of the run. */
interface Parts extends Omit<RunReport, 'verdict' | 'statements'> {
  out: string;
  times: Times;
}

/** What reports show that is not in the verdict or the journal of a run. */
type Beside = Pick<RunReport, 'shown'> & { times?: Times };

/** Writes one report into the folder of a run. */
type Writer = (verdict: Verdict, parts: Parts) => void | Promise<void>;

/** Returns the writer of a report that is one text file. */
const text =
  (file: string, write: (verdict: Verdict, times: Times) => string): Writer =>
  (verdict, { out, times }) =>
    writeFileSync(join(out, file), write(verdict, times));

/** The reports that `--report` names; verdict.json is always written. A new format is a row here and a name in reportNames.ts. */
const writersByName: Readonly<Record<ReportName, Writer>> = {
  html: (verdict, { out, ...parts }) => {
    const page = writeRunPage({ verdict, ...parts, statements: readStatements() });
    writeFileSync(join(out, 'report.html'), page, { mode: 0o600 });
  },
  junit: text('junit.xml', writeJunit),
  markdown: (verdict, { out }) => {
    const page = writeMarkdown(verdict, chosenReports().includes('html'));
    const pageOfCi = variable('GITHUB_STEP_SUMMARY');
    writeFileSync(join(out, 'summary.md'), page);
    if (pageOfCi !== undefined) appendFileSync(pageOfCi, page);
  },
  allure: (verdict, { out, times }) => writeAllure(verdict, { times, folder: join(out, 'allure-results') }),
  ctrf: text('ctrf-report.json', writeCtrf),
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
  // A sample is a part of another command, whose verdict stands alone on standard output.
  const isSample = variable('ASSAY_DISCREET') === '1';
  const screen = json || isSample ? process.stderr : process.stdout;
  screen.write(onScreen(text, screenOf(screen)));
  if (variable('GITHUB_ACTIONS') === 'true') screen.write(writeAnnotations(verdict));
  if (json) process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
}

/**
 * Writes the chosen reports of a run from its verdict, and prints the report for people, or the verdict with `--json`. Returns the exit code of the verdict, or the
 * code of our own fault if a report could not be written.
 */
export async function writeReports(verdict: Verdict, run: Run, beside: Beside = {}): Promise<number> {
  const { out, journal } = run;
  const lines = existsSync(journal) ? readJournal(journal) : [];
  const files = run.offline ? new Set<string>() : keepTraces(verdict, lines, out);
  const parts = { times: new Map(), ...beside, out, lines, files, exchanges: exchangesOf(lines) };
  const writers = [
    () => writeVerdictJson(verdict, runFilesOf(out).verdict),
    ...chosenReports().map((name) => () => writersByName[name](verdict, parts)),
    () => writeExchangeScripts(verdict, parts),
  ];
  let areWritten = true;
  for (const write of writers) areWritten = (await isWritten(write)) && areWritten;
  print(verdict, run);
  return areWritten ? verdict.exit : ourFault;
}
