import { paymentBody, requiredBody } from '../../../generators/payloads/payment.ts';
import { type Method, methodName } from '../../../runner/actions/inputs/methods.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { drawBody } from './caseSteps.ts';

/** The body of a pay-in or a pay-out. */
export type Body = Record<string, unknown>;

/** Plans the creation of a payment by a method. */
export function paymentPlan({ orderType }: Pick<Method, 'orderType'>, body: Body): Plan {
  return orderType === 'PAYIN' ? create.payin(body) : create.payout(body);
}

/** The two ways to name the method of a payment (§ Payments, the two bodies). */
export const methodReferences = {
  'by paymentMethodId': (method: Method, chance: SeededRandom) => drawBody(requiredBody(method), chance),
  'by currency and method': (method: Method, chance: SeededRandom) => drawBody(paymentBody(method), chance),
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
export function listedMethods(
  known: TargetInventory,
  orderType: Method['orderType'],
  way: MethodReference = 'by paymentMethodId',
): Method[] {
  const listed = known.methods.filter((method) => method.orderType === orderType);
  return way === 'by paymentMethodId' ? listed : listed.filter((method) => isClear(known, method));
}

/** Names a combination of a method. */
export const combinationName = (method: Method, ...parts: readonly string[]) =>
  [methodName(method), ...parts].join(', ');

/** Returns a body without some of its fields. */
export function withoutFields(body: Body, ...names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
