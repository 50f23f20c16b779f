import type { Method } from '../../../../runner/actions/inputs/methods.ts';
import type { Plain } from '../../../../schemas/json/plain.ts';
import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { coveredRange } from '../../builder/amountRanges.ts';
import { controlAction, stepOf } from '../../builder/caseSteps.ts';
import type { StepList } from '../../builder/combinationGenerator.ts';
import { listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { cardMethods } from './mockCards.ts';

/** A payment that a case has made: the exchange that created it, and the reference to its id. */
export interface CreatedPayment {
  created: string;
  id: string;
}

/** Creates a payment under a named clientOrderId. The answer to a pay-out has no payment id, so the payment is searched for. */
export function createPayment(steps: StepList, plan: Plan, key: string): CreatedPayment {
  const keyed: Plan = { ...plan, body: { ...plan.body, clientOrderId: `{{key:${key}}}` } };
  const created = steps.add(stepOf(keyed));
  if (plan.operation.endsWith('/payin')) return { created, id: `{{${steps.last}/id}}` };
  steps.add(stepOf(read.search({ clientOrderId: `{{key:${key}}}` })));
  return { created, id: `{{${steps.last}/content/0/id}}` };
}

/** Moves a payment to a status through the test control API. */
export function settlePayment(steps: StepList, { id }: CreatedPayment, outcome: Readonly<Record<string, Plain>>): void {
  steps.add(controlAction(`payments/${id}/settle`, outcome));
}

/** Reads a payment by its id. */
export function readPayment(steps: StepList, { id }: CreatedPayment): string {
  return steps.add(stepOf(read.payment(id)));
}

/** Returns the methods whose payments keep their status until they are moved. */
export function settleableMethods(known: TargetInventory, orderType: Method['orderType']): Method[] {
  if (!known.hasTestControl) return [];
  return orderType === 'PAYIN'
    ? listedMethods(known, 'PAYIN').filter((one) => coveredRange(known, one))
    : cardMethods(known);
}

/** Makes the plan of a payment that keeps its status: a pay-in that nobody pays, or a pay-out to a card that is no mock card. */
export function settleablePayment(known: TargetInventory, method: Method, chance: SeededRandom): Plan | undefined {
  const body = methodReferences['by paymentMethodId'](method, chance);
  const [cardNumber] = known.cards;
  const card = method.orderType === 'PAYOUT' && cardNumber !== undefined ? { cardNumber } : {};
  return body && paymentPlan(method, { ...body, ...card });
}
