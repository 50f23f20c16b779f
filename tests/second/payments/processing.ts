import type { Move } from '../state/book.ts';
import type { Payment } from '../state/payment.ts';
import type { World } from '../state/world.ts';

/** The designated test card whose pay-outs fail. */
export const MOCK_CARD_FAILED = '4000001000000018';

/** The designated test card whose pay-outs succeed. */
export const MOCK_CARD_SUCCESS = '4000002000000008';

type Step = [afterMs: number, move: Move];

const DONE: Move = { status: 'SUCCESS' };
const PENDING: Move = { status: 'PENDING' };

/** Lets a pay-in go its way: cards over PENDING, coins and virtual accounts straight from PENDING to the end. */
export function processPayin(world: World, payment: Payment): void {
  if (payment.method === 'CRYPTOCOIN') follow(world, payment, [[3000, DONE]]);
  else if (payment.method === 'VA_QR') follow(world, payment, [[4200, DONE]]);
  else if (payment.status === 'PENDING') follow(world, payment, [[1700, DONE]]);
  else
    follow(world, payment, [
      [900, PENDING],
      [2600, DONE],
    ]);
}

/** Lets a pay-out go its way; card pay-outs end as the mock cards say, any other card stays pending. */
export function processPayout(world: World, payment: Payment, cardNumber?: string): void {
  if (cardNumber !== undefined) follow(world, payment, cardSteps(cardNumber));
  else if (payment.method === 'VA_QR') follow(world, payment, [[1800, DONE]]);
  else
    follow(world, payment, [
      [600, PENDING],
      [3400, DONE],
    ]);
}

function cardSteps(cardNumber: string): Step[] {
  const first: Step = [700, PENDING];
  if (cardNumber === MOCK_CARD_SUCCESS) return [first, [2300, DONE]];
  if (cardNumber === MOCK_CARD_FAILED) return [first, [2300, { status: 'FAILED', reason: 'Declined by the issuer' }]];
  return [first];
}

function follow(world: World, payment: Payment, steps: Step[]): void {
  const start = world.clock.now();
  for (const [afterMs, move] of steps) {
    world.clock.at(start + afterMs, () => world.payments.moveIfOpen(payment, move));
  }
}
