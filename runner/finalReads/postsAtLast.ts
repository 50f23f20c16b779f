import { repeatedOperations } from '../../oracles/payments/ids/lateUse.ts';
import type { ReadLimits } from './readLimits.ts';
import { recalledWrites } from './recalls.ts';

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
