import type { CampaignCoverage, Missing } from '../../fuzzer/engine/coverage/campaignCoverage.ts';
import type { KnownFindingChanges } from '../../fuzzer/engine/findings/findingChanges.ts';
import { findingLines, type ReportedFinding } from '../finding/findingList.ts';
import { escapeLine } from '../text/escape.ts';
import { minutesAndSeconds } from '../text/quantities.ts';
import { targetWords } from '../text/targetWords.ts';
import { findingChangeLines } from './findingChanges.ts';

/** Numbers of requests: `posts` counts every request other than GET. */
interface Requests {
  posts: number;
  gets: number;
}

/** The result of a campaign, as `campaign.json` (`reports/campaign.schema.json`). */
export interface CampaignDocument<Coverage extends CampaignCoverage = CampaignCoverage> {
  version: 1;
  run: string;
  /** The seed that repeats the campaign. */
  seed: number;
  /** The target. A contract has its fingerprint and the parts of it that were left out. */
  target: { name: string; kind: string; baseUrl: string; fingerprint?: string; problems?: readonly unknown[] };
  tier: 'active' | 'passive';
  budget: { posts?: number; gets?: number; minutes?: number };
  spent: Requests;
  /** Set if the campaign continues earlier ones: the cases and requests that the earlier ones sent, which count as its own. Its time begins here. */
  from?: { cases: number; spent: Requests };
  elapsedMs: number;
  cases: number;
  batches?: number;
  ended: 'spent' | 'stopped' | 'halted';
  /** Why the campaign had to stop. */
  halt?: string;
  /** What became of the findings known at its start; absent if it continues an earlier campaign. */
  again?: KnownFindingChanges;
  coverage: Coverage;
  /** What else a reader has to know, one sentence each. */
  notes: readonly string[];
  /** The broken requirements, each with the POSTs that were sent before it showed, and how often it did. */
  broken: readonly {
    requirement: { id: string; title: string };
    outcome: 'fail' | 'warn';
    posts: number;
    times?: number;
  }[];
  /** Findings that showed in this campaign. */
  findings: readonly ReportedFinding[];
  exit: 0 | 1 | 2 | 3 | 4 | 5;
}

/** Returns what a campaign has found that nothing fails on. */
function quietText(findings: readonly ReportedFinding[]): string {
  if (findings.length === 0) return 'nothing found';
  return findings.some(({ accepted }) => accepted) ? 'only known failures and warnings' : 'only warnings';
}

/** Returns the meaning of the exit code of a campaign. */
export function exitText({ exit, findings, halt, target }: CampaignDocument): string {
  const isByContract = target.fingerprint !== undefined;
  const texts: Readonly<Record<CampaignDocument['exit'], string>> = {
    0: quietText(findings),
    1: `the target violates ${isByContract ? 'its contract' : 'the interface'}`,
    2: 'the campaign could not begin',
    3:
      halt === undefined ? 'the target accepted no credential, or no valid request' : 'the target could not be reached',
    4: 'incomplete: nothing could be decided, or it was stopped',
    5: 'a fault of Assay itself',
  };
  return texts[exit];
}

/** The messages for a campaign that ended before it spent its budget. */
const endMessages: Readonly<Record<CampaignDocument['ended'], readonly string[]>> = {
  spent: [],
  stopped: ['stopped before its budget was spent'],
  halted: ['broken off'],
};

const sentWords = (cases: number, { posts, gets }: Requests) => `${cases} cases, ${posts} POST, ${gets} GET`;

/** Writes what was done; a continued campaign also reports what was done since the continuation. */
function doneLines({ cases, spent, from, elapsedMs, coverage }: CampaignDocument): string[] {
  const own = `in ${minutesAndSeconds(elapsedMs)}, ${coverage.evidenced.length} requirements evidenced`;
  if (!from) return [`${sentWords(cases, spent)} ${own}`];
  const since = { posts: spent.posts - from.spent.posts, gets: spent.gets - from.spent.gets };
  return [
    `${sentWords(cases, spent)} with what was sent before it went on`,
    `since it went on: ${sentWords(cases - from.cases, since)} ${own}`,
  ];
}

/** The most causes that are printed for one thing, and the most names for one cause; the document has them all. */
const most = 3;

/** Names the first of some things. */
export const firstFew = (names: readonly string[]): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ', …' : ''}`;

/** Writes how often something has which cause, the most frequent cause first. */
function causeLines(missing: readonly Missing[], what = ''): string[] {
  const causes = new Map<string, { count: number; names: string[] }>();
  for (const { why, name, count = 1 } of missing) {
    const before = causes.get(why) ?? { count: 0, names: [] };
    causes.set(why, { count: before.count + count, names: [...before.names, ...(name === undefined ? [] : [name])] });
  }
  const sorted = [...causes].toSorted(([, one], [, other]) => other.count - one.count);
  const rest = sorted.slice(most);
  const lines = sorted.slice(0, most).map(([why, { count, names }]) => {
    return `  ${count}${what}: ${why}${names.length === 0 ? '' : ` (${firstFew(names)})`}`;
  });
  const left = rest.reduce((total, [, { count }]) => total + count, 0);
  return rest.length === 0 ? lines : [...lines, `  ${left}${what}: ${rest.length} other causes`];
}

function reachedLines({ coverage: { reached: rows, isPartial } }: CampaignDocument): string[] {
  if (rows.length === 0) return [];
  const counts = rows.map(({ what, reached, of }) => `${reached} of ${of} ${what}`).join(', ');
  return [
    `${isPartial ? 'coverage since it went on: reached' : 'reached'} ${counts}`,
    ...rows.flatMap(({ what, missing }) => causeLines(missing, ` ${what} missing`)),
  ];
}

/** Writes the number of cases that were not sent, by cause. */
function unsentLines({ coverage: { counts } }: CampaignDocument): string[] {
  return ['dropped', 'ambiguous'].flatMap((kind) => {
    const missing = Object.entries(counts[kind] ?? {}).map(([why, count]) => ({ why, count }));
    const sum = missing.reduce((total, { count }) => total + count, 0);
    return sum === 0
      ? []
      : [`not sent ${sum} cases${kind === 'ambiguous' ? ' that are ambiguous' : ''}`, ...causeLines(missing)];
  });
}

const brokenText = ({ requirement: { id }, outcome, times }: CampaignDocument['broken'][number]) =>
  `${id} (${times === undefined ? outcome : `${outcome}, ${times} times`})`;

/** Writes what a campaign did and reached, and why it ended early. */
export function summaryLines(campaign: CampaignDocument): string[] {
  const { again, halt, ended, broken } = campaign;
  return [
    ...doneLines(campaign),
    ...(broken.length === 0 ? [] : [`broken: ${broken.map(brokenText).join(', ')}`]),
    ...reachedLines(campaign),
    ...unsentLines(campaign),
    ...(again ? findingChangeLines(again) : []),
    ...(halt === undefined ? [] : [halt]),
    ...endMessages[ended],
  ];
}

/**
 * Writes a campaign as text for a terminal: its findings, what was done, and as the last line its exit code and the path of its document. `place` is the
 * command-line option that selects the store of the findings.
 */
export function writeCampaign(campaign: CampaignDocument, { file, place }: { file: string; place?: string }): string {
  const { run, seed, target, notes, findings, exit } = campaign;
  const lines = [
    `${targetWords(target)}   run ${run}   seed ${seed}`,
    ...summaryLines(campaign),
    ...notes,
    `exit ${exit}: ${exitText(campaign)}   ${file}`,
  ];
  return `${[...findingLines(findings, place), ...lines.map(escapeLine)].join('\n')}\n`;
}
