import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/**
 * Generates cases of one kind for a target that speaks the interface, in several combinations. A case is self-contained, since it is sent again later, on its
 * own and possibly to another address: it refers only to its own steps.
 */
export interface CaseGenerator {
  name: string;
  /** The requirements that its assertions name. Assertions about its control requests do not count. */
  evidences: readonly string[];
  /** The number of its requests that are not GETs, without control requests. */
  posts: number;
  /** True if its last step must be refused or is an edge case. */
  isMisuse: boolean;
  /** Returns the names of its combinations for this target, in the order in which they are tried; empty if the target offers nothing for it. */
  combinations(known: TargetInventory): readonly string[];
  /**
   * Returns the names of the boundary cases that a combination is made for (`fuzzer/engine/requests/requestBoundaryCases.ts`); absent if it is made for none.
   */
  aims?(known: TargetInventory, combination: string): readonly string[];
  /** Counts the combinations that are left out for this target, by reason: the text of the request is ambiguous, or differs from what was intended. */
  dropped?(known: TargetInventory): ReadonlyMap<string, number>;
  /** Makes the case of a combination; undefined if none can be made. */
  make(known: TargetInventory, combination: string, chance: SeededRandom): FuzzCase | undefined;
}
