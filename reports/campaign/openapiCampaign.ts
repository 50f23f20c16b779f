import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';
import type { ExplainedFraction, Fraction, OpenApiReport } from '../../fuzzer/openapi/coverage/report.ts';
import { writeFindings } from '../finding/findingList.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds } from '../text/quantities.ts';
import { findingChangeLines } from './findingChanges.ts';
import { type CampaignDocument, campaignExitMessage, endMessages } from './interfaceCampaign.ts';

/** All that a campaign on any API has come to, as its `campaign.json`. */
export interface OpenApiCampaignDocument
  extends Pick<
    CampaignDocument,
    'version' | 'run' | 'seed' | 'budget' | 'spent' | 'from' | 'elapsedMs' | 'cases' | 'ended'
  > {
  target: {
    baseUrl: string;
    /** The contract as it was named, and its fingerprint. */
    contract: string;
    fingerprint: string;
    /** What was left out of the contract. */
    problems: readonly unknown[];
  };
  isReading: boolean;
  /** Cases that could not be sent to their end, and operations that were asked of what was created before. */
  unsent: number;
  led: number;
  /** Why it went no further, where it was not its budget. */
  halted?: string;
  /** What became of the findings that were known when it began; absent where it went on. */
  again?: KnownFindingChanges;
  coverage: OpenApiReport;
  /** What is broken, each requirement as it was first seen. */
  broken: readonly { requirement: { id: string; title: string }; outcome: string; times: number; posts: number }[];
  /** Those that showed, each with its files. */
  findings: readonly (Finding & { files: readonly string[] })[];
  exit: 0 | 1 | 3 | 4 | 5;
}

/** What the exit code of a campaign on any API says. */
const endings: Readonly<Record<OpenApiCampaignDocument['exit'], string>> = {
  0: 'nothing found',
  1: 'unsound',
  3: 'the target could not be reached, let nobody in, or took no sound request',
  4: 'incomplete: nothing was sent, or it was stopped',
  5: 'a fault of our own',
};

const share = ({ done, of }: Fraction) => `${done} of ${of}`;

/** So many operations are named for one reason, and so many reasons. */
const mostNamed = 3;
const mostReasons = 20;

/** The first of some operations, for a line on them. */
const namedFew = (keys: readonly string[]) =>
  `${keys.slice(0, mostNamed).join(', ')}${keys.length > mostNamed ? ', …' : ''}`;

/** What operations did not do, a line for each reason. */
const operationLines = (what: string, byWhy: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(byWhy)
    .map(([why, keys]) => `  ${keys.length} operations ${what}: ${why} (${namedFew(keys)})`)
    .slice(0, mostReasons);

/** What to do where nobody was let in. */
function barredLines({ barred }: OpenApiReport): string[] {
  if (barred.length === 0) return [];
  const what = `nothing can be said of operations that want a credential: sound requests were answered with 401 or 403 (${namedFew(barred)})`;
  return [`${what}; give one that the target takes: --auth <security scheme>=env:<variable>`];
}

/** Failures that were not seen twice of two. */
function passingLines({ passing: { failed, lost, unasked = 0, first } }: OpenApiReport): string[] {
  if (first === undefined) return [];
  const told = [...(failed > 0 ? [`${failed} answers of 5xx`] : []), ...(lost > 0 ? [`${lost} lost answers`] : [])];
  return [
    `${told.join(' and ')} did not show twice of two, and are no findings: the first of ${first}`,
    ...(unasked > 0
      ? [`${unasked} of the lost were of writes: nobody knows what became of them, and none was sent again`]
      : []),
  ];
}

/** Several counts as one. */
function joined(all: readonly ExplainedFraction[]): ExplainedFraction {
  const missing: Record<string, number> = {};
  for (const [why, count] of all.flatMap((one) => Object.entries(one.missing)))
    missing[why] = (missing[why] ?? 0) + count;
  const sum = (of: (one: Fraction) => number) => all.reduce((total, one) => total + of(one), 0);
  return { of: sum(({ of }) => of), done: sum(({ done }) => done), missing };
}

/** So many reasons are told of what was not reached of one kind. */
const mostWhys = 5;

/** Reasons with their counts, the most frequent first. */
function whyLines(counts: Readonly<Record<string, number>>, words: (count: number) => string): string[] {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(mostWhys);
  const more = rest.reduce((total, [, count]) => total + count, 0);
  return [
    ...sorted.slice(0, mostWhys).map(([why, count]) => `  ${words(count)}: ${why}`),
    ...(rest.length > 0 ? [`  ${words(more)}: for ${rest.length} other reasons, all of them in campaign.json`] : []),
  ];
}

const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, one) => sum + one, 0);

