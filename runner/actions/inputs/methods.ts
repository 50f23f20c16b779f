import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { missingFault } from '../../../oracles/general/acceptance.ts';
import { type Decimal, decimal, type Exact, isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';

/** A payment method as the target lists it (§ Payment method), as far as a body needs it. */
export interface Method {
  id: string;
  orderType: 'PAYIN' | 'PAYOUT';
  methodKey: string;
  currency: string;
  blockchain?: string;
  scale: number;
  /** Smallest and largest amount; undefined where the list has none, or a largest of 0. */
  minLimit?: Decimal;
  maxLimit?: Decimal;
  /** The list has a largest amount of 0, whose meaning is not shown. */
  maxIsZero: boolean;
  /** Fees: percent of the amount, and a fixed sum; 0 where the list has none. */
  percent: Decimal;
  fixed: Decimal;
  /** The least fee, where the list names one in the method's own currency. */
  leastFee?: Decimal;
  /** The chain's fee comes on top, which the list does not tell. */
  hasNetworkFee: boolean;
  required: readonly string[];
  optional: readonly string[];
  /** What the target's file gives for this method: fields that a generator cannot know. */
  samples: Readonly<Record<string, string>>;
}

/** What a method is called in reports, and what cells are sorted by: a pay-in beside its pay-out. */
export function methodName({ currency, methodKey, blockchain, orderType }: Method): string {
  return [currency, methodKey, ...(blockchain === undefined ? [] : [blockchain]), orderType].join(' ');
}

/** What a method must be like. */
export type Wanted = Partial<Pick<Method, 'methodKey' | 'currency' | 'blockchain'>>;

/** The target's own methods list, asked once by each worker: generators take limits and required fields from it. */
export interface Methods {
  /** The pay-in method that is easiest to use of those like this; without one the test stops as unverified. */
  payin(wanted?: Wanted): Method;
  /** The pay-out method that is easiest to use of those like this; without one the test stops as unverified. */
  payout(wanted?: Wanted): Method;
  /** The pay-in method of this key that asks for least; without one the test stops as unverified. */
  plainest(methodKey: string): Method;
  /** Every method of the list, in the order of their names; when there is none the test stops as unverified. */
  all(): readonly Method[];
  /** The exchange that the list was read by. */
  exchange: Exchange;
}

/** The keys of the listed pay-ins that may send their payer to a page; says so where a target has none of them. */
export function redirected(methods: Methods, claims: Pick<AssertionLog, 'lack'>): string[] {
  const listed = new Set(methods.all().flatMap((one) => (one.orderType === 'PAYIN' ? one.methodKey : [])));
  const found = ['CC_VISAMC', 'VA_QR'].filter((key) => listed.has(key));
  const reason = 'the methods list has no pay-in by card or virtual account';
  if (found.length === 0) claims.lack({ code: 'notApplicable', reason, exchanges: [methods.exchange.id] });
  return found;
}

/** No currency has more decimal places; what a target writes here must not stop a run. */
const mostPlaces = 30;

const amountOf = (value: unknown) => (isExactNumber(value) ? decimal(value) : undefined);

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** The decimal places of a method's amounts; 2 where the list has none, or more than any currency has. */
function scaleOf(value: Exact): number {
  const scale = Number(amountOf(field(value, 'scale')) ?? 2);
  return Number.isInteger(scale) && scale >= 0 && scale <= mostPlaces ? scale : 2;
}

/** A method as an entry of the list shows it; none where an entry lacks what a body needs. */
export function methodOf(value: Exact, samplesFor: (key: string) => Record<string, string>): Method[] {
  const [id, orderType, methodKey, currency] = ['id', 'orderType', 'methodKey', 'currency'].map((name) =>
    textField(value, name),
  );
  if (!id || !methodKey || !currency || (orderType !== 'PAYIN' && orderType !== 'PAYOUT')) return [];
  const blockchain = textField(value, 'blockchain');
  const [minLimit, maxLimit] = ['minLimit', 'maxLimit'].map((name) => amountOf(field(value, name)));
  const properties = field(value, 'properties');
  const isOwn = (textField(value, 'minFeeCurrency') ?? currency) === currency;
  const leastFee = isOwn ? amountOf(field(value, 'minFeeAmount')) : undefined;
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
      ...(leastFee?.gt(0) && { leastFee }),
      hasNetworkFee: field(value, 'hasNetworkFee') === true,
      required: names(field(properties, 'required')),
      optional: names(field(properties, 'optional')),
      samples: { ...samplesFor(methodKey), ...samplesFor(`${methodKey}/${blockchain}`) },
    },
  ];
}

/** Cards first: any drawn card will do, while an account or an address must be somebody's. */
const preference = ['CC_VISAMC', 'VA_QR', 'CRYPTOCOIN'];

const rankOf = ({ samples, methodKey }: Method) =>
  (Object.keys(samples).length > 0 ? 0 : preference.length) + preference.indexOf(methodKey);

/** Reads the methods list of the target for one requirement. Any card pays, so a drawn one stands in for a sample. */
export async function readMethods({ record, target, cards }: Worker, api: Api, ledger: AssertionLog): Promise<Methods> {
  const samplesFor = (key: string) =>
    target.samples[key] ?? (key === 'CC_VISAMC' ? { cardNumber: cards[0] ?? '' } : {});
  const exchange = await api.control(read.methods());
  const all = Array.isArray(exchange.json) ? exchange.json.flatMap((value) => methodOf(value, samplesFor)) : [];
  const ready = all.toSorted((a, b) => rankOf(a) - rankOf(b));
  const first = (orderType: Method['orderType'], wanted: Wanted): Method => {
    const found = ready.find(
      (method) =>
        method.orderType === orderType &&
        Object.entries(wanted).every(([name, value]) => method[name as keyof Wanted] === value),
    );
    const told = [orderType, ...Object.values(wanted)].join(' ');
    return found ?? ledger.stop(missingFault(record, exchange, `a method ${told}`));
  };
  const byName = all.toSorted((a, b) => (methodName(a) < methodName(b) ? -1 : 1));
  return {
    exchange,
    payin: (wanted = {}) => first('PAYIN', wanted),
    payout: (wanted = {}) => first('PAYOUT', wanted),
    plainest: (methodKey) => {
      const payins = byName.filter((method) => method.orderType === 'PAYIN' && method.methodKey === methodKey);
      return payins.toSorted((a, b) => a.required.length - b.required.length)[0] ?? first('PAYIN', { methodKey });
    },
    all: () => (byName.length > 0 ? byName : ledger.stop(missingFault(record, exchange, 'a method'))),
  };
}
