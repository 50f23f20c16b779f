import type { Budget } from '../../engine/budget/remainingBudget.ts';
import { noSpent } from '../../engine/budget/requestMeter.ts';
import { requestRate, timeLeftWords } from '../../engine/progress/timeLeft.ts';
import type { Fraction } from '../coverage/report.ts';
import type { OpenApiState } from './plan.ts';

const most = (part: number, total: number | undefined) => (total === undefined ? String(part) : `${part} of ${total}`);

const share = ({ done, of }: Fraction) => `${done} of ${of}`;

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** Returns the progress of a campaign on any API in one line. */
export function openApiProgressLine(
  { spent, cases, elapsedMs, findings, coverage }: OpenApiState,
  budget: Budget,
  before = noSpent,
): string {
  const pace = { spent, before, elapsedMs };
  const { touched, of } = coverage.touchedOperations();
  return [
    `${clock(elapsedMs)}`,
    `${most(spent.posts, budget.posts)} writes, ${most(spent.gets, budget.gets)} GET (${requestRate(pace)}/s)`,
    `${cases} cases`,
    `${touched} of ${of} operations`,
    `${share(coverage.decidedRequirements())} requirements`,
    `${findings} findings`,
    ...timeLeftWords(pace, budget),
  ].join(', ');
}
