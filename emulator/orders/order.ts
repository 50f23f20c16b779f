import { later, MILLISECOND } from '../domain/clock.ts';
import type { Answer } from '../domain/httpMessages.ts';
import type { Direction, Method } from '../domain/method.ts';
import type { Money } from '../domain/money.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { isOrderIdAcceptable } from '../http/answers.ts';
import { type Body, isGiven, optionalAmount, text } from '../http/bodyFields.ts';
import type { Context } from '../instance/context.ts';
import type { ClientOrderIdUse } from '../instance/instance.ts';
import { currentState, storeBounded } from '../instance/ledger.ts';
import type { Side } from '../rules/payments/exchange.ts';
import type { NamedMethod } from '../rules/payments/methods.ts';
import type { FirstUse, OrderWay } from '../rules/payments/orders.ts';
import { bodyDigest, equalOrder, storeUnnamed } from './equalOrder.ts';

/** The fields common to pay-ins and pay-outs (§ Payments, bodies). */
export interface Order {
  readonly method: NamedMethod;
  readonly amount: Money;
  readonly fee: Money;
  readonly comment: string | null;
  readonly clientOrderId: string | null;
}

/** What tells an order from others: its clientOrderId, and how it is made. */
export interface Named {
  readonly clientOrderId: string | null;
  readonly method?: Method;
  readonly side?: Side;
}

const wayOf = ({ method, side }: Named): OrderWay => ({ method: method?.methodKey ?? null, side: side ?? null });

/** A condition of an order: whether it holds, and the refusal if it does not. */
export type Condition = readonly [holds: boolean, code: RefusalCode, message: string];

/** The method that a body names by currency, method and blockchain instead of an id. */
export interface MethodWords {
  readonly currency: string | null;
  readonly method: string | null;
  readonly blockchain: string | null;
}

/** A generous bound for texts that a rule checks, to keep the cost of a huge text low. */
const MAX_JUDGED = 100_000;

/** Reads the fields of a body that name a method. */
export const methodWordsOf = (body: Body): MethodWords => ({
  currency: text(body, 'currency'),
  method: text(body, 'method'),
  blockchain: text(body, 'blockchain'),
});

/** Finds the methods that a body selects, by id or by currency, method and blockchain, and the required fields. Throws a Refusal if no method fits. */
export function chooseMethod(
  context: Context,
  body: Body,
  by: {
    direction: Direction;
    wish: MethodWords;
    fieldsInWords: (currency: string, method: string, blockchains: number) => string[];
  },
): { methods: readonly Method[]; fields: readonly string[] } {
  const { instance, rules } = context;
  const usable = instance.methods.filter((known) => rules.methodUsable(known));
  const id = text(body, 'paymentMethodId');
  const { currency, method, blockchain } = by.wish;
  if (id !== null) {
    const named = usable.find((known) => known.id === id && rules.directionAccepted(known.orderType, by.direction));
    const matches =
      named &&
      rules.methodFits(named, {
        currency: currency ?? named.currency,
        method: method ?? named.methodKey,
        blockchain,
        said: currency !== null && method !== null,
      });
    if (named === undefined || !matches)
      throw new Refusal('unknown_method', 'paymentMethodId names no method for this request');
    return { methods: [named], fields: rules.fieldsOfMethod(named.required) };
  }
  if (!currency || !method) throw new Refusal('missing_field', 'paymentMethodId, or currency and method, are missing');
  const offered = usable.filter((known) => rules.directionAccepted(known.orderType, by.direction));
  const wish = { currency, method, blockchain, said: true };
  const anyChain = offered.filter((known) => rules.methodFits(known, { ...wish, blockchain: null }));
  const methods = offered.filter((known) => rules.methodFits(known, wish));
  if (methods.length === 0) throw new Refusal('unknown_method', 'No method has this currency, method and blockchain');
  return { methods, fields: by.fieldsInWords(currency, method, anyChain.length) };
}

/** Reads the fields that pay-in and pay-out bodies share. Throws a Refusal for a missing field or a wrong type. */
export function readOrder(
  context: Context,
  body: Body,
  by: { method: Method; fields: readonly string[]; isHostToHost?: boolean },
): Order {
  const { rules } = context;
  const said = optionalAmount(body, 'amount', rules) ?? rules.amountUnsaid(by.method.minLimit);
  if (said === null) throw new Refusal('missing_field', 'amount is missing');
  const missing = by.fields.find(
    (field) => field !== 'amount' && rules.fieldMissing(isGiven(body, field), { field, body }),
  );
  if (missing !== undefined) throw new Refusal('missing_field', `${missing} is missing`);
  const comment = text(body, 'comment');
  if (comment !== null && !rules.textAccepted(comment, 'comment')) {
    throw new Refusal('bad_value', 'comment has characters that are not taken');
  }
  const amount = rules.amountTaken(said, by.method.scale);
  return {
    method: { ...by.method, isById: isGiven(body, 'paymentMethodId'), isHostToHost: by.isHostToHost ?? false },
    amount,
    fee: rules.feeOf(amount, by.method),
    comment: rules.textKept(comment, 'comment'),
    clientOrderId: clientOrderIdOf(context, body),
  };
}

