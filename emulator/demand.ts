import type { AcquiringRequest } from './acquiring.ts';
import { newServiceAddress } from './addressBook.ts';
import { announceAcquiring } from './announce.ts';
import { type Instant, later } from './clock.ts';
import type { AccountContext } from './context.ts';
import { creationTime, scheduleMove, storeBounded } from './ledger.ts';
import { newId } from './newId.ts';

/** What is said of a new request; all else follows. */
type Said = Pick<AcquiringRequest, 'project' | 'asset' | 'clientOrderId' | 'checkoutId' | 'feePaidBy' | 'quote'>;

/** A slight delay beyond the window is tolerated (§ Crypto acquiring request). */
const TOLERATED: Instant = 25_000n;

/** Makes a request with an address of its own, which waits for its payment until its window ends, or its checkout. */
export function createAcquiringRequest(at: AccountContext, said: Said, checkoutEnd?: Instant): AcquiringRequest {
  const { world, rules, account } = at;
  const createdAt = creationTime(at);
  const ownEnd = later(createdAt, rules.requestWindowMs());
  const windowEnd = checkoutEnd === undefined ? ownEnd : rules.linkedWindowEnd(ownEnd, checkoutEnd);
  const request: AcquiringRequest = {
    id: newId(world, rules, 'CAPD'),
    owner: account.ownerId,
    orderId: newId(world, rules, 'ORD'),
    ...said,
    address: newServiceAddress(at, said.asset.blockchain, 'request'),
    createdAt,
    paymentWindowEndsAt: windowEnd,
    expiresAt: windowEnd + TOLERATED,
    lastUpdatedAt: null,
    status: rules.requestStart(),
    problem: null,
    incoming: null,
    overpaid: null,
  };
  storeBounded(world.requests, request.id, request);
  const endsAt = rules.requestExpiry(request.expiresAt, createdAt);
  if (endsAt !== null) {
    scheduleMove(world, { at: endsAt, kind: 'request', id: request.id, to: rules.requestUnpaid(), reason: null });
  }
  announceAcquiring(at, { kind: 'request', id: request.id }, { from: null, at: createdAt });
  return request;
}
