import { closureOf, idsOf, isJudgedByWebhooks } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { type CatalogueWithCosts, postsOf } from './forecast.ts';

/** The most POSTs that a smoke run sends. */
export const smokePosts = 20;

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

/** Returns as many tests as a smoke run may send, starting with the tests that cost the fewest POSTs. */
function cheapest(tests: readonly string[], selection: Selection, known: CatalogueWithCosts): string[] {
  const alone = new Map(tests.map((id) => [id, postsOf([id], selection, known)]));
  const sorted = tests.toSorted((a, b) => (alone.get(a) ?? 0) - (alone.get(b) ?? 0) || (a < b ? -1 : 1));
  const taken: string[] = [];
  for (const id of sorted) if (postsOf([...taken, id], selection, known) <= smokePosts) taken.push(id);
  return taken;
}

/** Returns the named requirements that a profile and a tier allow; undefined if no requirement is named and all are allowed. */
function allowed(selection: Selection, known: CatalogueWithCosts): readonly string[] | undefined {
  const { asked, profile, tier } = selection;
  const all = asked
    ? closureOf(idsOf(asked, { catalogue: known.catalogue, where: '--only' }), known.catalogue)
    : known.catalogue.map(({ id }) => id);
  if ((profile !== 'smoke' || asked) && tier === 'active') return asked && all;
  const tests = known.catalogue.filter(({ id, law }) => !law && all.includes(id)).map(({ id }) => id);
  const taken =
    tier === 'passive'
      ? tests.filter((id) => postsOf([id], selection, known) === 0)
      : cheapest(tests, selection, known);
  const fed = tier === 'passive' ? traceChecksByReading(known) : traceChecksFedBy(taken, known);
  const traceChecks = fed.filter((id) => all.includes(id));
  if (taken.length + traceChecks.length > 0) return [...taken, ...traceChecks];
  const wanted = 'requirements that can be judged by reading alone';
  throw new ConfigurationError('--tier', [
    {
      where: 'passive',
      wanted,
      seen: 'none of the named requirements',
      hint: 'Use the active tier, or name other requirements.',
    },
  ]);
}

/**
 * Returns the tests of one shard. Distributes the most expensive tests first, each to the shard with the fewest POSTs so far. Tests on webhooks go to the first
 * shard, which has the receiver.
 */
function partOf(selection: Selection, known: CatalogueWithCosts): string[] {
  const { shard, only } = selection;
  const tests = known.catalogue.filter(({ id, law }) => !law && (only?.includes(id) ?? true)).map(({ id }) => id);
  const posts = new Map(tests.map((id) => [id, postsOf([id], selection, known)]));
  const shares = Array.from({ length: shard?.of ?? 1 }, () => ({ ids: [] as string[], posts: 0 }));
  const dear = (id: string) => posts.get(id) ?? 0;
  const webhooksFirst = (a: string, b: string) => Number(isJudgedByWebhooks(b)) - Number(isJudgedByWebhooks(a));
  for (const id of tests.toSorted((a, b) => webhooksFirst(a, b) || dear(b) - dear(a) || (a < b ? -1 : 1))) {
    const free = isJudgedByWebhooks(id) ? shares.slice(0, 1) : shares;
    const least = free.reduce((best, share) => (share.posts < best.posts ? share : best));
    least.ids.push(id);
    least.posts += dear(id);
  }
  return shares[(shard?.index ?? 1) - 1]?.ids ?? [];
}

/**
 * Completes a selection: resolves its names, profile and tier to requirements, and its shard to a part of them. Throws ConfigurationError for unknown names.
 */
export function completeSelection(asked: Selection, known: CatalogueWithCosts): Selection {
  const only = allowed(asked, known);
  const selection = { ...asked, ...(only && { only }) };
  return asked.shard ? { ...selection, part: partOf(selection, known) } : selection;
}