/** Reads an optional clientOrderId. Throws a Refusal if it is empty or too long. */
export function clientOrderIdOf(context: Context, body: Body): string | null {
  const clientOrderId = text(body, 'clientOrderId', MAX_JUDGED);
  if (clientOrderId !== null && !context.rules.clientOrderIdAccepted(clientOrderId)) {
    throw new Refusal('bad_value', 'clientOrderId does not have 1 to 256 characters');
  }
  if (clientOrderId !== null && !context.rules.textAccepted(clientOrderId, 'clientOrderId')) {
    throw new Refusal('bad_value', 'clientOrderId has characters that are not taken');
  }
  return context.rules.textKept(clientOrderId, 'clientOrderId');
}

/** The conditions of every order: limits, decimals, an unused clientOrderId. */
export function commonConditions(context: Context, order: Order): Condition[] {
  const { instance, rules } = context;
  const { maxLimit, scale } = order.method;
  const minLimit = rules.minimumNow(order.method.minLimit, instance.served);
  return [
    [rules.withinScale(order.amount, scale), 'bad_amount', `amount has more than ${scale} decimals`],
    [rules.reachesMinimum(order.amount, minLimit, order.method), 'below_minimum', 'amount is below minLimit'],
    [rules.withinMaximum(order.amount, maxLimit, order.method), 'above_maximum', 'amount is above maxLimit'],
    freshClientOrderId(context, order),
    mayOrder(context),
  ];
}

/** The condition that the client accepts the type in which an order id is answered. */
export const acceptsOrderId = (context: Context): Condition => [
  isOrderIdAcceptable(context),
  'not_acceptable',
  'Order ids are answered as plain text only',
];

/** The condition that the account may create orders at all. */
export const mayOrder = ({ rules, account }: Context): Condition => [
  rules.accountMayOrder(account.label),
  'forbidden',
  'The account may not create orders',
];

/** The condition that the account has not used a clientOrderId for this operation before, or that a rule accepts an order without one. */
export function freshClientOrderId(context: Context, order: Named): Condition {
  const { rules, operation, now } = context;
  if (order.clientOrderId === null)
    return [equalOrder(context)?.counts !== 'refused', 'equal_order', 'An equal order was made a moment ago'];
  const use = useOf(context, order);
  const used = use !== undefined && later(use.at, rules.usedKnownAfterMs(operation, wayOf(order))) <= now;
  return [
    rules.clientOrderIdFree(used, operation, used ? firstUseOf(context, order, use) : undefined),
    'client_order_id_taken',
    'clientOrderId was used before',
  ];
}

/** Returns the present status of the payment with the clientOrderId of an order, its age, and whether its request had the body of this one. */
function firstUseOf(context: Context, order: Named, { at, body }: ClientOrderIdUse): FirstUse {
  const payments = context.account.payments.map(currentState);
  const status = payments.find((one) => one.clientOrderId === order.clientOrderId)?.status;
  const ageMs = Number((context.now - at) / MILLISECOND);
  return { status, ageMs, isSameBody: body === bodyDigest(context), again: wayOf(order) };
}

/** Returns the use of a clientOrderId by the account, or by another one if a rule counts it. */
function useOf({ instance, account, rules, operation }: Context, order: Named) {
  if (order.clientOrderId === null) return undefined;
  const key = rules.clientOrderIdKey(order.clientOrderId, operation, wayOf(order));
  const own = account.usedClientOrderIds.get(key);
  if (own || !rules.usedElsewhereCounts(operation)) return own;
  return instance.accounts
    .map(({ usedClientOrderIds }) => usedClientOrderIds.get(key))
    .find((use) => use !== undefined);
}

/** Returns the answer to the first use of a clientOrderId, or to an equal order without one, if a rule repeats this answer. */
export function repeatedAnswer(context: Context, order: Named, refusal: Refusal | undefined): Answer | undefined {
  const equal = order.clientOrderId === null && refusal === undefined ? equalOrder(context) : undefined;
  if (equal?.counts === 'repetition') return equal.answer;
  if (refusal?.code !== 'client_order_id_taken' || !context.rules.secondUseRepeated()) return undefined;
  return useOf(context, order)?.answer;
}

/** Marks a clientOrderId as used, with the answer to its request; an order without one is kept by its body. */
export function useClientOrderId(context: Context, order: Named, answer: Answer): void {
  const { account, rules, operation, now } = context;
  const { clientOrderId } = order;
  if (clientOrderId === null) {
    storeUnnamed(context, answer);
    return;
  }
  const use = { at: now, answer, body: bodyDigest(context) };
  storeBounded(account.usedClientOrderIds, rules.clientOrderIdKey(clientOrderId, operation, wayOf(order)), use);
}

/** The refusal of the first condition that does not hold. */
export function firstRefusal(conditions: readonly Condition[]): Refusal | undefined {
  const broken = conditions.find(([holds]) => !holds);
  return broken && new Refusal(broken[1], broken[2]);
}
