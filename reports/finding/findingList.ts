import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { labelText } from './heading.ts';

/** The states of a finding, those that need attention first. */
const order = ['open', 'regressed', 'flaky', 'fixed'] as const;

/** The fewest digits of a fingerprint that are shown. */
const fewestDigits = 8;

/** Returns the shortest unique prefix of a finding's fingerprint, of at least `fewestDigits` digits. */
function digitsOf({ fingerprint }: Finding, all: readonly Finding[]): string {
  const others = all.filter((one) => one.fingerprint !== fingerprint);
  for (let length = fewestDigits; length < fingerprint.length; length += 1) {
    const digits = fingerprint.slice(0, length);
    if (!others.some((one) => one.fingerprint.startsWith(digits))) return digits;
  }
  return fingerprint;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function standingWords({ standing, requirement }: Finding, { warned }: FindingListOptions): string {
  const state = standing.state === 'flaky' ? `flaky, ${standing.shown} of ${standing.of}` : standing.state;
  return warned?.has(requirement) ? `${state}, a warning` : state;
}

function seenWords({ trials, firstRun, lastRun }: Finding): string {
  const shown = sum(trials.map((trial) => trial.shown));
  const runs = firstRun === lastRun ? `in ${firstRun}` : `from ${firstRun} to ${lastRun}`;
  return `shown in ${shown} of ${sum(trials.map((trial) => trial.of))} tries, ${runs}`;
}

function shrunkWords({ shrunk, case: { steps } }: Finding): string {
  const size = `${steps.length} ${steps.length === 1 ? 'request' : 'requests'}`;
  return shrunk
    ? `${size}, the smallest found, confirmed by the ${shrunk.by} for ${shrunk.posts} POST`
    : `${size}, as found`;
}

/** Input for a list of findings: the titles of the known requirements, and the command-line option that selects their store. */
export interface FindingListOptions {
  titles: ReadonlyMap<string, string>;
  /** Requirements that only warn. */
  warned?: ReadonlySet<string>;
  place?: string;
}

function linesOf(one: Finding, listing: FindingListOptions & { all: readonly Finding[] }): string[] {
  const { all, titles, place } = listing;
  const { requirement, operation, wanted, seen } = one;
  return [
    `${requirement.padEnd(7)} ${standingWords(one, listing)}  ${titles.get(requirement) ?? ''}`.trimEnd(),
    `        in      ${operation}`,
    `        case    ${labelText(one)}; ${shrunkWords(one)}`,
    `        wanted  ${wanted}`,
    `        seen    ${seen}`,
    `        again   npx assay replay ${[digitsOf(one, all), place].filter(Boolean).join(' ')}        ${seenWords(one)}`,
    '',
  ];
}

function countWords(findings: readonly Finding[]): string {
  const counts = order.map(
    (state) => [findings.filter(({ standing }) => standing.state === state).length, state] as const,
  );
  const counted = counts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`);
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}${counted.length > 0 ? `: ${counted.join(', ')}` : ''}`;
}

/** Writes the findings of a target as text for a terminal: open ones first, fixed ones last. */
export function writeFindings(findings: readonly Finding[], listing: FindingListOptions): string {
  const sorted = findings.toSorted((a, b) => order.indexOf(a.standing.state) - order.indexOf(b.standing.state));
  const lines = sorted.flatMap((one) => linesOf(one, { ...listing, all: findings }));
  return [...lines, countWords(findings), ''].map(escapeLine).join('\n');
}
