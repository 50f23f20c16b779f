import type { Finding } from '../../fuzzer/engine/findings/finding.ts';
import { escapeLine } from '../text/escape.ts';
import { labelText } from './heading.ts';

/** A finding in the report of a campaign: as it is stored, with what the report says of it. */
export interface ReportedFinding extends Finding {
  /** The title of its requirement. */
  title: string;
  /** `fail` if the target breaks a must, `warn` if it breaks a should. */
  is: 'fail' | 'warn';
  /** The known failure that names it; it does not count. */
  accepted?: { reason: string; until: string };
  /** Its state after all campaigns, and in how many of its tries it showed. */
  state: Finding['standing']['state'];
  shown: number;
  tries: number;
  /** The number of requests in its case. */
  steps: number;
  /** The paths of its files, relative to the folder of the campaign. */
  files: readonly string[];
}

/** The states of a finding, those that need attention first. */
const order = ['open', 'regressed', 'flaky', 'fixed', 'known'] as const;

/** Returns the state of a finding, or that it is known and does not count. */
const placeIn = ({ accepted, state }: ReportedFinding) => (accepted ? 'known' : state);

/** The fewest digits of a fingerprint that are shown. */
const fewestDigits = 8;

/** Returns the shortest unique prefix of a finding's fingerprint, of at least `fewestDigits` digits. */
export function digitsOf({ fingerprint }: Finding, all: readonly Finding[]): string {
  const others = all.filter((one) => one.fingerprint !== fingerprint);
  let length = fewestDigits;
  const isShared = () => others.some((one) => one.fingerprint.startsWith(fingerprint.slice(0, length)));
  while (length < fingerprint.length && isShared()) length += 1;
  return fingerprint.slice(0, length);
}

function linesOf(one: ReportedFinding, again: string): string[] {
  const { requirement, title, is, standing, operation, wanted, seen, shown, tries, steps, shrunk, firstRun, lastRun } =
    one;
  const state = standing.state === 'flaky' ? `flaky, ${standing.shown} of ${standing.of}` : standing.state;
  const known = one.accepted ? [`        known   until ${one.accepted.until}: ${one.accepted.reason}`] : [];
  const size = shrunk ? `the smallest found, confirmed by the ${shrunk.by} for ${shrunk.posts} POST` : 'as found';
  const runs = firstRun === lastRun ? `in ${firstRun}` : `from ${firstRun} to ${lastRun}`;
  return [
    `${requirement.padEnd(7)} ${one.accepted ? 'known, ' : ''}${state}${is === 'warn' ? ', a warning' : ''}  ${title}`.trimEnd(),
    `        in      ${operation}`,
    `        case    ${labelText(one)}; ${steps} ${steps === 1 ? 'request' : 'requests'}, ${size}`,
    `        wanted  ${wanted}`,
    `        seen    ${seen}`,
    ...known,
    `        again   npx assay replay ${again}        shown in ${shown} of ${tries} tries, ${runs}`,
    '',
  ];
}

/**
 * Writes the findings of a target as lines for a terminal: open ones first, known failures last. `place` is the command-line option that selects the store of the
 * findings.
 */
export function findingLines(findings: readonly ReportedFinding[], place = ''): string[] {
  const sorted = findings.toSorted((a, b) => order.indexOf(placeIn(a)) - order.indexOf(placeIn(b)));
  const counts = order.map((name) => [findings.filter((one) => placeIn(one) === name).length, name] as const);
  const counted = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return [
    ...sorted.flatMap((one) => linesOf(one, `${digitsOf(one, findings)} ${place}`.trimEnd())),
    [
      `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
      ...(counted.length > 0 ? [counted.join(', ')] : []),
    ].join(': '),
  ].map(escapeLine);
}
