import { numberFor } from '../../traffic/journal/ownIds.ts';
import {
  type CatalogueEntry,
  chosenBy,
  closureOf,
  isJudgedByWebhooks,
  isJudgedOnPages,
} from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { type CatalogueWithCosts, postsOf, quotaPostsOf } from './forecast.ts';
import { isRecordWide } from './recordWide.ts';
import { repeatedAsOthers } from './repeatedTests.ts';

/** The most POSTs that a smoke run sends. */
export const smokePosts = 20;

/**
 * The most POSTs of a night, as counted on the embedded emulator: with the reads after the last of them it takes less than 20 minutes at the quota of the sandbox, 10 POST
 * and 300 GET a minute.
 */
export const nightlyPosts = 176;

/** True if more than half of the tests that feed each trace check are left: those may skip tonight what feeds it. */
const feedsAll = (left: ReadonlySet<string>, { catalogue }: CatalogueWithCosts): boolean =>
  catalogue.every(
    ({ fedBy = [] }) => fedBy.length === 0 || fedBy.filter((id) => left.has(id)).length > fedBy.length / 2,
  );

/** What a night asks, if it cannot ask everything. */
type Night = Pick<Selection, 'only' | 'halved'>;

/** Returns the requirements that may be left out tonight, at first two thirds of those that only observe. What judges the whole run always stays. */
function removable({ day }: Selection, { catalogue }: CatalogueWithCosts): readonly string[] {
  const placeOf = (id: string) => numberFor(`${day} leaves out ${id}`, 2 ** 32);
  const drawn = catalogue
    .filter((one) => !one.law && !isRecordWide(one))
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
  const isObserving = ({ kind }: CatalogueEntry) => kind === 'observe';
  const observing = drawn.filter(isObserving);
  return [...observing.slice(0, (2 * observing.length) / 3), ...drawn.filter((one) => !isObserving(one))].map(
    ({ id }) => id,
  );
}

/**
 * Returns what a night asks: everything, or on a day whose combinations cost too much, first only half of the combinations of the requirements that have several
 * tonight, and then all requirements but some. Each night others are drawn, so that they are asked on the other days. A requirement stays if its absence saves
 * nothing or leaves a trace check with little to judge.
 */
function ofTheNight(selection: Selection, known: CatalogueWithCosts): Night {
  const ids = known.catalogue.map(({ id }) => id);
  const most = nightlyPosts - sparePosts;
  const posts = (only: readonly string[], halved: readonly string[]) =>
    quotaPostsOf(only, { ...selection, halved }, known);
  let halved: readonly string[] = [];
  for (const id of ids) {
    const [now, then] = [posts(ids, halved), posts(ids, [...halved, id])];
    if (now > most && then < now) halved = [...halved, id];
  }
  let only: readonly string[] = ids;
  for (const id of removable(selection, known)) {
    const [now, rest] = [posts(only, halved), only.filter((one) => one !== id)];
    if (now > most && posts(rest, halved) < now && feedsAll(new Set(rest), known)) only = rest;
  }
  return { ...(only.length < ids.length && { only }), ...(halved.length > 0 && { halved }) };
}

/**
 * Returns the trace checks that these tests feed on any day. A test with combinations does not count, because it may skip the combination that feeds a trace
 * check.
 */
function traceChecksFedBy(tests: readonly string[], { catalogue, costs }: CatalogueWithCosts): string[] {
  const steady = tests.filter((id) => costs.probes[id]?.cells.length === 0);
  return catalogue.filter(({ law, fedBy }) => law && fedBy?.some((id) => steady.includes(id))).map(({ id }) => id);
}

/** Returns the trace checks that need only the reads of every run. */
function traceChecksByReading({ catalogue }: CatalogueWithCosts): string[] {
  return catalogue.filter(({ byReading }) => byReading).map(({ id }) => id);
}

/** Returns as many tests as a smoke run may send, starting with those that are named, and among them with the tests that cost the fewest POSTs. */
function cheapest(tests: readonly string[], { named, selection, known }: Choice): string[] {
  const alone = new Map(tests.map((id) => [id, postsOf([id], selection, known)]));
  const rank = (id: string) => (alone.get(id) ?? 0) + (named.has(id) ? 0 : beyondAny);
  const sorted = tests.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const taken: string[] = [];
  for (const id of sorted) if (postsOf([...taken, id], selection, known) <= smokePosts - sparePosts) taken.push(id);
  return taken;
}

/** What a run that does not ask everything chooses from: the named requirements, and what the choice depends on. */
interface Choice {
  named: ReadonlySet<string>;
  selection: Selection;
  known: CatalogueWithCosts;
}

/** What shared requests may cost more than is foretold: who pays for them depends on the chosen requirements and on their order, which is drawn. */
const sparePosts = 3;

/** More POSTs than any test costs. */
const beyondAny = 1_000_000;

/** Returns the trace checks that a smoke run can judge: the named ones if a test feeds them at all, else those that are fed on any day. */
function traceChecksOfSmoke(taken: readonly string[], { named, known }: Choice): string[] {
  if (named.size === 0) return traceChecksFedBy(taken, known);
  const isFed = ({ byReading, fedBy }: CatalogueEntry) => byReading || fedBy?.some((id) => taken.includes(id));
  return known.catalogue.filter((one) => one.law && isFed(one)).map(({ id }) => id);
}

