import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { bySize, type Comparison } from './fieldOrder.ts';

/** Reports that a target sorts amounts by their size alone, though it shows them with signs: a common reading, which the text does not state (SRC-11). */
export function unsignedOrder(asked: readonly { exchange: Exchange }[], byAmounts: Comparison | undefined): Fault[] {
  const sorted = asked.find(({ exchange }) => exchange.request.includes('sort=amount'));
  if (!sorted || byAmounts !== bySize) return [];
  return [{ code: 'orderedBySize', where: sorted.exchange.request, exchanges: [sorted.exchange.id] }];
}
