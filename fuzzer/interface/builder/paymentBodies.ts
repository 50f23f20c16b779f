import { type OrderType, type PaymentBodies, paymentBody, requiredBody } from '../../../generators/payloads/payment.ts';
import { isOf, type Method, methodName } from '../../../runner/actions/inputs/methods.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { drawBody } from './caseSteps.ts';

/** The body of a pay-in or a pay-out. */
export type Body = PaymentBodies[OrderType];

/** Plans the creation of a payment by a method. */
export const paymentPlan = (method: Pick<Method, 'orderType'>, body: Body): Plan => create.payment(method, body);

/** The two ways to name the method of a payment (§ Payments, the two bodies). */
export const methodReferences = {
  'by paymentMethodId': <Type extends OrderType>(method: Method<Type>, chance: SeededRandom) =>
    drawBody(requiredBody(method), chance),
  'by currency and method': <Type extends OrderType>(method: Method<Type>, chance: SeededRandom) =>
    drawBody(paymentBody(method), chance),
} as const;

/** The name of one of `methodReferences`. */
export type MethodReference = keyof typeof methodReferences;

/** Every way to name a method. */
export const allMethodReferences = Object.keys(methodReferences) as MethodReference[];

/** The blockchains that the text names for sending USDT (§ Payments, the two bodies). */
const chainsOfUsdt = ['ETHEREUM', 'TRON'];

/** True if currency and method identify this listed method and no other. */
function isClear(known: TargetInventory, { orderType, currency, methodKey, blockchain }: Method): boolean {
  const alike = known.methods.filter(
    (one) => one.orderType === orderType && one.currency === currency && one.methodKey === methodKey,
  );
  return alike.length === 1 || (currency === 'USDT' && chainsOfUsdt.includes(blockchain ?? ''));
}

/** Returns the listed methods of a direction. For bodies by currency and method, returns only the methods that this pair identifies. */
export function listedMethods<Type extends OrderType>(
  known: TargetInventory,
  orderType: Type,
  way: MethodReference = 'by paymentMethodId',
): Method<Type>[] {
  const listed = known.methods.filter(isOf(orderType));
  return way === 'by paymentMethodId' ? listed : listed.filter((method) => isClear(known, method));
}

/** Names a combination of a method. */
export const combinationName = (method: Method, ...parts: readonly string[]) =>
  [methodName(method), ...parts].join(', ');
