import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { Profile, Selection } from '../../traffic/requirements/selection.ts';
import { type CatalogueWithCosts, costOfOthers } from './forecast.ts';

/** The most requests of the tests that other accounts repeat. A night has no POST to spare, and tries with them what only reads. */
const most: Readonly<Record<Profile, { posts: number; gets: number }>> = {
  smoke: { posts: 0, gets: 0 },
  nightly: { posts: 0, gets: 400 },
  full: { posts: 100, gets: 3_000 },
};

/**
 * Returns the tests that other accounts repeat, by the label of the account: on each day others are drawn, as many as there are requests for. A rule that holds
 * for one account may be broken for another.
 */
export function repeatedAsOthers(
  selection: Selection,
  { catalogue, costs }: CatalogueWithCosts,
  labels: readonly string[],
): NonNullable<Selection['asOthers']> {
  const { only, day, profile, tier } = selection;
  if (tier === 'passive' || most[profile].gets === 0) return {};
  const ids = catalogue.filter((one) => one.repeatable && (only?.includes(one.id) ?? true)).map(({ id }) => id);
  const placeOf = ({ label, id }: { label: string; id: string }) =>
    numberFor(`${day} repeats ${id} as ${label}`, 2 ** 32);
  const pairs = labels.flatMap((label) => ids.map((id) => ({ label, id }))).toSorted((a, b) => placeOf(a) - placeOf(b));
  let chosen: Record<string, readonly string[]> = {};
  for (const { label, id } of pairs) {
    const more = { ...chosen, [label]: [...(chosen[label] ?? []), id] };
    const { posts, gets } = costOfOthers({ ...selection, asOthers: more }, costs);
    if (posts <= most[profile].posts && gets <= most[profile].gets) chosen = more;
  }
  return chosen;
}
