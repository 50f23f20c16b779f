import type { AcquiringRequest } from './acquiring.ts';
import { addressOn } from './addressOn.ts';
import { later } from './clock.ts';
import type { Occasion } from './context.ts';
import { newId } from './ids.ts';
import { keep, plan } from './ledger.ts';
import { stamp } from './records.ts';

/** What is said of a new request; all else follows. */
type Said = Pick<AcquiringRequest, 'project' | 'asset' | 'clientOrderId' | 'checkoutId' | 'feePaidBy' | 'quote'>;

/** Makes a request with an address of its own, which waits for its payment until its window ends. */
export function makeRequest(at: Occasion, said: Said): AcquiringRequest {
  const { world, rules, account } = at;
  const createdAt = stamp(at);
  const windowEnd = later(createdAt, rules.requestWindowMs());
  const request: AcquiringRequest = {
    id: newId(world, rules, 'CAPD'),
    owner: account.ownerId,
    orderId: newId(world, rules, 'ORD'),
    ...said,
    address: addressOn(at, said.asset.blockchain, 'request'),
    createdAt,
    paymentWindowEndsAt: windowEnd,
    // A slight delay beyond the window is tolerated (§ Crypto acquiring request).
    expiresAt: windowEnd + 25_000n,
    lastUpdatedAt: null,
    status: 'WAITING_PAYMENT',
  };
  keep(world.requests, request.id, request);
  plan(world, { at: request.expiresAt, kind: 'request', id: request.id, to: 'EXPIRED', reason: null });
  return request;
}
