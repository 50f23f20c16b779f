import { checkScale } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { type Money, ZERO } from '../core/money.ts';
import { badRequest, conflict } from '../core/problem.ts';
import type { Checkout } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { detectRequestPayment } from './chain.ts';
import { payAmount } from './requestfigures.ts';

/** Pays a checkout out of the sandbox balance in USDT or USDC, without a transaction on any blockchain. */
export function settleFromBalance(world: World, checkout: Checkout, chosen: Money | undefined): void {
  const { account, request } = checkout;
  if (request?.status !== 'WAITING_PAYMENT') throw conflict('the checkout does not wait for a payment');
  const { asset, address } = request;
  if (!['USDT', 'USDC'].includes(asset.currency)) throw conflict('only USDT and USDC can be paid from the balance');
  const amount = payAmount(request) ?? chosen;
  if (!amount?.gt(0)) throw badRequest('amount is required', 'amount');
  checkScale(amount, asset.scale, 'amount');
  account.ledger.debit(asset.currency, amount);
  const given = world.payments.add({
    account,
    source: 'ACQUIRING',
    orderId: newId('ORD'),
    orderType: 'TRANSFER',
    transactionType: 'DEBIT',
    status: 'NEW',
    method: 'CRYPTOCOIN',
    currency: asset.currency,
    blockchain: asset.blockchain,
    amount,
    fee: ZERO,
    createdAt: world.clock.stamp(),
    comment: checkout.id,
  });
  world.payments.move(given, { status: 'SUCCESS' });
  detectRequestPayment(world, request, { asset, address, amount });
}
