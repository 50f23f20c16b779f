import type { OrderType } from '../../../generators/payloads/payment.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { missingFault } from '../../../oracles/general/acceptance.ts';
import { neededFields } from '../../../schemas/domain/currencies.ts';
import { type Decimal, decimal, type Exact, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from './turns.ts';

/** A payment method from the target's list (§ Payment method), with the parts that a body needs. */
export interface Method<Type extends OrderType = OrderType> {
  id: string;
  orderType: Type;
  methodKey: string;
  currency: string;
  blockchain?: string;
  scale: number;
  /** The smallest and the largest amount; undefined if the list has none, or if the largest is 0. */
  minLimit?: Decimal;
  maxLimit?: Decimal;
  /** True if the list gives 0 as the largest amount. The interface does not show what that means. */
  maxIsZero: boolean;
  /** Fees: a percentage of the amount and a fixed sum; 0 if the list has none. */
  percent: Decimal;
  fixed: Decimal;
  /** The minimum fee, if the list gives one in the method's own currency. */
  leastFee?: Decimal;
  /** True if the list does not show the whole fee in the method's own currency: the service adds a network fee, or a minimum fee in another currency. */
  hidesFee: boolean;
  required: readonly string[];
  optional: readonly string[];
  /** True if the list has another method of the same currency and key, so that a body has to name this one by its id. */
  isAmbiguous?: boolean;
  /** The samples of the target file for this method, for fields that a generator cannot know. */
  samples: Readonly<Record<string, string>>;
}

/** Returns the name of a method for reports. Combinations are also sorted by this name, which puts a pay-in next to its pay-out. */
export function methodName({ currency, methodKey, blockchain, orderType }: Method): string {
  return [currency, methodKey, ...(blockchain === undefined ? [] : [blockchain]), orderType].join(' ');
}

/** The values that a wanted method must have. */
export type Wanted = Partial<Pick<Method, 'methodKey' | 'currency' | 'blockchain'>>;

/** The target's own methods list, requested once by each worker. Generators take limits and required fields from it. */
export interface Methods {
  /**
   * Returns a suitable pay-in method for which everything is at hand; the seed of the run draws which one, the same for all requirements, so that they share
   * their control requests. If there is none, the test stops as unverified.
   */
  payin(wanted?: Wanted): Method<'PAYIN'>;
  /** Returns all pay-in methods for which everything is at hand, the easiest one first; if there is none, the test stops as unverified. */
  payins(): readonly [Method<'PAYIN'>, ...Method<'PAYIN'>[]];
  /**
   * Returns a suitable pay-out method that the seed draws among those of the easiest kind; if there is none, the test stops as unverified. Currencies that need
   * no name are left to requirements that read balances, if there are others.
   */
  payout(wanted?: Wanted): Method<'PAYOUT'>;
  /** Returns the pay-out methods among which `payout` draws, the easiest one first. */
  payouts(): readonly [Method<'PAYOUT'>, ...Method<'PAYOUT'>[]];
  /** Returns the pay-in method with this key and the fewest required fields; if there is none, the test stops as unverified. */
  plainest(methodKey: string): Method<'PAYIN'>;
  /** Returns all listed methods in the order of their names; if there are none, the test stops as unverified. */
  all(): readonly Method[];
  /** The exchange that read the list. */
  exchange: Exchange;
}

/**
 * Returns the keys of the listed pay-ins that may send their payer to a page. If the list has no pay-in of this kind, logs that the requirement is not
 * applicable.
 */
export function redirected(methods: Methods, log: Pick<AssertionLog, 'lack'>): string[] {
  const listed = new Set(methods.all().flatMap((one) => (one.orderType === 'PAYIN' ? one.methodKey : [])));
  const found = ['CC_VISAMC', 'VA_QR'].filter((key) => listed.has(key));
  const reason = 'the methods list has no pay-in by card or virtual account';
  if (found.length === 0) log.lack({ code: 'notApplicable', reason, exchanges: [methods.exchange.id] });
  return found;
}

/** No currency has more decimals than this. A larger value from the target must not stop a run. */
const mostPlaces = 30;

const amountOf = (value: unknown) => (isExactNumber(value) ? decimal(value) : undefined);

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Returns the decimals of a method's amounts; 2 if the list has none, or more than any currency has. */
function scaleOf(value: Exact): number {
  const scale = Number(amountOf(field(value, 'scale')) ?? 2);
  return Number.isInteger(scale) && scale >= 0 && scale <= mostPlaces ? scale : 2;
}

/** Returns a list with the method of one entry; an empty list if the entry lacks what a body needs. */
function methodOf(value: Exact, samplesFor: (key: string) => Record<string, string>): Method[] {
  const [id, orderType, methodKey, currency] = ['id', 'orderType', 'methodKey', 'currency'].map((name) =>
    textField(value, name),
  );
  if (!id || !methodKey || !currency || (orderType !== 'PAYIN' && orderType !== 'PAYOUT')) return [];
  const blockchain = textField(value, 'blockchain');
  const [minLimit, maxLimit] = ['minLimit', 'maxLimit'].map((name) => amountOf(field(value, name)));
  const properties = field(value, 'properties');
  const isOwn = (textField(value, 'minFeeCurrency') ?? currency) === currency;
  const listedFee = amountOf(field(value, 'minFeeAmount'));
  const leastFee = listedFee?.gt(0) ? listedFee : undefined;
  return [
    {
      id,
      orderType,
      methodKey,
      currency,
      ...(blockchain !== undefined && { blockchain }),
      scale: scaleOf(value),
      ...(minLimit && { minLimit }),
      ...(maxLimit?.gt(0) && { maxLimit }),
      maxIsZero: maxLimit?.isZero() ?? false,
      percent: amountOf(field(value, 'percent')) ?? decimal('0'),
      fixed: amountOf(field(value, 'fixed')) ?? decimal('0'),
      ...(isOwn && leastFee && { leastFee }),
      hidesFee: field(value, 'hasNetworkFee') === true || (!isOwn && leastFee !== undefined),
      required: names(field(properties, 'required')),
      optional: names(field(properties, 'optional')),
      samples: { ...samplesFor(methodKey), ...samplesFor(`${methodKey}/${blockchain}`) },
    },
  ];
}

/** True if currency and method, with the blockchain where the text asks for it, name only this method of a list (§ Payments, both bodies). */
function isNamed({ orderType, methodKey, currency, blockchain }: Method, listed: readonly Method[]): boolean {
  const isByChain = neededFields(orderType, currency).includes('blockchain');
  const alike = listed.filter(
    (one) => one.orderType === orderType && one.methodKey === methodKey && one.currency === currency,
  );
  return alike.filter((one) => !isByChain || one.blockchain === blockchain).length === 1;
}

/** True if a body names a method by currency and method, with what the text needs of such a body; by its id, the fields are those of its properties (rule 1). */
export const isNamedByCurrency = ({ isAmbiguous = false }: Method): boolean => !isAmbiguous;

/** Returns the methods of the target's list, and of each whether another one shares its currency and key; entries that lack what a body needs are left out. */
export function methodsOf(list: unknown, samplesFor: (key: string) => Record<string, string>): Method[] {
  const all = Array.isArray(list) ? list.flatMap((value) => methodOf(value, samplesFor)) : [];
  return all.map((method) => (isNamed(method, all) ? method : { ...method, isAmbiguous: true }));
}

/** The decimals of currencies; one that is missing surely has two. */
export type CurrencyPlaces = ReadonlyMap<string, number>;

/**
 * Returns the decimals of each currency, which the methods of the target list as their scale: the fewest of its methods, since an amount names no blockchain. An
 * entry counts that lacks what a body needs. Empty if the target lists no methods.
 */
export async function placesByCurrency(api: Api): Promise<CurrencyPlaces> {
  const { json } = await api.control(read.methods());
  const places = new Map<string, number>();
  for (const method of Array.isArray(json) ? json : []) {
    const currency = textField(method, 'currency');
    if (currency === undefined || !isExactNumber(field(method, 'scale'))) continue;
    const scale = scaleOf(method);
    places.set(currency, Math.min(scale, places.get(currency) ?? scale));
  }
  return places;
}

/** Cards come first: any generated card works, but an account or address must belong to somebody. */
const preference = ['CC_VISAMC', 'VA_QR', 'CRYPTOCOIN'];

const rankOf = ({ samples, methodKey }: Method) =>
  (Object.keys(samples).length > 0 ? 0 : preference.length) + preference.indexOf(methodKey);

/** Returns the test of methods for a direction. */
export const isOf =
  <Type extends OrderType>(orderType: Type) =>
  (method: Method): method is Method<Type> =>
    method.orderType === orderType;

/** Reads the methods list of the target for one requirement. Any card pays, so a generated card replaces a missing sample. */
export async function readMethods(worker: Worker, api: Api, log: AssertionLog): Promise<Methods> {
  const { record, target, cards } = worker;
  const samplesFor = (key: string) =>
    target.samples[key] ?? (key === 'CC_VISAMC' ? { cardNumber: cards[0] ?? '' } : {});
  const exchange = await api.control(read.methods());
  const all = methodsOf(exchange.json, samplesFor);
  const ready = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  const suitable = <Type extends OrderType>(
    orderType: Type,
    wanted: Wanted,
  ): readonly [Method<Type>, ...Method<Type>[]] => {
    const [found, ...more] = ready
      .filter(isOf(orderType))
      .filter((method) => Object.entries(wanted).every(([name, value]) => method[name as keyof Wanted] === value));
    const description = [orderType, ...Object.values(wanted)].join(' ');
    return [found ?? log.stop(missingFault(record, exchange, `a method ${description}`)), ...more];
  };
  const isReady = (one: Method) => Object.keys(one.samples).length > 0 && !one.isAmbiguous;
  const atHand = ([easiest, ...more]: readonly [Method<'PAYIN'>, ...Method<'PAYIN'>[]]) => {
    return [easiest, ...more.filter(isReady)] as const;
  };
  const ofOneKind = ([easiest, ...more]: readonly [Method<'PAYOUT'>, ...Method<'PAYOUT'>[]]) => {
    const isNeeding = ({ currency }: Method) => neededFields('PAYOUT', currency).length > 0;
    const isAlike = (one: Method) => one.methodKey === easiest.methodKey && isNeeding(one) === isNeeding(easiest);
    return [easiest, ...more.filter((one) => isAlike(one) && isReady(one))] as const;
  };
  const byName = all.toSorted((a, b) => (methodName(a) < methodName(b) ? -1 : 1));
  return {
    exchange,
    payin: (wanted = {}) => drawnItem(worker, 'pay-in method', atHand(suitable('PAYIN', wanted))),
    payins: () => atHand(suitable('PAYIN', {})),
    payout: (wanted = {}) => drawnItem(worker, 'pay-out method', ofOneKind(suitable('PAYOUT', wanted))),
    payouts: () => ofOneKind(suitable('PAYOUT', {})),
    plainest: (methodKey) => {
      const payins = byName.filter(isOf('PAYIN')).filter((method) => method.methodKey === methodKey);
      return payins.toSorted((a, b) => a.required.length - b.required.length)[0] ?? suitable('PAYIN', { methodKey })[0];
    },
    all: () => (byName.length > 0 ? byName : log.stop(missingFault(record, exchange, 'a method'))),
  };
}