function coverageLines({ coverage, unsent }: OpenApiCampaignDocument): string[] {
  const { operations, parameters, statuses, responses, valid, dropped, ambiguous } = coverage;
  const sides = joined(Object.values(coverage.sides));
  return [
    `operations ${share(operations)} touched, ${operations.reached} took something; parameters ${share(parameters)}; sides of constraints ${share(sides)}; classes of statuses ${share(statuses)}; responses seen ${share(responses)}`,
    `valid cases taken ${share(valid)}; ${unsent} cases led nowhere; dropped before they were sent ${total(dropped)}, since they are ambiguous ${total(ambiguous)}`,
    ...operationLines('took nothing', coverage.unreached),
    ...operationLines('were not seen to refuse whoever has no credential', coverage.unshut),
    ...whyLines(parameters.missing, (count) => `${count} parameters not sent`),
    ...whyLines(sides.missing, (count) => `${count} sides not reached`),
    ...whyLines(statuses.missing, (count) => `${count} classes of statuses not seen`),
    ...whyLines(dropped, (count) => `${count} dropped`),
    ...whyLines(ambiguous, (count) => `${count} ambiguous`),
  ];
}

/** What was done before it went on, where it did. */
function beforeLines({ from }: OpenApiCampaignDocument): string[] {
  if (!from) return [];
  const { cases, spent } = from;
  return [`of these ${cases} cases, ${spent.posts} writes and ${spent.gets} GET before it went on`];
}

function doneLine({ seed, cases, spent, elapsedMs, findings, broken }: OpenApiCampaignDocument): string {
  const times = broken.map(({ requirement: { id }, outcome, times: count }) => `${id} ${outcome} ${count}`);
  const told = `${findings.length} findings${times.length > 0 ? ` (${times.join(', ')})` : ''}`;
  return `seed ${seed}: ${cases} cases, ${spent.posts} writes, ${spent.gets} GET in ${minutesAndSeconds(elapsedMs)}, ${told}`;
}

/** A campaign on any API as text for a terminal: its findings, what was done and touched, what became of what was known, and its exit code; `place` leads to the store of the findings. */
export function writeOpenApiCampaign(
  told: OpenApiCampaignDocument,
  { file, place }: { file: string; place: string },
): string {
  const { findings, broken, again, halted, ended, exit, coverage } = told;
  const titles = new Map(broken.map(({ requirement: { id, title } }) => [id, title]));
  const warned = new Set(broken.flatMap(({ requirement: { id }, outcome }) => (outcome === 'warn' ? [id] : [])));
  const lines = [
    doneLine(told),
    ...beforeLines(told),
    ...coverageLines(told),
    ...(again ? findingChangeLines(again) : []),
    ...(halted === undefined ? [] : [`it went no further: ${halted}`]),
    ...endMessages[ended],
    ...passingLines(coverage),
    ...barredLines(coverage),
    `exit ${exit}: ${campaignExitMessage(exit, endings[exit], findings)}   ${file}`,
  ];
  return `${writeFindings(findings, { titles, warned, place })}\n${lines.map(escapeLine).join('\n')}\n`;
}
