import type { Budget } from '../budget/remainingBudget.ts';
import { noSpent } from '../budget/requestMeter.ts';
import type { Fraction } from '../coverage/campaignCoverage.ts';
import { requestRate, shareWords, timeLeftWords } from '../progress/timeLeft.ts';
import type { CampaignState } from './driver.ts';

const outOf = (part: number, total: number | undefined) => (total === undefined ? String(part) : `${part} of ${total}`);

const share = ({ done, of }: Fraction) => outOf(done, of);

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** Describes the progress of a campaign and what it waits for, the most important part first; `before` is what an earlier campaign had spent. */
export function progressParts(
  {
    spent,
    cases,
    elapsedMs,
    findings,
    reach,
    waits = [],
  }: Pick<CampaignState, 'spent' | 'cases' | 'elapsedMs' | 'findings' | 'reach'> & { waits?: readonly string[] },
  budget: Budget,
  before = noSpent,
): string[] {
  const pace = { spent, before, elapsedMs };
  return [
    ...shareWords(pace, budget),
    clock(elapsedMs),
    ...timeLeftWords(pace, budget),
    ...waits,
    `${findings} ${findings === 1 ? 'finding' : 'findings'}`,
    `${outOf(spent.posts, budget.posts)} POST, ${outOf(spent.gets, budget.gets)} GET (${requestRate(pace)}/s)`,
    `${cases} cases`,
    `${share(reach.operations)} operations`,
    `${share(reach.requirements)} requirements`,
  ];
}
