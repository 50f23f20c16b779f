import { type Money, ZERO } from '../core/money.ts';
import type { Account } from '../domain/account.ts';
import type { Payment } from '../state/payment.ts';
import type { Transfer } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** Facts of an incoming blockchain payment beside the transfer itself. */
export interface Incoming {
  account: Account;
  orderId: string;
  clientOrderId?: string | undefined;
}

/** How long the blockchain takes to confirm a transfer. */
export const CONFIRM_MS = 2500;

/** Records an incoming blockchain payment as PENDING; nothing is credited yet. */
export function recordIncoming(world: World, transfer: Transfer, facts: Incoming): Payment {
  return world.payments.add({
    account: facts.account,
    source: 'ACQUIRING',
    orderId: facts.orderId,
    clientOrderId: facts.clientOrderId,
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    status: 'PENDING',
    method: 'CRYPTOCOIN',
    currency: transfer.asset.currency,
    blockchain: transfer.asset.blockchain,
    amount: transfer.amount,
    fee: ZERO,
    createdAt: world.clock.stamp(),
    externalId: transfer.txHash,
    transferTo: facts.account.ownerId,
  });
}

/** Ends an incoming payment well: the amount without the fee is credited. */
export function creditIncoming(world: World, payment: Payment, fee: Money): void {
  payment.fee = fee;
  world.payments.move(payment, { status: 'SUCCESS' });
}
