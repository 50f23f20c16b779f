import type { Exchange } from './exchange.ts';
import type { Lease } from './quota/spending.ts';

/** What Retry-After asks for, in seconds or as a date, ms. */
function retryAfterMs(sent: Exchange): number | undefined {
  const asked = sent.header('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Ends a lease when its exchange has ended, and tells how; `repeat` says that it was throttled and may be sent again. */
export async function leased(
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
