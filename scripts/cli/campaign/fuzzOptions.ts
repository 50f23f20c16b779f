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
  known?: string;
  json?: boolean;
}

/** The least number of GETs: a campaign reads the target's lists before its first case, and each case needs reads as well. */
const leastGets = 40;

/** Checks the options of a campaign, except for what depends on its target. */
function problemsOf(options: FuzzOptions): Problem[] {
  return [
    ...budgetProblems(options, { gets: leastGets }),
    ...moneyProblems(options.money),
    ...optionConflicts(options, 'without'),
    ...[tierOf(options)].filter(isProblem),
  ];
}

/** Returns the limits of a campaign from its options. Throws ConfigurationError with all problems. */
export function campaignLimits(options: FuzzOptions): CampaignLimits {
  const problems = problemsOf(options);
  if (problems.length > 0) throw new ConfigurationError('assay fuzz', problems);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  return limitsFrom(options);
}
