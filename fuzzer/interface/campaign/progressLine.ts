import type { Contract } from '../../../schemas/load/contract.ts';
import type { CatalogueEntry } from '../../../traffic/requirements/catalogue.ts';
import type { Budget } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import { requestRate, timeLeftWords } from '../../engine/progress/timeLeft.ts';
import type { CampaignState } from './plan.ts';

const share = (part: number, total: number | undefined) => (total === undefined ? String(part) : `${part} of ${total}`);

/** What a progress line is measured against: the budget, what an earlier campaign spent, and all operations and requirements. */
export interface ProgressScale {
  budget: Budget;
  before: Spent;
  contract: Contract;
  catalogue: readonly CatalogueEntry[];
}

/** Describes the progress of a campaign in one line: what it spent, its rate, what it has reached and found, and the time left. */
export function progressLine(state: CampaignState, { budget, before, contract, catalogue }: ProgressScale): string {
  const { spent, cases, elapsedMs, coverage, findings } = state;
  const pace = { spent, before, elapsedMs };
  const { operations } = coverage.counts;
  const documented = contract.operations.filter(({ optional }) => !optional);
  const touched = documented.filter(({ key }) => operations.has(key)).length;
  const decided = catalogue.filter(({ id }) => coverage.evidenced.has(id)).length;
  return [
    `${share(spent.posts, budget.posts)} POST, ${share(spent.gets, budget.gets)} GET (${requestRate(pace)}/s)`,
    `${cases} cases`,
    `${share(touched, documented.length)} operations`,
    `${share(decided, catalogue.length)} requirements`,
    `${findings} findings`,
    ...timeLeftWords(pace, budget),
  ].join(', ');
}
