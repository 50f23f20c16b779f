import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { isSeed, seedProblem as wantedSeed } from '../../../traffic/journal/run.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { isCi } from '../process/onScreen.ts';

/** The options for the budget of a campaign, and its seed. */
export interface BudgetOptions {
  seed?: string;
  posts?: string;
  gets?: string;
  minutes?: string;
  untilStopped?: boolean;
  shrinkPosts?: string;
}

/** The options of a campaign that are whole numbers. */
const counts = { posts: '--posts', gets: '--gets', minutes: '--minutes', shrinkPosts: '--shrink-posts' } as const;

const isWholeNumber = (text: string) => /^\d{1,9}$/.test(text);

/** Checks an option that must be a whole number of at least `least`. */
export function countProblem(where: string, text: string | undefined, least = 0): Problem[] {
  if (text === undefined || (isWholeNumber(text) && Number(text) >= least)) return [];
  return [
    {
      where,
      wanted: `a whole number from ${least} on`,
      seen: text,
      hint: 'Give such a number, or leave the option out.',
    },
  ];
}

function seedProblem(given: string | undefined): Problem[] {
  const seed = given ?? variable('ASSAY_SEED');
  if (seed === undefined && !isCi()) return [];
  if (seed !== undefined && isSeed(seed)) return [];
  const { wanted } = wantedSeed;
  return seed === undefined
    ? [
        {
          where: '--seed',
          wanted,
          seen: 'none, while CI is set',
          hint: 'Give a seed: findings in CI must be repeatable.',
        },
      ]
    : [{ where: given === undefined ? '$ASSAY_SEED' : '--seed', ...wantedSeed, seen: seed }];
}

/** Refuses limits together with --until-stopped. Only `--posts 0` is allowed, since a campaign without an end may also send only reads. */
function endlessProblem({ untilStopped, posts, gets, minutes }: BudgetOptions): Problem[] {
  const limits = Object.entries({ posts: posts === '0' ? undefined : posts, gets, minutes });
  const said = limits.flatMap(([name, text]) => (text === undefined ? [] : [`--${name} ${text}`]));
  if (untilStopped !== true || said.length === 0) return [];
  const hint = 'Leave out --until-stopped or the limits.';
  return [{ where: '--until-stopped', wanted: 'no other limit than --posts 0', seen: said.join(', '), hint }];
}

/** Checks the numeric options of a campaign; some have a minimum. */
export function budgetProblems(
  options: BudgetOptions,
  least: Partial<Record<keyof typeof counts, number>> = {},
): Problem[] {
  const named = Object.entries(counts) as [keyof typeof counts, string][];
  return [
    ...named.flatMap(([name, flag]) => countProblem(flag, options[name], least[name])),
    ...endlessProblem(options),
    ...seedProblem(options.seed),
  ];
}

/** The default budget, enough to try most cases once; and the POSTs for shrinking one finding. */
const usual = { posts: 300, gets: 1_000, shrinkPosts: 12 } as const;

/** Returns the budget: the default POSTs if nothing is given, the default GETs if only `--posts 0` is given, otherwise exactly the given limits. */
function budgetOf({ untilStopped, posts, gets, minutes }: BudgetOptions): Budget {
  const said = Object.entries({ posts, gets, minutes }).filter(([, text]) => text !== undefined);
  const given = Object.fromEntries(said.map(([name, text]) => [name, Number(text)])) as Budget;
  if (untilStopped === true || given.minutes !== undefined || given.gets !== undefined || given.posts) return given;
  return given.posts === 0 ? { ...given, gets: usual.gets } : { posts: usual.posts };
}

/** The limits of a campaign, from its options. */
export interface CampaignLimits {
  budget: Budget;
  /** The POSTs for shrinking one finding. */
  shrinkPosts: number;
}

/** Returns the limits for options that were checked. */
export function limitsFrom(options: BudgetOptions): CampaignLimits {
  const { shrinkPosts } = options;
  return {
    budget: budgetOf(options),
    shrinkPosts: shrinkPosts === undefined ? usual.shrinkPosts : Number(shrinkPosts),
  };
}

/** Returns in words which writes a campaign would send. */
export const planOf = ({ budget: { posts } }: CampaignLimits): string =>
  `plan: ${posts === undefined ? 'POSTs without a limit' : `at most ${posts} POST`}`;

/** Returns the limits for a target that may only be read. */
export function onlyRead({ budget }: CampaignLimits, { untilStopped }: BudgetOptions): CampaignLimits {
  const isOpen = untilStopped === true || budget.gets !== undefined || budget.minutes !== undefined;
  return { budget: { ...budget, posts: 0, ...(!isOpen && { gets: usual.gets }) }, shrinkPosts: 0 };
}
