import { leftWords, rateOf } from '../run/left.ts';
import { noSpent } from '../run/meter.ts';
import type { Budget } from '../run/purse.ts';
import type { AnyState } from './plan.ts';
import type { Share } from './report.ts';

const most = (part: number, whole: number | undefined) => (whole === undefined ? String(part) : `${part} of ${whole}`);

const share = ({ done, of }: Share) => `${done} of ${of}`;

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** How far a campaign on any API is, in one line. */
export function anyProgress(
  { spent, cases, elapsedMs, findings, coverage }: AnyState,
  budget: Budget,
  before = noSpent,
): string {
  const pace = { spent, before, elapsedMs };
  const { touched, of } = coverage.touched();
  return [
    `${clock(elapsedMs)}`,
    `${most(spent.posts, budget.posts)} writes, ${most(spent.gets, budget.gets)} GET (${rateOf(pace)}/s)`,
    `${cases} cases`,
    `${touched} of ${of} operations`,
    `${share(coverage.decided())} requirements`,
    `${findings} findings`,
    ...leftWords(pace, budget),
  ].join(', ');
}
