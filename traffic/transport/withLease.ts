import type { Exchange } from '../journal/exchange.ts';
import type { Lease } from '../rate/limiter/limiterHandle.ts';

/** Returns the wait in Retry-After, given in seconds or as a date, in ms. */
function retryAfterMs(sent: Exchange): number | undefined {
  if (sent.retryAfter !== undefined) return sent.retryAfter * 1000;
  const date = Date.parse(sent.header('retry-after') ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/**
 * Runs an exchange with a lease, then ends the lease and reports how the exchange ended. `repeat` says that the request was throttled and may be sent again.
 */
export async function withLease(
  lease: Lease,
  exchange: () => Promise<Exchange>,
): Promise<{ sent: Exchange; repeat: boolean }> {
  try {
    const sent = await exchange();
    const throttled = sent.class === 'throttled' && { retryAfterMs: retryAfterMs(sent) };
    return { sent, ...(await lease.done(throttled ? { throttled } : {})) };
  } finally {
    await lease.done();
  }
}
