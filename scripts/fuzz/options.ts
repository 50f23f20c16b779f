import type { Budget } from '../../fuzzer/run/plan.ts';
import { largestSeed } from '../../harness/run.ts';
import { decide, variable } from '../../harness/targets/environment.ts';
import { ConfigurationError, type Problem } from '../../harness/targets/problem.ts';
import { isProblem, tierOf } from '../selecting.ts';

/** The options that say who is sent to, and how much may be done there. */
export interface ArenaOptions {
  target?: string;
  set?: readonly string[];
  tier?: string;
  allowMoney?: string;
  out?: string;
}

/** The options of `assay fuzz`. */
export interface FuzzOptions extends ArenaOptions {
  seed?: string;
  posts?: string;
  gets?: string;
  minutes?: string;
  untilStopped?: boolean;
  shrinkPosts?: string;
  anew?: boolean;
  strict?: boolean;
  json?: boolean;
}

/** What the options of a campaign come to. */
export interface Wanted {
  budget: Budget;
  /** POSTs for making one finding smaller. */
  shrinkPosts: number;
}

/** What a campaign may spend where nothing is said: enough to try most of what there is once. */
const usual = { posts: 300, gets: 1_000, shrinkPosts: 12 } as const;

const isWhole = (text: string) => /^\d{1,9}$/.test(text);

/** The flags of a campaign that are whole numbers. */
const counts = { posts: '--posts', gets: '--gets', minutes: '--minutes', shrinkPosts: '--shrink-posts' } as const;

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

/** What is wrong with the options of a campaign, but for what hangs on its target. */
function problemsOf(options: FuzzOptions): Problem[] {
  const named = Object.entries(counts) as [keyof typeof counts, string][];
  return [
    ...named.flatMap(([name, flag]) => countProblem(flag, options[name])),
    ...seedProblem(options.seed),
    ...[tierOf(options, undefined)].filter(isProblem),
  ];
}

/** What may be spent: some POSTs where nothing is said, some GETs where no POST may be sent, else what is said alone. */
function budgetOf({ untilStopped, posts, gets, minutes }: FuzzOptions): Budget {
  const said = Object.entries({ posts, gets, minutes }).filter(([, text]) => text !== undefined);
  const told = Object.fromEntries(said.map(([name, text]) => [name, Number(text)])) as Budget;
  if (untilStopped === true || told.minutes !== undefined || told.gets !== undefined || told.posts) return told;
  return told.posts === 0 ? { ...told, gets: usual.gets } : { posts: usual.posts };
}

/** What the options of a campaign come to. Throws ConfigurationError with all that is wrong with them. */
export function wantedOf(options: FuzzOptions): Wanted {
  const problems = problemsOf(options);
  if (problems.length > 0) throw new ConfigurationError('assay fuzz', problems);
  if (options.seed !== undefined) decide('ASSAY_SEED', options.seed);
  const { shrinkPosts } = options;
  return {
    budget: budgetOf(options),
    shrinkPosts: shrinkPosts === undefined ? usual.shrinkPosts : Number(shrinkPosts),
  };
}

/** The same where it turns out that the target may only be read. */
export function onlyRead({ budget }: Wanted, { untilStopped }: Pick<FuzzOptions, 'untilStopped'>): Wanted {
  const isOpen = untilStopped === true || budget.gets !== undefined || budget.minutes !== undefined;
  return { budget: { ...budget, posts: 0, ...(!isOpen && { gets: usual.gets }) }, shrinkPosts: 0 };
}
