import type { Finding } from '../findings/finding.ts';
import { type FindingStatus, triesLeft } from '../findings/findingStatus.ts';
import { crashCode } from './crashDetection.ts';

/** A finding that is sent again before anything new is tried, and how often. */
export interface Replay {
  finding: Finding;
  sends: number;
}

/** So many findings a campaign sends again at the most. */
export const mostReplays = 200;

/** What is most worth knowing first: whether what was open is still; a mended one is looked at in passing. */
const order: readonly FindingStatus['state'][] = ['open', 'regressed', 'flaky', 'fixed'];

/** Of findings that are fixed no more than these at once: those that were not looked at for longest. */
const mostFixed = 50;

/** After what a target was gone after nothing can be sent: it comes last of those that are open. */
const isLast = ({ code }: Finding) => code === crashCode;

const rankOf = (one: Finding) => order.indexOf(one.standing.state) + (isLast(one) ? order.length : 0);

const compared = (one: string, other: string) => Number(one > other) - Number(one < other);

/** The least recently seen of equals first; run ids begin with their time. */
const inOrder = (one: Finding, other: Finding): number =>
  rankOf(one) - rankOf(other) || compared(one.lastRun, other.lastRun) || compared(one.fingerprint, other.fingerprint);

/**
 * The findings that a campaign sends again first, in their order: open ones, those that came back, flaky ones, what a target was gone after, then fixed ones. One that is fixed is
 * sent once; of the others each as often as silence has to last for it to be taken for fixed, and no further once it shows.
 */
export function replayCorpus(findings: readonly Finding[]): readonly Replay[] {
  const sorted = findings.toSorted(inOrder);
  const isFixed = ({ standing }: Finding) => standing.state === 'fixed';
  const chosen = [...sorted.filter((one) => !isFixed(one)), ...sorted.filter(isFixed).slice(0, mostFixed)];
  return chosen.slice(0, mostReplays).map((finding) => ({ finding, sends: triesLeft(finding.trials) }));
}
