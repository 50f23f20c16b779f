import { paymentBody, requiredBody } from '../../../../generators/payment.ts';
import { type Method, methodName } from '../../../../harness/methods.ts';
import { create, type Plan } from '../../../../harness/plan.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import { composed } from '../../steps.ts';

/** The body of a pay-in or a pay-out. */
export type Body = Record<string, unknown>;

/** The creation of a payment by a method. */
export function planFor({ orderType }: Pick<Method, 'orderType'>, body: Body): Plan {
  return orderType === 'PAYIN' ? create.payin(body) : create.payout(body);
}

/** The two ways to say by which method a payment goes (§ Payments, the two bodies). */
export const spoken = {
  'by paymentMethodId': (method: Method, chance: Chance) => composed(requiredBody(method), chance),
  'by currency and method': (method: Method, chance: Chance) => composed(paymentBody(method), chance),
} as const;

/** One of `spoken`. */
export type Way = keyof typeof spoken;

/** Every way to say a method. */
export const allWays = Object.keys(spoken) as Way[];

/** Chains by which the text says where USDT is sent (§ Payments, the two bodies). */
const chainsOfUsdt = ['ETHEREUM', 'TRON'];

/** True where currency and method mean this listed method and no other. */
function isClear(known: Known, { orderType, currency, methodKey, blockchain }: Method): boolean {
  const alike = known.methods.filter(
    (one) => one.orderType === orderType && one.currency === currency && one.methodKey === methodKey,
  );
  return alike.length === 1 || (currency === 'USDT' && chainsOfUsdt.includes(blockchain ?? ''));
}

/** The listed methods of a direction, those with an own choice of currency and method among them alone where they are so named. */
export function methodsOf(known: Known, orderType: Method['orderType'], way: Way = 'by paymentMethodId'): Method[] {
  const listed = known.methods.filter((method) => method.orderType === orderType);
  return way === 'by paymentMethodId' ? listed : listed.filter((method) => isClear(known, method));
}

/** What a cell of a method is called. */
export const cellOf = (method: Method, ...told: readonly string[]) => [methodName(method), ...told].join(', ');

/** A body without some of its fields. */
export function without(body: Body, ...names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
