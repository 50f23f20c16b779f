import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { isFileName } from '../../../schemas/json/guards.ts';
import type { Outcome } from '../../../traffic/outcome/outcome.ts';
import { escapeLine } from '../../text/escape.ts';
import { shellWord } from '../../text/shell.ts';
import { targetWords } from '../../text/targetWords.ts';
import { causesOf } from '../causes.ts';
import { scriptFile } from '../exchangeScripts.ts';
import { headline } from '../headline.ts';
import {
  changedLines,
  checkedIn,
  combinationCount,
  configurationHint,
  exitMessage,
  findingLines,
  moreFindings,
  outcomeLabel,
  selectionSummary,
  trafficSummary,
} from '../messages.ts';
import { countWords } from '../outcomeCounts.ts';
import { rerunCommand } from '../repeat.ts';
import { causeWords, goneWords, nextWords, whoseWords } from '../responsible.ts';
import { changedWords } from '../sinceLast.ts';
import { standingLines } from '../standing.ts';
import { experimentsOf, restLine, restLines } from './restOfConsole.ts';

/** Outcomes that are only counted. */
const quiet: ReadonlySet<Outcome> = new Set(['pass', 'not selected', 'not applicable', 'deferred', 'learned']);

/** The most findings of one requirement that are shown; the JSON has them all. */
const mostShown = 3;

/** How much is printed: the verdict and the failures, also what needs attention, or everything. */
export type Detail = 'quiet' | 'normal' | 'verbose';

const indent = '        ';

function again(one: RequirementVerdict, verdict: Verdict, out: string): string[] {
  const named = one.findings.flatMap(({ exchanges }) => exchanges);
  // Webhooks and visits to pages have no script: nobody can send them again.
  const exchange = named.findLast((id) => isFileName(id) && existsSync(scriptFile(out, id)));
  return [
    `${indent}again    ${rerunCommand(verdict, one)}`,
    ...(exchange === undefined ? [] : [`${indent}curl     ${scriptFile(out, exchange)}`]),
  ];
}

/** Names the failures of a requirement, and says what is known of them. */
const standing = (one: RequirementVerdict, verdict: Verdict) =>
  standingLines(one, verdict).map((line) => `${indent}${line}`);

function detail(one: RequirementVerdict, verdict: Verdict, out: string): string[] {
  const shown = one.findings.slice(0, mostShown).flatMap(findingLines);
  const more = moreFindings(one, mostShown);
  const where = checkedIn(one);
  return [
    `${one.id.padEnd(7)} ${outcomeLabel(one)}  ${one.title}${where === undefined ? '' : `  (${where})`}`,
    ...shown.map((line) => `${indent}${line}`),
    ...(more === undefined ? [] : [`${indent}and      ${more}`]),
    ...changedLines(one).map((line) => `${indent}${line}`),
    ...standing(one, verdict),
    ...again(one, verdict, out),
    '',
  ];
}

/** Writes failures by cause: requirements that fail for one reason stand together. */
function causeLines(failed: readonly RequirementVerdict[], verdict: Verdict, out: string): string[] {
  return causesOf(failed).flatMap(({ requirements, lead, finding }) => {
    if (requirements.length === 1 || !lead || !finding) return requirements.flatMap((one) => detail(one, verdict, out));
    return [
      `${requirements.length} requirements fail, one cause: expected ${finding.wanted}, got ${finding.seen}`,
      ...requirements.flatMap((one) => [
        `${one.id.padEnd(7)} ${outcomeLabel(one)}  ${one.title}`,
        ...standing(one, verdict),
      ]),
      ...again(lead, verdict, out),
      '',
    ];
  });
}

/** Writes the failures: new ones first, then those of earlier runs, then those that do not count, then what was fixed or not asked. */
function failureLines(verdict: Verdict, out: string): string[] {
  const { requirements, history } = verdict;
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const fresh = new Set(history?.new.map(({ requirement }) => requirement));
  const groups = [
    [
      history?.since === undefined ? 'Failures' : 'New',
      failed.filter(({ id, accepted }) => !accepted && (!history || fresh.has(id))),
    ],
    ['Known since earlier runs', failed.filter(({ id, accepted }) => !accepted && history && !fresh.has(id))],
    ['Known, and not counted', failed.filter(({ accepted }) => accepted)],
  ] as const;
  const gone = goneWords(verdict);
  return [
    ...groups.flatMap(([name, own]) => (own.length > 0 ? [`${name}:`, ...causeLines(own, verdict, out)] : [])),
    ...gone,
    ...(gone.length > 0 ? [''] : []),
    ...(history?.stale ?? []).map(
      ({ entry, why }) => `Known failures, line ${entry.line ?? '?'}: ${entry.id} (${entry.reason}) ${why}`,
    ),
    ...(history?.stale ? [''] : []),
  ];
}

/** Names the page of the run, if it was written. */
function pageLine(out: string): string[] {
  const page = join(out, 'report.html');
  return existsSync(page) ? [`to read in a browser: ${page}`] : [];
}

/** Writes the verdict as text for a console: the verdict first, then failures, then what else needs attention, then the counts. */
export function writeConsole(verdict: Verdict, out: string, shown: Detail = 'normal'): string {
  const { requirements, header, target, halt } = verdict;
  const { run } = header;
  const others = requirements.filter(
    ({ outcome }) => outcome !== 'fail' && !quiet.has(outcome) && !(halt && outcome === 'not run'),
  );
  const { deferred } = verdict.outcomes;
  const hint = configurationHint(verdict);
  const summary = [
    selectionSummary(verdict.selection),
    combinationCount(verdict.cells),
    deferred && `${deferred} deferred until all shards are merged`,
  ].filter((words) => words !== undefined);
  const attention = [
    ...(others.length > 0 ? ['Also needs attention:'] : []),
    ...others.flatMap((one) => detail(one, verdict, out)),
    ...experimentsOf(verdict),
  ];
  const isQuiet = shown === 'quiet';
  const [changed, whose, next] = [changedWords(verdict), whoseWords(verdict), nextWords(verdict)];
  return [
    '',
    headline(verdict),
    `${targetWords(target)}   run ${run.id}   seed ${run.seed}`,
    ...(changed ? [`changed: ${changed}`] : []),
    ...(whose ? [`whose: ${whose}`] : []),
    ...(next ? [`now: ${next}`] : []),
    ...causeWords(verdict),
    '',
    ...failureLines(verdict, out),
    ...(isQuiet ? [] : attention),
    ...(shown === 'verbose' ? restLines(verdict) : []),
    ...(isQuiet || summary.length === 0 ? [] : [summary.join('   ')]),
    ...(isQuiet ? [] : header.throttled.map((one) => `throttled: ${one}`)),
    ...(shown === 'normal' ? restLine(verdict) : []),
    ...(hint === undefined ? [] : [hint]),
    `${countWords(verdict.outcomes)}   ${trafficSummary(verdict)}`,
    ...pageLine(out),
    `exit ${verdict.exit}: ${exitMessage(verdict)}   ${out}/verdict.json`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}

/** Writes an interrupted run for a console: what the target has broken so far, and one line on the rest. */
export function writeInterrupted(verdict: Verdict, out: string): string {
  const { header, halt, exit } = verdict;
  const { post, get } = header.exchanges;
  const sent = `interrupted ${halt?.message ?? ''}, ${post} POST and ${get} GET were sent`;
  return [
    ...failureLines(verdict, out),
    ...pageLine(out),
    `exit ${exit}: ${sent}; npx assay judge ${shellWord(out)} judges what was stored   ${out}/verdict.json`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}
