import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { type Outcome, outcomes } from '../../traffic/outcome/outcome.ts';
import { codeFence, escapeLine } from '../text/escape.ts';
import { targetWords } from '../text/targetWords.ts';
import { type Cause, causesByUrgency } from './causes.ts';
import { headline } from './headline.ts';
import {
  changedLines,
  checkedIn,
  combinationCount,
  exitMessage,
  experimentLines,
  findingLines,
  haltMessage,
  inapplicableLines,
  learnedLines,
  lookedLines,
  moreFindings,
  outcomeLabel,
  selectionSummary,
  trafficSummary,
} from './messages.ts';
import { bySection, countsOf, countWords } from './outcomeCounts.ts';
import { rerunCommand } from './repeat.ts';
import { causeWords, goneWords, nextWords, whoseWords } from './responsible.ts';
import { changedWords } from './sinceLast.ts';
import { standingLines } from './standing.ts';
import { stateDiagramOf } from './stateDiagram.ts';
import { unsignedHeading, unsignedLines } from './unsignedParts.ts';
import { byUrgency } from './urgency.ts';

/** A comment of a pull request holds 65,536 characters; the parts of fixed length need the rest. */
const mostCharacters = 60_000;

/** The most findings of one requirement that are shown; the JSON has them all. */
const mostShown = 3;

/** The most requirements that a cause names; the parts about each follow. */
const mostNamed = 12;

/** Where a reader finds more. */
const page = 'to read in a browser: report.html in the folder of the run, with each request and answer';

/** Outcomes other than failures that a reader must look at. */
const loud: ReadonlySet<Outcome> = new Set(['error', 'inconclusive', 'not run', 'unverified', 'changed', 'warn']);

/** Returns as many of the blocks as fit, and the number of the others. */
function fitting(blocks: readonly string[], budget: number): { shown: readonly string[]; left: number } {
  const shown: string[] = [];
  let spent = 0;
  for (const block of blocks) {
    spent += block.length + 2;
    if (spent > budget) break;
    shown.push(block);
  }
  return { shown, left: blocks.length - shown.length };
}

function headLines(verdict: Verdict): string[] {
  const { target, header, selection, contract, halt } = verdict;
  const { run } = header;
  const asked = selectionSummary(selection);
  const [changed, whose, next] = [changedWords(verdict), whoseWords(verdict), nextWords(verdict)];
  return [
    headline(verdict),
    ...(changed ? [`changed: ${changed}`] : []),
    ...(whose ? [`whose: ${whose}`] : []),
    ...(next ? [`now: ${next}`] : []),
    ...causeWords(verdict),
    ...goneWords(verdict),
    targetWords(target),
    `run ${run.id}, seed ${run.seed}, ${trafficSummary(verdict)}`,
    ...header.throttled.map((one) => `throttled: ${one}`),
    `contract ${contract}`,
    ...(asked ? [asked] : []),
    ...(halt ? [haltMessage({ halt, requirements: verdict.requirements })] : []),
  ];
}

function detail(requirement: RequirementVerdict, verdict: Verdict): string {
  const { id, title, findings } = requirement;
  const where = checkedIn(requirement);
  const more = moreFindings(requirement, mostShown);
  return codeFence([
    `${id}  ${outcomeLabel(requirement)}  ${title}`,
    ...findings.slice(0, mostShown).flatMap(findingLines),
    ...standingLines(requirement, verdict),
    ...changedLines(requirement),
    ...(more === undefined ? [] : [`and      ${more}`]),
    `again    ${rerunCommand(verdict, requirement)}${where === undefined ? '' : `        ${where}`}`,
  ]);
}

/** Writes the failures of one cause: what it is, which requirements it breaks, then each. */
function causeBlock({ requirements, finding }: Cause, verdict: Verdict): string[] {
  const details = requirements.map((one) => detail(one, verdict));
  if (requirements.length === 1 || !finding) return details;
  const lines = [
    `${requirements.length} requirements fail, one cause: expected ${finding.wanted}, got ${finding.seen}`,
    ...requirements.slice(0, mostNamed).map((one) => `${one.id.padEnd(7)} ${one.title}`),
    ...(requirements.length > mostNamed ? [`and ${requirements.length - mostNamed} more`] : []),
  ];
  return [codeFence(lines), ...details];
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}

