import { payoutCost } from '../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../generators/amounts/prices.ts';
import { maxCostOf } from '../../../oracles/exchange/trades.ts';
import type { Method } from '../../../runner/actions/inputs/methods.ts';
import { isAddressOf } from '../../../schemas/domain/addresses.ts';
import {
  type Decimal,
  decimal,
  type ExactObject,
  isExactNumber,
  isObject,
  parseExact,
} from '../../../schemas/json/exact.ts';
import type { TargetInventory } from '../target/targetInventory.ts';

/** A place where a body contradicts the target's own lists or interface.md. */
export interface TargetListFault {
  keyword: string;
  /** `body/` and the field. */
  place: string;
}

const fault = (keyword: string, name: string): TargetListFault => ({ keyword, place: `body/${name}` });

/** Returns a list with a fault if there is one. */
const faultIf = (isSo: boolean | undefined, keyword: string, name: string) => (isSo ? [fault(keyword, name)] : []);

const textIn = (body: ExactObject, name: string) => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

const isGiven = (body: ExactObject, name: string) => Object.hasOwn(body, name) && body[name] !== null;

/** The fields that the text requires of a body by currency and method (§ Payments, the two bodies). */
const required: Readonly<Record<Method['orderType'], Readonly<Record<string, readonly string[]>>>> = {
  PAYIN: { EUR: ['firstName', 'lastName'], USD: ['firstName', 'lastName'], USDT: ['blockchain'] },
  PAYOUT: {
    EUR: ['firstName', 'lastName', 'phoneNumber'],
    USD: ['firstName', 'lastName', 'phoneNumber'],
    KZT: ['firstName', 'lastName'],
    USDT: ['blockchain'],
  },
};

/** The fields by which a body names its method without an id, and the members of a listed method that they name. */
const references = { currency: 'currency', method: 'methodKey', blockchain: 'blockchain' } as const;

/** Returns the listed methods that a body may mean, or the fault of its reference to a method. */
function methodsMeant(
  known: TargetInventory,
  orderType: Method['orderType'],
  body: ExactObject,
): Method[] | TargetListFault {
  if (isGiven(body, 'paymentMethodId')) {
    const found = known.methods.find(({ id }) => id === body['paymentMethodId']);
    if (!found) return fault('unlisted', 'paymentMethodId');
    return found.orderType === orderType ? [found] : fault('direction', 'paymentMethodId');
  }
  let methods = known.methods.filter((one) => one.orderType === orderType);
  for (const [name, key] of Object.entries(references)) {
    const said = textIn(body, name);
    if (said === undefined && name !== 'blockchain') return fault('required', name);
    if (said !== undefined) methods = methods.filter((one) => one[key] === said);
    if (methods.length === 0) return fault('unlisted', name);
  }
  return methods;
}

/** Returns the fields that a body lacks: those that all methods it may mean require, and those that the text requires. */
function lacks(methods: readonly Method[], body: ExactObject): TargetListFault[] {
  const [first] = methods;
  if (!first) return [];
  const listed = first.required.filter((name) => methods.every((one) => one.required.includes(name)));
  const byText = isGiven(body, 'paymentMethodId') ? [] : (required[first.orderType][first.currency] ?? []);
  const names = new Set(['amount', ...listed, ...byText].filter((name) => name !== 'clientOrderId'));
  return [...names].flatMap((name) => faultIf(!Object.hasOwn(body, name), 'required', name));
}

/** Returns the amount of a body, and its fault; neither if the body has none. */
function amountIn(body: ExactObject): { amount?: Decimal; faults: TargetListFault[] } {
  if (!Object.hasOwn(body, 'amount')) return { faults: [] };
  const { amount } = body;
  if (!isExactNumber(amount)) return { faults: [fault('type', 'amount')] };
  const value = decimal(amount);
  return value.gt(0) ? { amount: value, faults: [] } : { faults: [fault('positive', 'amount')] };
}

