import type { AcquiringRequest } from '../domain/acquiring.ts';
import { type Instant, later } from '../domain/clock.ts';
import { newServiceAddress } from '../instance/addressBook.ts';
import type { AccountContext } from '../instance/context.ts';
import { creationTime, scheduleMove, storeBounded } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { announceAcquiring } from '../webhooks/announce.ts';

/** The fields that the caller gives for a new request; the rest is derived. */
type Said = Pick<AcquiringRequest, 'project' | 'asset' | 'clientOrderId' | 'checkoutId' | 'feePaidBy' | 'quote'>;

/** Creates a request with its own address. The request waits for payment until the end of its window or of its checkout. */
export function createAcquiringRequest(at: AccountContext, said: Said, checkoutEnd?: Instant): AcquiringRequest {
  const { instance, rules, account } = at;
  const createdAt = creationTime(at);
  const ownEnd = later(createdAt, rules.requestWindowMs());
  const windowEnd = checkoutEnd === undefined ? ownEnd : rules.linkedWindowEnd(ownEnd, checkoutEnd);
  const request: AcquiringRequest = {
    id: newId(instance, rules, 'CAPD'),
    owner: account.ownerId,
    orderId: newId(instance, rules, 'ORD'),
    ...said,
    address: newServiceAddress(at, said.asset.blockchain, 'request'),
    createdAt,
    paymentWindowEndsAt: windowEnd,
    expiresAt: windowEnd + rules.delayTolerated(),
    lastUpdatedAt: null,
    status: rules.requestStart(),
    problem: null,
    incoming: null,
    overpaid: null,
  };
  storeBounded(instance.requests, request.id, request);
  const endsAt = rules.requestExpiry(request.expiresAt, createdAt);
  if (endsAt !== null) {
    scheduleMove(instance, { at: endsAt, kind: 'request', id: request.id, to: rules.requestUnpaid(), reason: null });
  }
  announceAcquiring(at, { kind: 'request', id: request.id }, { from: null, at: createdAt });
  return request;
}
