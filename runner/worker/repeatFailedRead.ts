import { isFailure, needsRetry } from '../../oracles/core/noise.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { UnresolvedWrite, Worker } from './worker.ts';

/**
 * Follows up a request (ERR-02a). A read that failed is asked again, a control before each time, until that has passed or is beyond the noise of the run; what it
 * answers then is given. A write is not asked again here: what a 5xx has made is looked for later (`doubts.ts`).
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
