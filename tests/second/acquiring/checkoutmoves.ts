import type { World } from '../domain/world.ts';
import { checkoutView } from './checkoutview.ts';
import type { Checkout } from './records.ts';

/** Moves a checkout to another state and tells the merchant. */
export function moveCheckout(world: World, checkout: Checkout, move: Pick<Checkout, 'status' | 'reason'>): void {
  checkout.status = move.status;
  checkout.reason = move.reason;
  world.webhooks.emit('checkout', checkout.account, checkoutView(checkout));
}
