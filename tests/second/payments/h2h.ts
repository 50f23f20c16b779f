import type { Fields } from '../core/fields.ts';
import { randomHex } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import { badRequest, conflict } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import type { Payment } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { addPayin } from './payin.ts';
import { processPayin } from './processing.ts';
import { selectMethod } from './select.ts';

const CARD_WINDOW_MS = 30 * 60_000;

/** Creates a host-to-host card pay-in: no payUrl, the merchant submits the card data itself. */
export function createH2hPayin(world: World, account: Account, fields: Fields): Payment {
  const method = selectMethod(world.methods, fields, 'PAYIN');
  if (method.methodKey !== 'CC_VISAMC') throw badRequest('host-to-host pay-ins are for cards', 'method');
  const payment = addPayin(world, { account, fields, method: { ...method, required: ['amount'] } });
  payment.h2h = true;
  world.clock.after(CARD_WINDOW_MS, () => {
    if (payment.status === 'NEW') world.payments.move(payment, { status: 'EXPIRED', reason: 'No card data in time' });
  });
  return payment;
}

/** Takes the card data of a host-to-host pay-in and starts its processing. */
export function submitCard(world: World, payment: Payment, fields: Fields): JsonObject {
  if (!payment.h2h || payment.status !== 'NEW') throw conflict('the payment does not wait for card data');
  const card = fields.object('card');
  if (card === undefined) throw badRequest('card is required', 'card');
  card.needText('cardHolder');
  if (!/^\d{12,19}$/.test(card.needText('pan'))) throw badRequest('pan must be a card number', 'pan');
  if (!/^\d{3,4}$/.test(card.needText('cvv'))) throw badRequest('cvv must have 3 or 4 digits', 'cvv');
  const month = card.needPositive('expMonth');
  if (!month.isInteger() || month.gt(12)) throw badRequest('expMonth must be 1 to 12', 'expMonth');
  if (!card.needPositive('expYear').isInteger()) throw badRequest('expYear must be a year', 'expYear');
  fields.needText('email');
  world.payments.move(payment, { status: 'PENDING' });
  processPayin(world, payment);
  return { transactionId: randomHex(16), status: 'ACCEPTED', action: 'REFRESH' };
}
