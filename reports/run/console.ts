import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import type { Outcome } from '../../traffic/outcome/outcome.ts';
import { escapeLine } from '../text/escape.ts';
import { shellWord } from '../text/shell.ts';
import {
  combinationCount,
  exitMessage,
  experimentLines,
  findingLines,
  haltMessage,
  inapplicableLines,
  learnedLines,
  lookedLines,
  outcomeLabel,
  rerunCommand,
  selectionSummary,
  trafficSummary,
} from './messages.ts';
import { bySection, countsOf, countWords } from './outcomeCounts.ts';
import { unsignedLines } from './unsignedParts.ts';

/** Outcomes that are only counted. */
const quiet: ReadonlySet<Outcome> = new Set(['pass', 'not selected', 'not applicable', 'deferred', 'learned']);

/** The width of the title column. */
const titleWidth = 72;

/** The most findings of one requirement that are shown; the JSON has them all. */
const mostShown = 3;

function heading(verdict: RequirementVerdict): string {
  const words = `${verdict.id.padEnd(7)} ${outcomeLabel(verdict)}  ${verdict.title}`;
  return `${words.padEnd(titleWidth + 24)} ${verdict.where}`;
}

function again(one: RequirementVerdict, verdict: Verdict, out: string): string {
  const exchange = one.findings.flatMap(({ exchanges }) => exchanges).at(-1);
  const curl = exchange === undefined ? '' : `        curl in ${out}/exchange-${exchange}.sh`;
  return `        again   ${rerunCommand(verdict, one)}${curl}`;
}

function detail(one: RequirementVerdict, verdict: Verdict, out: string): string[] {
  const shown = one.findings.slice(0, mostShown).flatMap(findingLines);
  const more = one.findings.length - mostShown;
  return [
    heading(one),
    ...shown.map((line) => `        ${line}`),
    ...(more > 0 ? [`        and     ${more} more like it, in verdict.json`] : []),
    again(one, verdict, out),
    '',
  ];
}

/** The most learned lines of one requirement on a screen; the file has them all. */
const mostTaught = 12;

function taughtBy(one: RequirementVerdict): string[] {
  const lines = learnedLines(one);
  const more = lines.length - mostTaught;
  return [
    ...lines.slice(0, mostTaught),
    ...(more > 0 ? [`${one.id.padEnd(7)} and ${more} more, in verdict.json`] : []),
  ];
}

/** The most experiments on a screen; the file has them all. */
const mostExperiments = 20;

function experimentsOf(verdict: Verdict): string[] {
  const lines = experimentLines(verdict);
  if (lines.length === 0) return [];
  const more = lines.length - mostExperiments;
  return [
    'Experiments on webhooks that this run could not judge:',
    ...lines.slice(0, mostExperiments).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more, in verdict.json`] : []),
    '',
  ];
}

/** Writes the verdict as text for a console: what needs attention first, then what was learned, then the counts. */
export function writeConsole(verdict: Verdict, out: string): string {
  const { requirements, target, header, halt } = verdict;
  const { run } = header;
  const loud = requirements.filter(({ outcome }) => !quiet.has(outcome) && !(halt && outcome === 'not run'));
  const taught = requirements.flatMap(taughtBy);
  const looked = lookedLines(requirements);
  const inapplicable = inapplicableLines(requirements);
  const { deferred } = verdict.outcomes;
  const summary = [
    selectionSummary(verdict.selection),
    combinationCount(verdict.cells),
    deferred && `${deferred} deferred until all shards are merged`,
  ].filter((words) => words !== undefined);
  return [
    '',
    `${target.name} (${target.kind}) at ${target.baseUrl}   run ${run.id}   seed ${run.seed}`,
    '',
    ...loud.flatMap((one) => detail(one, verdict, out)),
    ...(taught.length > 0 ? ['Learned, where the interface does not say:', ...taught, ''] : []),
    ...(looked.length > 0 ? ['Passed, and looked at in part:', ...looked.map((line) => `  ${line}`), ''] : []),
    ...experimentsOf(verdict),
    ...(inapplicable.length > 0 ? ['Not applicable:', ...inapplicable.map((line) => `  ${line}`), ''] : []),
    ...unsignedLines(verdict),
    '',
    ...[...bySection(requirements)].map(([name, of]) => `${name.padEnd(8)}${countWords(countsOf(of))}`),
    '',
    ...(halt ? [haltMessage(halt)] : []),
    ...(summary.length > 0 ? [summary.join('   ')] : []),
    ...header.throttled.map((one) => `throttled: ${one}`),
    `${countWords(verdict.outcomes)}   ${trafficSummary(verdict)}`,
    `exit ${verdict.exit}: ${exitMessage(verdict)}   ${out}/verdict.json`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}

/** Writes an interrupted run for a console: what the target has broken so far, and one line on the rest. */
export function writeInterrupted(verdict: Verdict, out: string): string {
  const { requirements, header, halt, exit } = verdict;
  const { post, get } = header.exchanges;
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const sent = `interrupted ${halt?.message ?? ''}, ${post} POST and ${get} GET were sent`;
  return [
    ...failed.flatMap((one) => detail(one, verdict, out)),
    `exit ${exit}: ${sent}; npx assay judge ${shellWord(out)} judges what was stored   ${out}/verdict.json`,
    '',
  ]
    .map(escapeLine)
    .join('\n');
}
