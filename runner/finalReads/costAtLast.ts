import { repeatedOperations } from '../../oracles/payments/ids/lateUse.ts';
import { requirementOfDeposits } from './lateDeposits.ts';
import type { ReadLimits } from './readLimits.ts';
import { mostWaysRecalled, recalledWrites } from './recalls.ts';

/** How many POSTs the final reads send once more for a requirement, after hours or days: an order of each kind, and writes that cost nothing. */
const repeated: Readonly<Record<string, number>> = {
  'LIM-01a': repeatedOperations.length,
  'SAB-01': 1,
  ...Object.fromEntries(recalledWrites.map((id) => [id, 1])),
};

/** Returns how many POSTs the final reads of these requirements send if the clock can be moved, by the accepted and refused creations of the run. */
export function postsAtLast(
  ids: readonly string[],
  { made, refused }: { made: number; refused: number },
  { lateOrders, lateRefusals }: ReadLimits,
): number {
  const again = ids.reduce((sum, id) => sum + (repeated[id] ?? 0), 0);
  return again + Math.min(made, lateOrders) + Math.min(refused, lateRefusals);
}

/** Returns the reads of wrongly signed requests, and of what is paid to static addresses at last, that these requirements need if the clock can be moved. */
export const readsAtLast = (ids: readonly string[], { deposits }: ReadLimits): number =>
  (ids.includes('AUT-05') ? mostWaysRecalled : 0) + (ids.includes(requirementOfDeposits) ? 2 * deposits : 0);
