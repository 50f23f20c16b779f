import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';
import { writeFindings } from '../finding/findingList.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds } from '../text/quantities.ts';
import { findingChangeLines } from './findingChanges.ts';

/** Counts by name. */
type Counts = Readonly<Record<string, number>>;

/** Numbers of requests: `posts` counts every request other than GET. */
interface Requests {
  posts: number;
  gets: number;
}

/** The parts of one kind that a campaign has reached and missed. */
interface Reached {
  what: string;
  reached: number;
  of: number;
  missing: readonly { name: string; why: string }[];
  /** Parts that no campaign can reach; they are not counted. */
  cannot?: readonly { name: string; why: string }[];
}

/** A finding in the document of a campaign; its case is in its files. */
export interface ReportedFinding {
  fingerprint: string;
  requirement: string;
  title: string;
  operation: string;
  /** `fail` if the target breaks a must, `warn` if it breaks a should. */
  is: 'fail' | 'warn';
  /** The class of the answer. */
  outcome: string;
  wanted: string;
  seen: string;
  /** Its state after all campaigns. */
  state: 'open' | 'flaky' | 'fixed' | 'regressed';
  shown: number;
  tries: number;
  firstRun: string;
  /** The number of requests in its case. */
  steps: number;
  shrunk?: { by: 'validators' | 'emulator' | 'target'; posts: number };
  /** The paths of its files, relative to the folder of the campaign. */
  files: readonly string[];
}

/** The result of a campaign, as `campaign.json` (`reports/campaign.schema.json`). */
export interface CampaignDocument {
  version: 1;
  run: string;
  /** The seed that repeats the campaign. */
  seed: number;
  target: { name: string; kind: string; baseUrl: string };
  tier: 'active' | 'passive';
  budget: { posts?: number; gets?: number; minutes?: number };
  spent: Requests;
  /**
   * Set if the campaign continues earlier ones: the cases and requests that the earlier ones sent, which count as its own. The time and the coverage begin at
   * the continuation.
   */
  from?: { cases: number; spent: Requests };
  elapsedMs: number;
  cases: number;
  batches: number;
  ended: 'spent' | 'stopped' | 'halted';
  /** Why the campaign had to stop. */
  halt?: string;
  /** What became of the findings known at its start; absent if it continues an earlier campaign. */
  again?: KnownFindingChanges;
  coverage: {
    /** Requirements that were decided, with any outcome. */
    evidenced: readonly string[];
    /** What was reached, and why the rest was not. */
    reached: readonly Reached[];
    counts: Readonly<Record<string, Counts>>;
  };
  /** Findings that showed in this campaign. */
  findings: readonly ReportedFinding[];
  exit: 0 | 1 | 2 | 3 | 4 | 5;
}

/** The meaning of each exit code of a campaign. */
const endings: Readonly<Record<CampaignDocument['exit'], string>> = {
  0: 'nothing found',
  1: 'the target violates the interface',
  2: 'the campaign could not begin',
  3: 'the target could not be reached',
  4: 'incomplete: nothing could be decided, or it was stopped',
  5: 'a fault of Assay itself',
};

/** Returns the meaning of an exit code. Exit code 0 with findings means that all of them are warnings. */
export const campaignExitMessage = (exit: number, words: string, findings: readonly Finding[]): string =>
  exit === 0 && findings.length > 0 ? 'only warnings' : words;

/** The messages for a campaign that ended before it spent its budget. */
export const endMessages: Readonly<Record<CampaignDocument['ended'], readonly string[]>> = {
  spent: [],
  stopped: ['stopped before its budget was spent'],
  halted: ['broken off'],
};

const sentWords = (cases: number, { posts, gets }: Requests) => `${cases} cases, ${posts} POST, ${gets} GET`;

/** Writes what was done; a continued campaign also reports what was done since the continuation. */
function doneWords({ cases, spent, from, elapsedMs, coverage }: CampaignDocument): string[] {
  const own = `in ${minutesAndSeconds(elapsedMs)}, ${coverage.evidenced.length} requirements evidenced`;
  if (!from) return [`${sentWords(cases, spent)} ${own}`];
  const since = { posts: spent.posts - from.spent.posts, gets: spent.gets - from.spent.gets };
  return [
    `${sentWords(cases, spent)} with what was sent before it went on`,
    `since it went on: ${sentWords(cases - from.cases, since)} ${own}`,
  ];
}

function reachedWords({ coverage: { reached: all }, from }: CampaignDocument): string[] {
  if (all.length === 0) return [];
  const counts = all.map(({ what, reached, of }) => `${reached} of ${of} ${what}`).join(', ');
  return [`${from ? 'coverage since it went on: reached' : 'reached'} ${counts}`];
}

/** The most causes that are printed; the document has them all. */
const mostCauses = 3;

/** Writes the number of cases that were not sent, by cause, the most frequent cause first. */
function droppedWords({ coverage: { counts } }: CampaignDocument): string[] {
  const causes = Object.entries(counts['dropped'] ?? {}).toSorted(([, one], [, other]) => other - one);
  if (causes.length === 0) return [];
  const sum = (some: typeof causes) => some.reduce((total, [, count]) => total + count, 0);
  const rest = causes.slice(mostCauses);
  const lines = causes.slice(0, mostCauses).map(([why, count]) => `${count}: ${why}`);
  return [
    `not sent ${sum(causes)} cases`,
    ...lines.map((one) => `  ${one}`),
    ...(rest.length > 0 ? [`  ${sum(rest)}: ${rest.length} other causes`] : []),
  ];
}

/**
 * Writes a campaign as text for a terminal: its findings, what was done, and as the last line its exit code and the path of its document. `place` is the
 * command-line option that selects the store of the findings.
 */
export function writeCampaign(
  campaign: CampaignDocument,
  findings: readonly Finding[],
  { file, place }: { file: string; place?: string },
): string {
  const { run, seed, target, again, halt, ended, exit } = campaign;
  const titles = new Map(campaign.findings.map(({ requirement, title }) => [requirement, title]));
  const warned = new Set(campaign.findings.flatMap(({ requirement, is }) => (is === 'warn' ? [requirement] : [])));
  const lines = [
    `${target.name} (${target.kind}) at ${target.baseUrl}   run ${run}   seed ${seed}`,
    ...doneWords(campaign),
    ...reachedWords(campaign),
    ...droppedWords(campaign),
    ...(again ? findingChangeLines(again) : []),
    ...(halt === undefined ? [] : [halt]),
    ...endMessages[ended],
    `exit ${exit}: ${campaignExitMessage(exit, endings[exit], findings)}   ${file}`,
  ];
  return `${writeFindings(findings, { titles, warned, ...(place !== undefined && { place }) })}\n${lines.map(escapeLine).join('\n')}\n`;
}
