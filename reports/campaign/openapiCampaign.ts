import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';
import type { ExplainedFraction, Fraction, OpenApiReport } from '../../fuzzer/openapi/coverage/report.ts';
import { writeFindings } from '../finding/findingList.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds } from '../text/quantities.ts';
import { findingChangeLines } from './findingChanges.ts';
import { type CampaignDocument, campaignExitMessage, endMessages } from './interfaceCampaign.ts';

/** The result of a campaign on an OpenAPI contract, as its `campaign.json`. */
export interface OpenApiCampaignDocument
  extends Pick<
    CampaignDocument,
    'version' | 'run' | 'seed' | 'budget' | 'spent' | 'from' | 'elapsedMs' | 'cases' | 'ended'
  > {
  target: {
    baseUrl: string;
    /** The contract as the caller named it, and its fingerprint. */
    contract: string;
    fingerprint: string;
    /** The parts of the contract that were left out. */
    problems: readonly unknown[];
  };
  isReading: boolean;
  /** The number of cases that could not be sent to their end (`unsent`), and of operations that were sent with a resource created before (`led`). */
  unsent: number;
  led: number;
  /** Why the campaign stopped, unless its budget was spent. */
  halted?: string;
  /** What became of the findings known at its start; absent if it continues an earlier campaign. */
  again?: KnownFindingChanges;
  coverage: OpenApiReport;
  /** The broken requirements, each as it was first observed. */
  broken: readonly { requirement: { id: string; title: string }; outcome: string; times: number; posts: number }[];
  /** Findings that showed in this campaign, each with its files. */
  findings: readonly (Finding & { files: readonly string[] })[];
  exit: 0 | 1 | 3 | 4 | 5;
}

/** The meaning of each exit code of a campaign on an OpenAPI contract. */
const endings: Readonly<Record<OpenApiCampaignDocument['exit'], string>> = {
  0: 'nothing found',
  1: 'the target violates its contract',
  3: 'the target could not be reached, authorised no request, or accepted no valid request',
  4: 'incomplete: nothing was sent, or it was stopped',
  5: 'a fault of Assay itself',
};

const share = ({ done, of }: Fraction) => `${done} of ${of}`;

/** The most operations that are named for one reason, and the most reasons. */
const mostNamed = 3;
const mostReasons = 20;

/** Names the first of some operations, for one line. */
const namedFew = (keys: readonly string[]) =>
  `${keys.slice(0, mostNamed).join(', ')}${keys.length > mostNamed ? ', …' : ''}`;

/** Writes what operations did not do, in one line for each reason. */
const operationLines = (what: string, byWhy: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(byWhy)
    .map(([why, keys]) => `  ${keys.length} operations ${what}: ${why} (${namedFew(keys)})`)
    .slice(0, mostReasons);

/** Writes what to do if no request was authorised. */
function barredLines({ barred }: OpenApiReport): string[] {
  if (barred.length === 0) return [];
  const what = `nothing can be said of operations that want a credential: valid requests were answered with 401 or 403 (${namedFew(barred)})`;
  return [`${what}; give a credential that the target accepts: --auth <security scheme>=env:<variable>`];
}

/** Writes the failures that did not show in both of two tries. */
function passingLines({ passing: { failed, lost, unasked = 0, first } }: OpenApiReport): string[] {
  if (first === undefined) return [];
  const told = [...(failed > 0 ? [`${failed} answers of 5xx`] : []), ...(lost > 0 ? [`${lost} lost answers`] : [])];
  return [
    `${told.join(' and ')} did not show in both of two tries, and are no findings: the first at ${first}`,
    ...(unasked > 0
      ? [`${unasked} of the lost were of writes: nobody knows what became of them, and none was sent again`]
      : []),
  ];
}

/** Adds several counts up. */
function joined(all: readonly ExplainedFraction[]): ExplainedFraction {
  const missing: Record<string, number> = {};
  for (const [why, count] of all.flatMap((one) => Object.entries(one.missing)))
    missing[why] = (missing[why] ?? 0) + count;
  const sum = (of: (one: Fraction) => number) => all.reduce((total, one) => total + of(one), 0);
  return { of: sum(({ of }) => of), done: sum(({ done }) => done), missing };
}

/** The most reasons that are printed for the unreached parts of one kind. */
const mostWhys = 5;

/** Writes reasons with their counts, the most frequent first. */
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
    `operations ${share(operations)} touched, ${operations.reached} took something; parameters ${share(parameters)}; boundary cases ${share(sides)}; classes of statuses ${share(statuses)}; responses seen ${share(responses)}`,
    `valid cases accepted ${share(valid)}; ${unsent} cases could not be sent to their end; dropped before they were sent ${total(dropped)}, since they are ambiguous ${total(ambiguous)}`,
    ...operationLines('took nothing', coverage.unreached),
    ...operationLines('were not seen to refuse a request without a credential', coverage.unshut),
    ...whyLines(parameters.missing, (count) => `${count} parameters not sent`),
    ...whyLines(sides.missing, (count) => `${count} boundary cases not reached`),
    ...whyLines(statuses.missing, (count) => `${count} classes of statuses not seen`),
    ...whyLines(dropped, (count) => `${count} dropped`),
    ...whyLines(ambiguous, (count) => `${count} ambiguous`),
  ];
}

/** Writes what the campaign did before its continuation. */
function beforeLines({ from }: OpenApiCampaignDocument): string[] {
  if (!from) return [];
  const { cases, spent } = from;
  return [`of these ${cases} cases, ${spent.posts} writes and ${spent.gets} GET before it went on`];
}

function doneLine({ seed, cases, spent, elapsedMs, findings, broken }: OpenApiCampaignDocument): string {
  const times = broken.map(({ requirement: { id }, outcome, times: count }) => `${id} ${outcome} ${count}`);
  const findingWords = `${findings.length} findings${times.length > 0 ? ` (${times.join(', ')})` : ''}`;
  return `seed ${seed}: ${cases} cases, ${spent.posts} writes, ${spent.gets} GET in ${minutesAndSeconds(elapsedMs)}, ${findingWords}`;
}

/**
 * Writes a campaign on an OpenAPI contract as text for a terminal: its findings, what was done and covered, what became of the known findings, and its exit
 * code. `place` is the command-line option that selects the store of the findings.
 */
export function writeOpenApiCampaign(
  campaign: OpenApiCampaignDocument,
  { file, place }: { file: string; place: string },
): string {
  const { findings, broken, again, halted, ended, exit, coverage } = campaign;
  const titles = new Map(broken.map(({ requirement: { id, title } }) => [id, title]));
  const warned = new Set(broken.flatMap(({ requirement: { id }, outcome }) => (outcome === 'warn' ? [id] : [])));
  const lines = [
    doneLine(campaign),
    ...beforeLines(campaign),
    ...coverageLines(campaign),
    ...(again ? findingChangeLines(again) : []),
    ...(halted === undefined ? [] : [`it stopped early: ${halted}`]),
    ...endMessages[ended],
    ...passingLines(coverage),
    ...barredLines(coverage),
    `exit ${exit}: ${campaignExitMessage(exit, endings[exit], findings)}   ${file}`,
  ];
  return `${writeFindings(findings, { titles, warned, place })}\n${lines.map(escapeLine).join('\n')}\n`;
}