function sectionTable(requirements: readonly RequirementVerdict[]): string {
  const counts = [...bySection(requirements)].map(([name, of]) => [name, countsOf(of)] as const);
  const present = outcomes.filter((outcome) => counts.some(([, of]) => of[outcome] !== undefined));
  const rows = counts.map(([name, of]) => [name, ...present.map((outcome) => String(of[outcome] ?? ''))]);
  return table(['section', ...present], rows);
}

/** Writes every requirement by its outcome. Ids contain only letters, digits and a dash. */
function outcomeTable(requirements: readonly RequirementVerdict[]): string {
  const rows = outcomes.flatMap((name) => {
    const ids = requirements.filter(({ outcome }) => outcome === name).map(({ id }) => id);
    return ids.length === 0 ? [] : [[name, String(ids.length), ids.join(' ')]];
  });
  return table(['outcome', 'count', 'requirements'], rows);
}

const folded = (summary: string, body: string) =>
  [`<details><summary>${summary}</summary>`, body, '</details>'].join('\n\n');

function learnedPart(lines: readonly string[], budget: number): string[] {
  const { shown, left } = fitting(lines.map(escapeLine), budget);
  const more = left > 0 ? [`and ${left} more, in verdict.json`] : [];
  return lines.length === 0 ? [] : [folded(`Learned of the target (${lines.length})`, codeFence([...shown, ...more]))];
}

/** Lists the requirements that passed on a part of what the target held; there are fewer than requirements. */
function lookedPart(lines: readonly string[]): string[] {
  const summary = `Passed, and looked at in part (${lines.length})`;
  return lines.length === 0 ? [] : [folded(summary, codeFence(lines.map(escapeLine)))];
}

/** Lists the reasons why requirements are not applicable. There are at most as many reasons as gaps of the target; verdict.json has their full text. */
function inapplicablePart(lines: readonly string[]): string[] {
  const { shown } = fitting(lines.map(escapeLine), mostCharacters / 10);
  return shown.length === 0 ? [] : [folded('Why requirements are not applicable', codeFence(shown))];
}

/** Lists the experiments, the earliest due date first. verdict.json has all of them. */
function experimentsPart(lines: readonly string[]): string[] {
  const { shown, left } = fitting(lines.map(escapeLine), mostCharacters / 10);
  const more = left > 0 ? [`and ${left} more, in verdict.json`] : [];
  const summary = `Experiments on webhooks that this run could not judge (${lines.length})`;
  return lines.length === 0 ? [] : [folded(summary, codeFence([...shown, ...more]))];
}

function loudPart(details: readonly string[], budget: number): string[] {
  const { shown, left } = fitting(details, budget);
  return [...shown, ...(left > 0 ? [`${left} more need attention; verdict.json has them.`] : [])];
}

/**
 * Writes the verdict as Markdown for a pull request or a job summary, at most 65,536 characters: the exit code, what needs attention with the wanted and the
 * seen, what was learned, and the outcome of every requirement. `hasPage`: the folder of the run has report.html, too.
 */
export function writeMarkdown(verdict: Verdict, hasPage = false): string {
  const { requirements, exit, halt } = verdict;
  const others = byUrgency(verdict).filter(({ outcome }) => loud.has(outcome) && !(halt && outcome === 'not run'));
  const combinations = combinationCount(verdict.cells);
  const top = [
    `## Assay: exit ${exit}, ${exitMessage(verdict)}`,
    `${countWords(verdict.outcomes)}${combinations ? `; ${combinations}` : ''}`,
    codeFence([...headLines(verdict), ...(hasPage ? [page] : [])]),
  ];
  const diagram = stateDiagramOf(requirements);
  const tables = [
    sectionTable(requirements),
    folded('Every requirement by its outcome', outcomeTable(requirements)),
    ...lookedPart(lookedLines(requirements)),
    ...experimentsPart(experimentLines(verdict)),
    ...inapplicablePart(inapplicableLines(requirements)),
    folded(unsignedHeading, codeFence(unsignedLines(verdict).slice(1).map(escapeLine))),
    ...(diagram ? [folded('The observed transitions', diagram)] : []),
  ];
  const budget = mostCharacters - [...top, ...tables].join('\n\n').length;
  const learned = learnedPart(requirements.flatMap(learnedLines), budget / 4);
  const details = loudPart(
    [
      ...causesByUrgency(verdict).flatMap((one) => causeBlock(one, verdict)),
      ...others.map((one) => detail(one, verdict)),
    ],
    budget - learned.join('\n\n').length,
  );
  return `${[...top, ...details, ...learned, ...tables].join('\n\n')}\n`;
}
