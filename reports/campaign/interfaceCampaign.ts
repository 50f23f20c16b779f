import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';
import { writeFindings } from '../finding/findingList.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds } from '../text/quantities.ts';
import { findingChangeLines } from './findingChanges.ts';

/** How many of something, by its name. */
type Counts = Readonly<Record<string, number>>;

/** Requests that are no GET, and GETs. */
interface Requests {
  posts: number;
  gets: number;
}

/** How much of something a campaign has reached. */
interface Reached {
  what: string;
  reached: number;
  of: number;
  missing: readonly { name: string; why: string }[];
  /** What nobody can reach, which is not counted. */
  cannot?: readonly { name: string; why: string }[];
}

/** A finding as the document of a campaign tells it; its case is in its files. */
export interface ReportedFinding {
  fingerprint: string;
  requirement: string;
  title: string;
  operation: string;
  /** Whether the target breaks a must or a should by it. */
  is: 'fail' | 'warn';
  /** What the answer was, as a class. */
  outcome: string;
  wanted: string;
  seen: string;
  /** How it stands after all campaigns. */
  state: 'open' | 'flaky' | 'fixed' | 'regressed';
  shown: number;
  tries: number;
  firstRun: string;
  /** Requests of its case. */
  steps: number;
  shrunk?: { by: 'validators' | 'emulator' | 'target'; posts: number };
  /** Its files, from the folder of the campaign. */
  files: readonly string[];
}

/** All that a campaign has come to, as `campaign.json` (`reports/campaign.schema.json`). */
export interface CampaignDocument {
  version: 1;
  run: string;
  /** What repeats it. */
  seed: number;
  target: { name: string; kind: string; baseUrl: string };
  tier: 'active' | 'passive';
  budget: { posts?: number; gets?: number; minutes?: number };
  spent: Requests;
  /** Where it went on: what campaigns before it had sent, which counts as its own; its time and coverage are since then. */
  from?: { cases: number; spent: Requests };
  elapsedMs: number;
  cases: number;
  batches: number;
  ended: 'spent' | 'stopped' | 'halted';
  /** Why it could go no further. */
  halt?: string;
  /** What became of the findings that were known when it began; absent where it went on. */
  again?: KnownFindingChanges;
  coverage: {
    /** Requirements that were decided, whatever was seen. */
    evidenced: readonly string[];
    /** What was reached of all there is, and why not the rest. */
    reached: readonly Reached[];
    counts: Readonly<Record<string, Counts>>;
  };
  /** Those that showed in this campaign. */
  findings: readonly ReportedFinding[];
  exit: 0 | 1 | 2 | 3 | 4 | 5;
}

/** What the exit code of a campaign says. */
const endings: Readonly<Record<CampaignDocument['exit'], string>> = {
  0: 'nothing found',
  1: 'unsound',
  2: 'the campaign could not begin',
  3: 'the target could not be reached',
  4: 'incomplete: nothing could be decided, or it was stopped',
  5: 'a fault of our own',
};

/** What the exit code says; where findings showed that are none, they warn. */
export const campaignExitMessage = (exit: number, words: string, findings: readonly Finding[]): string =>
  exit === 0 && findings.length > 0 ? 'nothing but warnings' : words;

/** How a campaign ended that did not spend its budget. */
export const endMessages: Readonly<Record<CampaignDocument['ended'], readonly string[]>> = {
  spent: [],
  stopped: ['stopped before its budget was spent'],
  halted: ['broken off'],
};

const sentWords = (cases: number, { posts, gets }: Requests) => `${cases} cases, ${posts} POST, ${gets} GET`;

/** What was done; where it went on, all of it, and what was done since then. */
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

/** So many causes are told; the document has all. */
const mostCauses = 3;

/** Cases that were not sent, by their causes, the most frequent first. */
function droppedWords({ coverage: { counts } }: CampaignDocument): string[] {
  const causes = Object.entries(counts['dropped'] ?? {}).toSorted(([, one], [, other]) => other - one);
  if (causes.length === 0) return [];
  const sum = (some: typeof causes) => some.reduce((total, [, count]) => total + count, 0);
  const rest = causes.slice(mostCauses);
  const told = causes.slice(0, mostCauses).map(([why, count]) => `${count}: ${why}`);
  return [
    `not sent ${sum(causes)} cases`,
    ...told.map((one) => `  ${one}`),
    ...(rest.length > 0 ? [`  ${sum(rest)}: ${rest.length} other causes`] : []),
  ];
}

/** A campaign as text for a terminal: its findings, what was done, and as the last line its exit code and where its document is; `place` leads to the store of the findings. */
export function writeCampaign(
  told: CampaignDocument,
  findings: readonly Finding[],
  { file, place }: { file: string; place?: string },
): string {
  const { run, seed, target, again, halt, ended, exit } = told;
  const titles = new Map(told.findings.map(({ requirement, title }) => [requirement, title]));
  const warned = new Set(told.findings.flatMap(({ requirement, is }) => (is === 'warn' ? [requirement] : [])));
  const lines = [
    `${target.name} (${target.kind}) at ${target.baseUrl}   run ${run}   seed ${seed}`,
    ...doneWords(told),
    ...reachedWords(told),
    ...droppedWords(told),
    ...(again ? findingChangeLines(again) : []),
    ...(halt === undefined ? [] : [halt]),
    ...endMessages[ended],
    `exit ${exit}: ${campaignExitMessage(exit, endings[exit], findings)}   ${file}`,
  ];
  return `${writeFindings(findings, { titles, warned, ...(place !== undefined && { place }) })}\n${lines.map(escapeLine).join('\n')}\n`;
}
