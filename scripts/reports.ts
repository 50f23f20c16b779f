import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../harness/conclude.ts';
import { exchangesIn } from '../harness/journal.ts';
import { placesOf, type Run } from '../harness/run.ts';
import { variable } from '../harness/targets/environment.ts';
import { writeConsole } from '../reports/console.ts';
import { writeCurls } from '../reports/curls.ts';
import { writeJson } from '../reports/json.ts';
import { writeJunit } from '../reports/junit.ts';
import { writeMarkdown } from '../reports/markdown.ts';
import { writeAllure } from '../reports/replay.ts';

/** Times of tests, by requirement. */
type Times = Parameters<typeof writeAllure>[1]['times'];

/** Writes every report of a run from its one verdict, and prints the one for people, or with `--json` the one for programs. */
export async function writeReports(verdict: Verdict, { out, journal }: Run, times: Times): Promise<void> {
  const summary = writeMarkdown(verdict);
  writeJson(verdict, placesOf(out).verdict);
  writeFileSync(join(out, 'junit.xml'), writeJunit(verdict, times));
  writeFileSync(join(out, 'summary.md'), summary);
  await writeAllure(verdict, { times, folder: join(out, 'allure-results') });
  writeCurls(verdict, { exchanges: exchangesIn(journal), out });
  const pageOfCi = variable('GITHUB_STEP_SUMMARY');
  if (pageOfCi !== undefined) appendFileSync(pageOfCi, summary);
  const json = variable('ASSAY_JSON') === '1';
  (json ? process.stderr : process.stdout).write(writeConsole(verdict, out));
  if (json) process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`);
}
