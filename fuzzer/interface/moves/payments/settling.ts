import type { Method } from '../../../../harness/methods.ts';
import { type Plan, read } from '../../../../harness/plan.ts';
import type { Plain } from '../../../../schemas/plain.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import { leverOf, stepOf } from '../../steps.ts';
import { borneRange } from './amountWays.ts';
import { methodsOf, planFor, spoken } from './bodies.ts';
import { cardMethods } from './mockCards.ts';
import type { Steps } from './variant.ts';

/** A payment that a case has made: the exchange that made it, and the reference to its id. */
export interface MadePayment {
  created: string;
  id: string;
}

/** Makes a payment with an id of a name; a pay-out answers no id of its payment, so that it is searched for. */
export function made(steps: Steps, plan: Plan, key: string): MadePayment {
  const keyed: Plan = { ...plan, body: { ...plan.body, clientOrderId: `{{key:${key}}}` } };
  const created = steps.add(stepOf(keyed));
  if (plan.operation.endsWith('/payin')) return { created, id: `{{${steps.last}/id}}` };
  steps.add(stepOf(read.search({ clientOrderId: `{{key:${key}}}` })));
  return { created, id: `{{${steps.last}/content/0/id}}` };
}

/** Moves a payment to a status by the lever of the target. */
export function settle(steps: Steps, { id }: MadePayment, told: Readonly<Record<string, Plain>>): void {
  steps.add(leverOf(`payments/${id}/settle`, told));
}

/** Reads a payment by its id. */
export function readBack(steps: Steps, { id }: MadePayment): string {
  return steps.add(stepOf(read.payment(id)));
}

/** The methods whose payments rest until they are moved. */
export function restingMethods(known: Known, orderType: Method['orderType']): Method[] {
  if (!known.hasLevers) return [];
  return orderType === 'PAYIN' ? methodsOf(known, 'PAYIN').filter((one) => borneRange(known, one)) : cardMethods(known);
}

/** The plan of a payment that rests: a pay-in that nobody pays, a pay-out to a card that is no mock card. */
export function restingPlan(known: Known, method: Method, chance: Chance): Plan | undefined {
  const body = spoken['by paymentMethodId'](method, chance);
  const card = method.orderType === 'PAYOUT' ? { cardNumber: known.cards[0] } : {};
  return body && planFor(method, { ...body, ...card });
}
