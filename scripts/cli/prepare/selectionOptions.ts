import { completeSelection } from '../../../runner/selection/completeSelection.ts';
import { readCosts } from '../../../runner/selection/costs.ts';
import type { CatalogueWithCosts } from '../../../runner/selection/forecast.ts';
import { postsToRegister } from '../../../runner/webhooks/receiver/registrationWays.ts';
import { decideRun } from '../../../traffic/journal/run.ts';
import { readCatalogue } from '../../../traffic/requirements/catalogue.ts';
import { profiles, type Selection, type Shard, type Tier, tiers } from '../../../traffic/requirements/selection.ts';
import { ConfigurationError, type Problem } from '../../../traffic/system/configurationError.ts';
import { variable } from '../../../traffic/system/environment.ts';
import { participants } from '../../../traffic/target/participants.ts';
import type { Target } from '../../../traffic/target/target.ts';

/** The options that select what a run does. */
export interface SelectionOptions {
  only?: readonly string[];
  profile?: string;
  tier?: string;
  day?: string;
  shard?: string;
  allowMoney?: string;
}

/** Reads the catalogue of requirements and their costs. */
export function catalogueAndCosts(): CatalogueWithCosts {
  return { catalogue: readCatalogue(), costs: readCosts() };
}

/** Splits the lists of every `--only` into names, at spaces or commas. */
const namesIn = (lists: readonly string[] | undefined) =>
  lists?.flatMap((list) => list.split(/[\s,]+/).filter(Boolean));

/** Returns one of a few words, from an option or else from an environment variable. */
function oneOf<Word extends string>(
  words: readonly Word[],
  flag: string,
  given: string | undefined,
): Word | Problem | undefined {
  const value = given ?? variable(`ASSAY_${flag.slice(2).toUpperCase()}`);
  if (value === undefined || words.includes(value as Word)) return value as Word | undefined;
  return { where: flag, wanted: words.join(', '), seen: value, hint: 'Name one of them.' };
}

function shardOf(given: string | undefined): Shard | Problem | undefined {
  if (given === undefined) return undefined;
  const [index, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(given) ?? []).slice(1).map(Number);
  if (index !== undefined && of !== undefined && index >= 1 && index <= of) return { index, of };
  return { where: '--shard', wanted: 'i/n with i from 1 to n, such as 2/3', seen: given, hint: 'Count from 1.' };
}

function dayOf(given: string | undefined, today: string): string | Problem {
  if (given === undefined) return today;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given) ? new Date(`${given}T00:00:00Z`) : undefined;
  if (day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given)) return given;
  return { where: '--day', wanted: 'a day such as 2026-01-31', seen: given, hint: 'Copy it from the run to repeat.' };
}

/** True for the problem of an option. */
export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'hint' in value;

/** Returns the tier: active, unless the option says to read only. */
export function tierOf({ tier }: Pick<SelectionOptions, 'tier'>): Tier | Problem {
  return oneOf(tiers, '--tier', tier) ?? 'active';
}

/** The accounts of the embedded emulator that take part besides main; a run may read as each of them as it likes, too. */
export const participantsOfEmulator = ['second', 'cross'];

/** Returns the complete selection of a run. Throws ConfigurationError with all problems of the options at once. */
export function selectionOf(options: SelectionOptions, target: Target | undefined): Selection {
  const profile = oneOf(profiles, '--profile', options.profile);
  const tier = tierOf(options);
  const day = dayOf(options.day, decideRun().selection.day);
  const shard = shardOf(options.shard);
  const problems = [profile, tier, day, shard].filter(isProblem);
  if (problems.length > 0 || isProblem(profile) || isProblem(tier) || isProblem(day) || isProblem(shard))
    throw new ConfigurationError('the selection', problems);
  const names = namesIn(options.only);
  return completeSelection(
    { profile: profile ?? 'nightly', tier, day, ...(names && { asked: names }), ...(shard && { shard }) },
    catalogueAndCosts(),
    {
      registrations: target ? postsToRegister(target, false) : 0,
      participants: target ? participants(target.credentials).map(({ label }) => label) : participantsOfEmulator,
    },
  );
}
