import type { Finding } from '../findings/finding.ts';
import { type FindingStatus, triesLeft } from '../findings/findingStatus.ts';
import { crashCode } from './crashDetection.ts';

/** A finding that is sent again before anything new is tried, and how often. */
export interface Replay {
  finding: Finding;
  sends: number;
}

/** The most findings that a campaign sends again. */
export const mostReplays = 200;

/** The order of replay: open findings are the most important, fixed findings are only checked in passing. */
const order: readonly FindingStatus['state'][] = ['open', 'regressed', 'flaky', 'fixed'];

/** The most fixed findings that one campaign sends again. It takes the findings whose last check is the longest ago. */
const mostFixed = 50;

/** True for a finding that stops the target: nothing can be sent after it, so it comes last of the unfixed ones. */
const isLast = ({ code }: Finding) => code === crashCode;

const rankOf = (one: Finding) => order.indexOf(one.standing.state) + (isLast(one) ? order.length : 0);

const compared = (one: string, other: string) => Number(one > other) - Number(one < other);

/** Orders findings by rank, then the least recently seen first; run ids begin with their time. */
const inOrder = (one: Finding, other: Finding): number =>
  rankOf(one) - rankOf(other) || compared(one.lastRun, other.lastRun) || compared(one.fingerprint, other.fingerprint);

/**
 * Returns the findings that a campaign sends again first, in order: open, regressed, flaky, those that stop the target, then fixed ones. A fixed finding is
 * sent once. Any other is sent until it shows, and at most as often as it must stay silent to count as fixed.
 */
export function replayCorpus(findings: readonly Finding[]): readonly Replay[] {
  const sorted = findings.toSorted(inOrder);
  const isFixed = ({ standing }: Finding) => standing.state === 'fixed';
  const chosen = [...sorted.filter((one) => !isFixed(one)), ...sorted.filter(isFixed).slice(0, mostFixed)];
  return chosen.slice(0, mostReplays).map((finding) => ({ finding, sends: triesLeft(finding.trials) }));
}
