import { numberFor } from '../../traffic/journal/ownIds.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';
import type { Profile, Selection } from '../../traffic/requirements/selection.ts';
import { type CatalogueWithCosts, requestsOfOthers } from './forecast.ts';

/** The most requests of the tests that other accounts repeat; their POSTs count for a profile, though not for the quota of the account under test. */
const most: Readonly<Record<Profile, { posts: number; gets: number }>> = {
  smoke: { posts: 0, gets: 0 },
  nightly: { posts: 20, gets: 700 },
  full: { posts: 96, gets: 4_200 },
};

/** A test and the account that may repeat it. */
interface Pair {
  label: string;
  entry: CatalogueEntry;
}

/** Returns the pairs in the order of a day, first those of a test that calls an operation, or is of a section, which no pair before it has with the same account. */
function inOrder(pairs: readonly Pair[], day: string): readonly Pair[] {
  const placeOf = ({ label, entry }: Pair) => numberFor(`${day} repeats ${entry.id} as ${label}`, 2 ** 32);
  const drawn = pairs.toSorted((a, b) => placeOf(a) - placeOf(b));
  const called = new Set<string>();
  const isFirst = ({ label, entry: { operations = [], section } }: Pair) => {
    const news = [...operations, section].map((one) => `${label} ${one}`).filter((one) => !called.has(one));
    for (const one of news) called.add(one);
    return news.length > 0;
  };
  const first = new Set(drawn.filter(isFirst));
  return [...first, ...drawn.filter((one) => !first.has(one))];
}

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
  const repeatable = catalogue.filter((one) => one.repeatable && (only?.includes(one.id) ?? true));
  const pairs = labels.flatMap((label) => repeatable.map((entry) => ({ label, entry })));
  let chosen: Record<string, readonly string[]> = {};
  for (const { label, entry } of inOrder(pairs, day)) {
    const more = { ...chosen, [label]: [...(chosen[label] ?? []), entry.id] };
    const { posts, gets } = requestsOfOthers({ ...selection, asOthers: more }, costs);
    if (posts <= most[profile].posts && gets <= most[profile].gets) chosen = more;
  }
  return chosen;
}