/** Refuses a choice of which nothing that was named remains. */
function refuse(all: readonly string[], { selection, known, named }: Choice): never {
  if (selection.tier === 'passive') {
    const wanted = 'requirements that can be judged by reading alone';
    const hint = 'Use the active tier, or name other requirements.';
    throw new ConfigurationError('--tier', [
      { where: 'passive', wanted, seen: 'none of the named requirements', hint },
    ]);
  }
  const isWithheld = !all.some((id) => named.has(id));
  throw new ConfigurationError('--profile', [
    {
      where: 'smoke',
      wanted: `named requirements that at most ${smokePosts} POSTs can judge`,
      seen: isWithheld
        ? 'none without webhooks, whose registration costs POSTs'
        : `none: what is named needs about ${postsOf(all, selection, known)}`,
      hint: 'Use --profile nightly, or name other requirements.',
    },
  ]);
}

/** Returns the requirements among some that a smoke run or a passive run can judge. */
function within(all: readonly string[], choice: Choice): string[] {
  const { selection, known, named } = choice;
  const isPassive = selection.tier === 'passive';
  const tests = known.catalogue.filter(({ id, law }) => !law && all.includes(id)).map(({ id }) => id);
  const taken = isPassive ? tests.filter((id) => postsOf([id], selection, known) === 0) : cheapest(tests, choice);
  const fed = isPassive ? traceChecksByReading(known) : traceChecksOfSmoke(taken, choice);
  const found = [...taken, ...fed.filter((id) => all.includes(id))];
  return found.some((id) => named.size === 0 || named.has(id)) ? found : refuse(all, choice);
}

/** Returns the named requirements that a profile and a tier allow; nothing if no requirement is named and all are allowed. */
function allowed(selection: Selection, known: CatalogueWithCosts, registrations: number): Night {
  const { asked, profile, tier } = selection;
  const { catalogue } = known;
  const chosen = asked && chosenBy(asked, catalogue);
  const named = chosen?.ids;
  const isTaken = (id: string) => !chosen?.leftOut.has(id);
  const all = (named ? closureOf(named, catalogue) : catalogue.map(({ id }) => id)).filter(isTaken);
  if (profile !== 'smoke' && tier === 'active') {
    const night = profile === 'nightly' && (!named || chosen?.isEverythingElse) ? ofTheNight(selection, known) : {};
    return named ? { ...night, only: (night.only ?? all).filter(isTaken) } : night;
  }
  // A smoke run has no POSTs to spare for the registration of webhooks, nor for checkouts that a browser opens unless they are asked for.
  const isAffordable = (one: CatalogueEntry) =>
    profile !== 'smoke' ||
    ((registrations === 0 || !isJudgedByWebhooks(one.id)) && (named?.includes(one.id) || !isJudgedOnPages(one)));
  const affordable = catalogue.filter((one) => all.includes(one.id) && isAffordable(one)).map(({ id }) => id);
  return { only: within(affordable, { named: new Set(named), selection, known }) };
}

/**
 * Returns the tests of one shard. Distributes the most expensive tests first, each to the shard with the fewest POSTs so far. Tests on webhooks go to the first
 * shard, which has the receiver; so do all POSTs of a smoke run, because shards do not share control requests.
 */
function partOf(selection: Selection, known: CatalogueWithCosts): string[] {
  const { shard, only } = selection;
  const tests = known.catalogue.filter(({ id, law }) => !law && (only?.includes(id) ?? true)).map(({ id }) => id);
  const posts = new Map(tests.map((id) => [id, postsOf([id], selection, known)]));
  const shares = Array.from({ length: shard?.of ?? 1 }, () => ({ ids: [] as string[], posts: 0 }));
  const dear = (id: string) => posts.get(id) ?? 0;
  const webhooksFirst = (a: string, b: string) => Number(isJudgedByWebhooks(b)) - Number(isJudgedByWebhooks(a));
  for (const id of tests.toSorted((a, b) => webhooksFirst(a, b) || dear(b) - dear(a) || (a < b ? -1 : 1))) {
    const isOfFirst = isJudgedByWebhooks(id) || (selection.profile === 'smoke' && dear(id) > 0);
    const free = isOfFirst ? shares.slice(0, 1) : shares;
    const least = free.reduce((best, share) => (share.posts < best.posts ? share : best));
    least.ids.push(id);
    least.posts += dear(id);
  }
  return shares[(shard?.index ?? 1) - 1]?.ids ?? [];
}

/** The target's part in a selection: the number of POSTs that register webhooks, and the labels of the other accounts that take part. */
interface TargetParts {
  registrations?: number;
  participants?: readonly string[];
}

/**
 * Completes a selection: resolves its names, profile and tier to requirements, and its shard to a part of them. Throws ConfigurationError for unknown names, and
 * if nothing that was named can be judged.
 */
export function completeSelection(
  asked: Selection,
  known: CatalogueWithCosts,
  { registrations = 0, participants = [] }: TargetParts = {},
): Selection {
  const selection = { ...asked, ...allowed(asked, known, registrations) };
  if (asked.shard) return { ...selection, part: partOf(selection, known) };
  const asOthers = repeatedAsOthers(selection, known, participants);
  return { ...selection, ...(Object.keys(asOthers).length > 0 && { asOthers }) };
}
