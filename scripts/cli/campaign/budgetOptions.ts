import type { Budget } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { largestSeed } from '../../../traffic/journal/run.ts';
import type { Problem } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';

/** The options that say what a campaign may spend, and which it is. */
export interface BudgetOptions {
  seed?: string;
  posts?: string;
  gets?: string;
  minutes?: string;
  untilStopped?: boolean;
  shrinkPosts?: string;
}

/** The flags of a campaign that are whole numbers. */
const counts = { posts: '--posts', gets: '--gets', minutes: '--minutes', shrinkPosts: '--shrink-posts' } as const;

const isWhole = (text: string) => /^\d{1,9}$/.test(text);

/** A flag that is to be a whole number of at least so much. */
export function countProblem(where: string, text: string | undefined, least = 0): Problem[] {
  if (text === undefined || (isWhole(text) && Number(text) >= least)) return [];
  return [{ where, wanted: `a whole number from ${least} on`, seen: text, hint: 'Give one, or leave the flag out.' }];
}

const isCi = () => ![undefined, 'false', '0'].includes(variable('CI'));

function seedProblem(given: string | undefined): Problem[] {
  const seed = given ?? variable('ASSAY_SEED');
  if (seed === undefined && !isCi()) return [];
  if (seed !== undefined && /^\d{1,10}$/.test(seed) && Number(seed) <= largestSeed) return [];
  const wanted = `a whole number up to ${largestSeed}`;
  return seed === undefined
    ? [{ where: '--seed', wanted, seen: 'none, while CI is set', hint: 'Name one: what CI finds must be repeatable.' }]
    : [{ where: '--seed', wanted, seen: seed, hint: 'Take it from the campaign to repeat.' }];
}

/** Nothing ends a campaign that goes on until it is stopped; one that only reads may go on as well. */
function endlessProblem({ untilStopped, posts, gets, minutes }: BudgetOptions): Problem[] {
  const limits = Object.entries({ posts: posts === '0' ? undefined : posts, gets, minutes });
  const said = limits.flatMap(([name, text]) => (text === undefined ? [] : [`--${name} ${text}`]));
  if (untilStopped !== true || said.length === 0) return [];
  const hint = 'Leave out the one or the other.';
  return [{ where: '--until-stopped', wanted: 'no limit beside it but --posts 0', seen: said.join(', '), hint }];
}

/** What is wrong with the numbers of a campaign, of which some must be at least so much. */
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

/** What a campaign may spend where nothing is said: enough to try most of what there is once; and POSTs for making one finding smaller. */
const usual = { posts: 300, gets: 1_000, shrinkPosts: 12 } as const;

/** What may be spent: some POSTs where nothing is said, some GETs where no POST may be sent, else what is said alone. */
function budgetOf({ untilStopped, posts, gets, minutes }: BudgetOptions): Budget {
  const said = Object.entries({ posts, gets, minutes }).filter(([, text]) => text !== undefined);
  const told = Object.fromEntries(said.map(([name, text]) => [name, Number(text)])) as Budget;
  if (untilStopped === true || told.minutes !== undefined || told.gets !== undefined || told.posts) return told;
  return told.posts === 0 ? { ...told, gets: usual.gets } : { posts: usual.posts };
}

/** What the options of a campaign come to. */
export interface CampaignLimits {
  budget: Budget;
  /** POSTs for making one finding smaller. */
  shrinkPosts: number;
}

/** What the numbers come to, once they were found to be some. */
export function limitsFrom(options: BudgetOptions): CampaignLimits {
  const { shrinkPosts } = options;
  return {
    budget: budgetOf(options),
    shrinkPosts: shrinkPosts === undefined ? usual.shrinkPosts : Number(shrinkPosts),
  };
}

/** What a campaign would send that is no read, in words. */
export const planOf = ({ budget: { posts } }: CampaignLimits): string =>
  `plan: ${posts === undefined ? 'POSTs without a limit' : `at most ${posts} POST`}`;

/** The same where it turns out that the target may only be read. */
export function onlyRead({ budget }: CampaignLimits, { untilStopped }: BudgetOptions): CampaignLimits {
  const isOpen = untilStopped === true || budget.gets !== undefined || budget.minutes !== undefined;
  return { budget: { ...budget, posts: 0, ...(!isOpen && { gets: usual.gets }) }, shrinkPosts: 0 };
}
