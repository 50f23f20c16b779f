import type { AcquiringRequest } from './acquiring.ts';
import { addressOn } from './addressBook.ts';
import { announceAcquiring } from './announce.ts';
import { type Instant, later } from './clock.ts';
import type { Occasion } from './context.ts';
import { keep, plan, stamp } from './ledger.ts';
import { newId } from './newId.ts';

/** What is said of a new request; all else follows. */
type Said = Pick<AcquiringRequest, 'project' | 'asset' | 'clientOrderId' | 'checkoutId' | 'feePaidBy' | 'quote'>;

/** A slight delay beyond the window is tolerated (§ Crypto acquiring request). */
const TOLERATED: Instant = 25_000n;

/** Makes a request with an address of its own, which waits for its payment until its window ends, or its checkout. */
export function makeRequest(at: Occasion, said: Said, checkoutEnd?: Instant): AcquiringRequest {
  const { world, rules, account } = at;
  const createdAt = stamp(at);
  const ownEnd = later(createdAt, rules.requestWindowMs());
  const windowEnd = checkoutEnd === undefined ? ownEnd : rules.linkedWindowEnd(ownEnd, checkoutEnd);
  const request: AcquiringRequest = {
    id: newId(world, rules, 'CAPD'),
    owner: account.ownerId,
    orderId: newId(world, rules, 'ORD'),
    ...said,
    address: addressOn(at, said.asset.blockchain, 'request'),
    createdAt,
    paymentWindowEndsAt: windowEnd,
    expiresAt: windowEnd + TOLERATED,
    lastUpdatedAt: null,
    status: rules.requestStart(),
    problem: null,
    incoming: null,
    overpaid: null,
  };
  keep(world.requests, request.id, request);
  const endsAt = rules.requestExpiry(request.expiresAt, createdAt);
  if (endsAt !== null) {
    plan(world, { at: endsAt, kind: 'request', id: request.id, to: rules.requestUnpaid(), reason: null });
  }
  announceAcquiring(at, { kind: 'request', id: request.id }, { from: null, at: createdAt });
  return request;
}
