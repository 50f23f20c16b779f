import { closureOf, idsOf, isJudgedByWebhooks } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { type CatalogueWithCosts, postsOf } from './forecast.ts';

/** A smoke run sends no more POSTs than this. */
export const smokePosts = 20;

/** The laws that some of these probes feed whatever the day: one with cells may try none of those that do. */
function lawsFedBy(probes: readonly string[], { catalogue, costs }: CatalogueWithCosts): string[] {
  const steady = probes.filter((id) => costs.probes[id]?.cells.length === 0);
  return catalogue.filter(({ law, fedBy }) => law && fedBy?.some((id) => steady.includes(id))).map(({ id }) => id);
}

/** The laws that what a run reads anyway is enough for. */
function lawsByReading({ catalogue }: CatalogueWithCosts): string[] {
  return catalogue.filter(({ byReading }) => byReading).map(({ id }) => id);
}

/** The probes that together cost the fewest POSTs, the cheapest first, as many as fit. */
function cheapest(probes: readonly string[], selection: Selection, known: CatalogueWithCosts): string[] {
  const alone = new Map(probes.map((id) => [id, postsOf([id], selection, known)]));
  const sorted = probes.toSorted((a, b) => (alone.get(a) ?? 0) - (alone.get(b) ?? 0) || (a < b ? -1 : 1));
  const taken: string[] = [];
  for (const id of sorted) if (postsOf([...taken, id], selection, known) <= smokePosts) taken.push(id);
  return taken;
}

/** The requirements that a profile and a tier leave of those named; undefined when they leave all. */
function allowed(selection: Selection, known: CatalogueWithCosts): readonly string[] | undefined {
  const { asked, profile, tier } = selection;
  const all = asked
    ? closureOf(idsOf(asked, { catalogue: known.catalogue, where: '--only' }), known.catalogue)
    : known.catalogue.map(({ id }) => id);
  if ((profile !== 'smoke' || asked) && tier === 'active') return asked && all;
  const probes = known.catalogue.filter(({ id, law }) => !law && all.includes(id)).map(({ id }) => id);
  const taken =
    tier === 'passive'
      ? probes.filter((id) => postsOf([id], selection, known) === 0)
      : cheapest(probes, selection, known);
  const fed = tier === 'passive' ? lawsByReading(known) : lawsFedBy(taken, known);
  const laws = fed.filter((id) => all.includes(id));
  if (taken.length + laws.length > 0) return [...taken, ...laws];
  const wanted = 'requirements that can be judged by reading alone';
  throw new ConfigurationError('--tier', [
    { where: 'passive', wanted, seen: 'none of those asked for', hint: 'Use the active tier, or ask for others.' },
  ]);
}

/** The probes of one shard: the dearest first, each to the shard that has the least to send; those on webhooks to the first, which has the receiver. */
function partOf(selection: Selection, known: CatalogueWithCosts): string[] {
  const { shard, only } = selection;
  const probes = known.catalogue.filter(({ id, law }) => !law && (only?.includes(id) ?? true)).map(({ id }) => id);
  const posts = new Map(probes.map((id) => [id, postsOf([id], selection, known)]));
  const shares = Array.from({ length: shard?.of ?? 1 }, () => ({ ids: [] as string[], posts: 0 }));
  const dear = (id: string) => posts.get(id) ?? 0;
  const firstHeard = (a: string, b: string) => Number(isJudgedByWebhooks(b)) - Number(isJudgedByWebhooks(a));
  for (const id of probes.toSorted((a, b) => firstHeard(a, b) || dear(b) - dear(a) || (a < b ? -1 : 1))) {
    const free = isJudgedByWebhooks(id) ? shares.slice(0, 1) : shares;
    const least = free.reduce((best, share) => (share.posts < best.posts ? share : best));
    least.ids.push(id);
    least.posts += dear(id);
  }
  return shares[(shard?.index ?? 1) - 1]?.ids ?? [];
}

/** Completes a selection: which requirements its names, profile and tier mean, and which of them its shard runs. Throws ConfigurationError for names that mean none. */
export function completeSelection(asked: Selection, known: CatalogueWithCosts): Selection {
  const only = allowed(asked, known);
  const selection = { ...asked, ...(only && { only }) };
  return asked.shard ? { ...selection, part: partOf(selection, known) } : selection;
}
