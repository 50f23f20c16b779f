import { chosenBy } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { completeSelection } from './completeSelection.ts';
import { type CatalogueWithCosts, postsOf } from './forecast.ts';

/** How a selection differs from what was named. */
export interface SelectionScope {
  /** Tests that nobody named; their traffic feeds trace checks. */
  added: readonly string[];
  /** Named requirements that the profile or the tier leaves out. */
  leftOut: readonly string[];
  /** Named requirements that reading alone can judge; empty for a run that only reads anyway. */
  byReading: readonly string[];
}

/** Returns the requirements that reading alone can judge, of those that a selection names. */
function readable(selection: Selection, known: CatalogueWithCosts): readonly string[] {
  const { only: _, part: _part, shard: _shard, ...asked } = selection;
  try {
    return completeSelection({ ...asked, profile: 'nightly', tier: 'passive' }, known).only ?? [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}

/** Returns how a complete selection differs from what was named; undefined if nothing was named. */
export function scopeOf(selection: Selection, known: CatalogueWithCosts): SelectionScope | undefined {
  const { asked, only = [], tier } = selection;
  const chosen = asked && chosenBy(asked, known.catalogue);
  // A run of everything else chooses as if nothing was named.
  if (!chosen || chosen.isEverythingElse) return undefined;
  const named = chosen.ids;
  return {
    added: only.filter((id) => !named.includes(id)),
    leftOut: named.filter((id) => !only.includes(id)),
    byReading:
      tier === 'active' && postsOf(only, selection, known) > 0
        ? readable(selection, known).filter((id) => named.includes(id))
        : [],
  };
}
