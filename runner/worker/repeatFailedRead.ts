import { isFailure, needsRetry } from '../../oracles/core/noise.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { UnresolvedWrite, Worker } from './worker.ts';

/**
 * Follows up a request (ERR-02a). Repeats a failed read, with a control request before each repetition, until the read succeeds or has failed too often for a
 * random failure of this run; returns the last answer. Does not repeat a write: what a write made despite a 5xx is checked later (`unresolvedWrites.ts`).
 */
export async function repeatFailedRead(
  { client, unresolved, record }: Worker,
  { sending, first }: UnresolvedWrite,
  control: () => Promise<unknown>,
): Promise<Exchange> {
  const isRead = sending.method === 'GET';
  if (!isRead && first.class === 'crashed') unresolved.push({ sending, first });
  if (!isRead || !isFailure(first)) return first;
  let again = first;
  do {
    await control();
    again = await client.send({ ...sending, purpose: 'confirm', repeats: first.id });
  } while (needsRetry(record, first));
  return isFailure(again) ? first : again;
}