/** Returns the limits that an amount violates. If several methods may be meant, the limits of each count. */
function beyond(
  amount: Decimal,
  limits: readonly { minLimit?: Decimal; maxLimit?: Decimal; scale?: number }[],
): TargetListFault[] {
  const breaks = {
    minLimit: limits.some(({ minLimit }) => minLimit?.gt(amount)),
    maxLimit: limits.some(({ maxLimit }) => maxLimit?.lt(amount)),
    scale: limits.some(({ scale }) => scale !== undefined && amount.decimalPlaces() > scale),
  };
  return Object.entries(breaks).flatMap(([keyword, isSo]) => faultIf(isSo, keyword, 'amount'));
}

/** True if a balance is known to hold less than a pay-out takes. */
const isShort = (known: TargetInventory, amount: Decimal) => (method: Method) =>
  known.balance(method.currency)?.lt(decimal(payoutCost(jsonNumber(amount), method).most)) ?? false;

function paymentFaults(known: TargetInventory, orderType: Method['orderType'], body: ExactObject): TargetListFault[] {
  const methods = methodsMeant(known, orderType, body);
  if (!Array.isArray(methods)) return [methods];
  const { amount, faults } = amountIn(body);
  const address = textIn(body, 'cryptoAddress');
  const isForeign = ({ blockchain = '' }: Method) =>
    address !== undefined && isAddressOf(blockchain, address) === false;
  const isPayout = orderType === 'PAYOUT';
  return [
    ...lacks(methods, body),
    ...faults,
    ...(amount ? beyond(amount, methods) : []),
    ...faultIf(isPayout && amount && methods.some(isShort(known, amount)), 'balance', 'amount'),
    ...faultIf(isPayout && methods.every(isForeign), 'address', 'cryptoAddress'),
  ];
}

/** The scale of a rate belongs to the converted amount, not to the amount itself. */
const limitsOf = ({ scale: _, ...limits }: TargetInventory['market'][number]) => limits;

function exchangeFaults(known: TargetInventory, body: ExactObject): TargetListFault[] {
  const missing = ['symbolPair', 'side', 'amount'].filter((name) => !Object.hasOwn(body, name));
  const { side } = body;
  const pair = known.market.find(({ symbolPair }) => symbolPair === body['symbolPair']);
  const { amount, faults } = amountIn(body);
  const isSide = side === 'BUY' || side === 'SELL';
  const cost = pair && isSide && amount ? maxCostOf({ ...pair, side, amount }) : undefined;
  return [
    ...missing.map((name) => fault('required', name)),
    ...faultIf(!pair && !missing.includes('symbolPair'), 'unlisted', 'symbolPair'),
    ...faultIf(!isSide && !missing.includes('side'), 'enum', 'side'),
    ...faults,
    ...(amount && pair ? beyond(amount, [limitsOf(pair)]) : []),
    ...faultIf(cost && known.balance(cost.currency)?.lt(cost.most), 'balance', 'amount'),
  ];
}

/** The most characters of a clientOrderId (§ Limits). */
const mostCharacters = 256;

const readers: Readonly<Record<string, (known: TargetInventory, body: ExactObject) => TargetListFault[]>> = {
  'POST /v1/user/payments/payin': (known, body) => paymentFaults(known, 'PAYIN', body),
  'POST /v1/user/payments/payout': (known, body) => paymentFaults(known, 'PAYOUT', body),
  'POST /v1/user/exchange': exchangeFaults,
};

/** True if the target's own lists define what a body of an operation may hold. */
export const hasTargetLists = (operation: string): boolean => Object.hasOwn(readers, operation);

/**
 * Returns the faults of the text of a pay-in, a pay-out or an exchange order, as sent, by the target's own lists and interface.md. This is a second
 * implementation of those rules, which verifies the labels of cases. Other operations have no faults.
 */
export function targetListFaults(known: TargetInventory, operation: string, text: string): TargetListFault[] {
  const reader = readers[operation];
  if (!reader) return [];
  const parsed = parseExact(text);
  if ('fault' in parsed || !isObject(parsed.value)) return [{ keyword: 'syntax', place: 'body' }];
  const id = textIn(parsed.value, 'clientOrderId');
  const isLong = id !== undefined && [...id].length > mostCharacters;
  return [...reader(known, parsed.value), ...faultIf(isLong, 'maxLength', 'clientOrderId')];
}
