import { newId } from '../core/ids.ts';
import { type JsonObject, num } from '../core/json.ts';
import { Decimal, type Money, money, percentOf, roundUp, ZERO } from '../core/money.ts';
import { currencyOf } from '../domain/currencies.ts';

/** The three kinds of payment method. */
export const METHOD_KEYS = ['CRYPTOCOIN', 'CC_VISAMC', 'VA_QR'] as const;

/** The kind of a payment method. */
export type MethodKey = (typeof METHOD_KEYS)[number];

/** One way to pay in or out: an operation, a currency, a kind and, for crypto, a blockchain. */
export interface Method {
  id: string;
  integrationId: string;
  name: string;
  orderType: 'PAYIN' | 'PAYOUT';
  methodKey: MethodKey;
  currency: string;
  blockchain?: string | undefined;
  percent: Money;
  fixed: Money;
  minFee?: Money | undefined;
  scale: number;
  minLimit: Money;
  maxLimit: Money;
  choices?: Choices | undefined;
  required: string[];
  optional: string[];
}

/** A field whose values come from a list, such as a bank. */
export interface Choices {
  field: string;
  description: string;
  values: { value: string; name: string }[];
}

/** The banks of an IDR pay-in. */
export const CHANNELS: Choices = {
  field: 'channelCode',
  description: 'Bank of the virtual account',
  values: [
    { value: 'CIMB', name: 'CIMB Niaga' },
    { value: 'BNI', name: 'Bank Negara Indonesia' },
    { value: 'BCA', name: 'Bank Central Asia' },
    { value: 'PERMATA', name: 'Bank Permata' },
  ],
};

/** The banks of an IDR pay-out. */
export const BANKS: Choices = {
  field: 'bankCode',
  description: 'Bank of the receiver',
  values: [
    { value: 'BT', name: 'Bank transfer' },
    { value: 'I1', name: 'Instant transfer' },
    { value: 'M1', name: 'Mobile money' },
    { value: 'RI', name: 'Regional bank' },
    { value: 'QRIS', name: 'QRIS' },
  ],
};

/** The short facts from which a method is built. */
export interface MethodFacts {
  orderType: Method['orderType'];
  methodKey: MethodKey;
  currency: string;
  blockchain?: string;
  fee: [percent: string, fixed: string, minimum?: string];
  limits: [min: string, max: string];
  choices?: Choices;
  required?: string[];
  optional?: string[];
}

const KIND_NAMES: Record<MethodKey, string> = {
  CRYPTOCOIN: 'Crypto transfer',
  CC_VISAMC: 'Bank card',
  VA_QR: 'Virtual account or QR',
};

/** Builds a method out of its short facts. */
export function makeMethod(facts: MethodFacts): Method {
  const [percent, fixed, minimum] = facts.fee;
  const direction = facts.orderType === 'PAYIN' ? 'deposit' : 'withdrawal';
  const place = facts.blockchain === undefined ? facts.currency : `${facts.currency} on ${facts.blockchain}`;
  return {
    id: newId('PMD'),
    integrationId: `${facts.methodKey}-${facts.currency}-${facts.blockchain ?? 'FIAT'}-${facts.orderType}`,
    name: `${KIND_NAMES[facts.methodKey]} ${direction}, ${place}`,
    orderType: facts.orderType,
    methodKey: facts.methodKey,
    currency: facts.currency,
    blockchain: facts.blockchain,
    percent: money(percent),
    fixed: money(fixed),
    minFee: minimum === undefined ? undefined : money(minimum),
    scale: currencyOf(facts.currency).scale,
    minLimit: money(facts.limits[0]),
    maxLimit: money(facts.limits[1]),
    choices: facts.choices,
    required: ['amount', ...(facts.required ?? [])],
    optional: [...(facts.optional ?? []), 'clientOrderId', 'comment'],
  };
}

/** True when the fee of a method is not simply nothing. */
function hasFee(method: Method): boolean {
  return method.percent.gt(0) || method.fixed.gt(0);
}

/** The fee of a method on an amount: percent plus fixed, rounded up, at least the minimum fee. */
export function methodFee(method: Method, amount: Money): Money {
  if (!hasFee(method)) return ZERO;
  const fee = roundUp(percentOf(amount, method.percent).plus(method.fixed), method.scale);
  return Decimal.max(fee, method.minFee ?? ZERO);
}

/** The JSON form of a method. */
export function methodView(method: Method): JsonObject {
  const { choices, minFee } = method;
  return {
    name: method.name,
    id: method.id,
    orderType: method.orderType,
    currency: method.currency,
    blockchain: method.blockchain,
    methodKey: method.methodKey,
    productType: 'PAYMENT',
    minLimit: num(method.minLimit),
    maxLimit: num(method.maxLimit),
    percent: num(method.percent),
    fixed: num(method.fixed),
    minFeeAmount: minFee && num(minFee),
    minFeeCurrency: minFee && method.currency,
    hasNetworkFee: method.methodKey === 'CRYPTOCOIN' ? false : undefined,
    calculateFee: hasFee(method),
    scale: method.scale,
    verificationLevel: method.orderType === 'PAYIN' ? 0 : 1,
    extra: choices ? JSON.stringify({ description: choices.description, values: choices.values }) : null,
    properties: { required: method.required, optional: method.optional },
    integrationId: method.integrationId,
  };
}
