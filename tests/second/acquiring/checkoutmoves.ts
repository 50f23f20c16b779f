import type { Checkout } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { checkoutView } from './checkoutview.ts';

/** Moves a checkout to another state and tells the merchant. */
export function moveCheckout(world: World, checkout: Checkout, move: Pick<Checkout, 'status' | 'reason'>): void {
  checkout.status = move.status;
  checkout.reason = move.reason;
  world.webhooks.emit('checkout', checkout.account, checkoutView(checkout));
}
