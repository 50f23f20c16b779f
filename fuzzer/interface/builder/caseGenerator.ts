import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/**
 * One thing that a campaign may do to a target that speaks the interface, in several variations, its cells. A move makes a case, which stands
 * by itself: it is sent again later, alone and to another address, so that it refers to nothing but its own steps.
 */
export interface CaseGenerator {
  name: string;
  /** The requirements that its claims name, beside those of its sound twins. */
  evidences: readonly string[];
  /** Requests of it that are no GET, twins left aside. */
  posts: number;
  /** True where its last step is to be refused, or is odd. */
  isMisuse: boolean;
  /** Its variations on this target, each by its name, in the order in which they are tried; none where the target offers nothing for it. */
  combinations(known: TargetInventory): readonly string[];
  /** The sides of keywords for which a variation is made, by their names (`requests/sides.ts`); absent where it is made for none. */
  aims?(known: TargetInventory, cell: string): readonly string[];
  /** How many variations are none on this target for each cause: their text may be read in two ways, or is not what it was to be. */
  dropped?(known: TargetInventory): ReadonlyMap<string, number>;
  /** The case of a variation; undefined where none can be made. */
  make(known: TargetInventory, cell: string, chance: SeededRandom): FuzzCase | undefined;
}
