import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { decide } from '../../../traffic/system/environment.ts';
import { isProblem, tierOf } from '../prepare/selectionOptions.ts';
import { type BudgetOptions, budgetProblems, type CampaignLimits, limitsFrom } from './budgetOptions.ts';
import { moneyProblems } from './moneyLimit.ts';
import type { TargetOptions } from './openTarget.ts';
import { optionConflicts } from './optionConflicts.ts';

/** The options of `assay fuzz`. */
export interface FuzzOptions extends TargetOptions, BudgetOptions {
  anew?: boolean;
  money?: string;
  strict?: boolean;
  json?: boolean;
}

/** What a campaign reads before its first case, of a target's lists, and what one case takes: with fewer GETs nothing could be tried. */
const leastGets = 40;

/** What is wrong with the options of a campaign, but for what hangs on its target. */
function problemsOf(options: FuzzOptions): Problem[] {
  return [
    ...budgetProblems(options, { gets: leastGets }),
    ...moneyProblems(options.money),
    ...optionConflicts(options, 'without'),
    ...[tierOf(options)].filter(isProblem),
  ];
}

/** What the options of a campaign come to. Throws ConfigurationError with all that is wrong with them. */
export function campaignLimits(options: FuzzOptions): CampaignLimits {
  const problems = problemsOf(options);
  if (problems.length > 0) throw new ConfigurationError('assay fuzz', problems);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  return limitsFrom(options);
}
