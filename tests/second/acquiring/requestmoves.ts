import type { CheckoutStatus, Request, RequestStatus } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { moveCheckout } from './checkoutmoves.ts';
import { requestView } from './requestview.ts';

const CHECKOUT_FOLLOWS: Partial<Record<RequestStatus, CheckoutStatus>> = {
  PENDING_PAYMENT: 'PAYMENT_DETECTED',
  SUCCESS: 'SUCCESS',
  CONFLICT: 'CONFLICT',
  EXPIRED: 'EXPIRED',
};

/** Moves a request to another state, tells the merchant, and takes its checkout along. */
export function moveRequest(world: World, request: Request, move: Pick<Request, 'status' | 'reason'>): void {
  const { status, reason } = move;
  request.status = status;
  request.reason = reason === 'WRONG_CURRENCY' ? 'OTHER' : reason;
  request.lastUpdatedAt = world.clock.stamp();
  world.webhooks.emit('request', request.account, requestView(request));
  const next = CHECKOUT_FOLLOWS[status];
  if (request.checkout && next) moveCheckout(world, request.checkout, { status: next, reason });
}
