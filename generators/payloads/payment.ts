import { type Arbitrary, constantFrom, integer, record, tuple } from 'fast-check';
import { neededFields } from '../../schemas/domain/currencies.ts';
import { listedValues } from '../../schemas/domain/sampleFields.ts';
import type { ExactNumber } from '../../schemas/json/decimal.ts';
import type { PayinBody, PayoutBody } from '../../schemas/requestTypes.ts';
import { type Limits, leastAmount, payinAmount, smallAmount } from '../amounts/amounts.ts';
import { checkoutTexts } from './checkout.ts';
import { type Person, person } from './person.ts';

/** The body of a payment by its direction. */
export type PaymentBodies = { PAYIN: PayinBody; PAYOUT: PayoutBody };

/** The direction of a payment. */
export type OrderType = keyof PaymentBodies;

type Amount = { amount: ExactNumber | number };

/** Builds the body of a pay-in with what every pay-in needs, the given fields, and no others. */
export const barePayin = (fields: Partial<PayinBody> & Amount): PayinBody => fields;

/** Builds the body of a pay-out with what every pay-out needs, the given fields, and no others. */
export const barePayout = (fields: Partial<PayoutBody> & Amount): PayoutBody => fields;

type Fields = Partial<PayinBody & PayoutBody> & Amount;

const bare: { [Type in OrderType]: (fields: Fields) => PaymentBodies[Type] } = { PAYIN: barePayin, PAYOUT: barePayout };

/** The parts of a method in the target's own list that a body needs (§ Payment method). */
export interface MethodInput<Type extends OrderType = OrderType> extends Limits {
  id: string;
  orderType: Type;
  methodKey: string;
  currency: string;
  blockchain?: string;
  required: readonly string[];
  optional?: readonly string[];
  /** True if the list has another method of the same currency and key, so that a body has to name this one by its id. */
  isAmbiguous?: boolean;
  /** Values that only the operator knows: a valid account, address or card, by field name. */
  samples: Readonly<Record<string, string>>;
}

type Words = Readonly<Record<'thing' | 'other' | 'number', string>>;

const things = (
  'tea milk rice soap wool salt books shoes lamps chairs tickets flowers paint tools paper candles bread apples coffee gloves blankets ' +
  'mirrors baskets kettles bicycles umbrellas carpets guitars notebooks cushions'
).split(' ');

const words: Arbitrary<Words> = record({
  thing: constantFrom(...things),
  other: constantFrom(...things),
  number: integer({ min: 2, max: 9_999 }).map(String),
});

/** Comments as people write them: in several scripts, with signs that formats escape, and of several lengths. */
const comments: readonly ((words: Words) => string)[] = [
  ({ thing, other, number }) => `${thing} & ${other} < ${number}, ${number.at(-1)}0% 'new'`,
  ({ thing, number }) => `Grüße an Zoë, ${number} × ${thing}`,
  ({ thing, number }) => `Оплата заказа № ${number} (${thing})`,
  ({ thing, number }) => `注文 ${number} のお支払い: ${thing}`,
  ({ thing, other, number }) => `\\ / "${thing}" {${other}}; +${number} = ${number}?`,
  ({ thing }) => thing.slice(0, 3),
  ({ thing }) => thing.slice(0, 1),
  ({ thing, number }) => `№ ${number}, 2 × ${thing}`,
  ({ thing, other, number }) =>
    `${number} ${`boxes of ${thing} and of ${other}, `.repeat(1 + (Number(number) % 6))}as we agreed`,
];

/** The lengths of comments that are longer than their words. */
const lengths = [36, 70, 100, 128, 150, 200, 254, 255] as const;

/** Generates a comment; one in three is repeated up to a length, since a service may keep a part of it. */
const comment: Arbitrary<string> = tuple(constantFrom(...comments), words, integer({ min: 0, max: 23 })).map(
  ([written, drawn, nth]) => {
    const [text, length] = [written(drawn), lengths[nth]];
    return length === undefined ? text : [...`${text} `.repeat(length)].slice(0, length).join('').trimEnd();
  },
);

const writer = record({
  who: person,
  comment,
  channelCode: constantFrom(...listedValues.channelCode),
  bankCode: constantFrom(...listedValues.bankCode),
  /** One in three says nothing about an order, so that there are small bodies too. */
  isSilent: constantFrom(true, false, false),
}).map(({ who, ...texts }) => ({ ...who, ...texts }));

/** Generates the amount of an order: a pay-in costs nothing, a pay-out takes from the balance. */
const amountOf = (method: MethodInput) => (method.orderType === 'PAYIN' ? payinAmount(method) : smallAmount(method));

/** Fields that the text demands for a method although the table has no star for them: a card, an address, an account to pay to. */
const destination: Readonly<Record<string, readonly string[]>> = {
  CC_VISAMC: ['cardNumber'],
  CRYPTOCOIN: ['cryptoAddress'],
  VA_QR: ['bankAccount', 'bankCode'],
};

/** Returns the names of the fields that a body for this method needs besides amount, currency and method. */
function fieldsFor({ orderType, methodKey, currency, required }: MethodInput): string[] {
  const byText = neededFields(orderType, currency);
  const towards = orderType === 'PAYOUT' ? (destination[methodKey] ?? []) : [];
  return [...new Set([...byText, ...towards, ...required])];
}

/** What the values of fields come from: a person with a comment and listed codes of banks, and the method. */
interface Known {
  who: Person & Readonly<Record<'comment' | 'channelCode' | 'bankCode', string>>;
  method: MethodInput;
}

function knownValue(name: string, { who, method }: Known): unknown {
  const known: Readonly<Record<string, unknown>> = {
    ...who,
    returnUrl: checkoutTexts.returnUrl,
    paymentMethodId: method.id,
    currency: method.currency,
    method: method.methodKey,
    blockchain: method.blockchain,
    ...method.samples,
  };
  // A target may list any name as required, even the name of a property that every object inherits.
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** A body whose fields all have a value, or the names of those that need a sample in the target's file. */
export type BodyOrMissing<Body = PaymentBodies[OrderType]> = { body: Body; missing: readonly string[] };

/** The fields that a method names, with their values. */
function namedFields(known: Known, names: readonly string[]) {
  const values = names.map((name) => [name, knownValue(name, known)] as const);
  return {
    fields: Object.fromEntries(values),
    missing: values.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

/** Returns the fields by which a body names its method: currency and method, or the id where several methods share these (§ Payments, rule 1). */
const namingOf = ({ id, currency, methodKey, isAmbiguous = false }: MethodInput) =>
  isAmbiguous ? { paymentMethodId: id } : { currency, method: methodKey };

/**
 * Generates the body of a pay-in or pay-out by currency and method, with exactly the fields that the text and the method require; by paymentMethodId if currency
 * and method name several methods. Values in `samples` replace the samples of the method.
 */
export function paymentBody<Type extends OrderType>(
  listed: MethodInput<Type>,
  samples: MethodInput['samples'] = {},
): Arbitrary<BodyOrMissing<PaymentBodies[Type]>> {
  const method = { ...listed, samples: { ...listed.samples, ...samples } };
  const { orderType } = method;
  const naming = namingOf(method);
  const names = fieldsFor(method).filter((name) => !['amount', 'clientOrderId', ...Object.keys(naming)].includes(name));
  return record({ amount: amountOf(method), who: writer }).map(({ amount, who }) => {
    const { fields, missing } = namedFields({ method, who }, names);
    const extra = {
      ...(orderType === 'PAYIN' && { returnUrl: checkoutTexts.returnUrl }),
      ...(!who.isSilent && { comment: who.comment }),
    };
    return { body: bare[orderType]({ amount, ...naming, ...extra, ...fields }), missing };
  });
}

/** Fields that every body has besides the fields of its method: the id of the method, the amount, by which the effect shows, and the clientOrderId. */
const given = ['paymentMethodId', 'amount', 'clientOrderId'];

/** Generates the body of a pay-in or pay-out by paymentMethodId, with exactly the fields that the method requires (§ Payments, rule 1). */
export function requiredBody<Type extends OrderType>(
  method: MethodInput<Type>,
): Arbitrary<BodyOrMissing<PaymentBodies[Type]>> {
  const names = [...new Set(method.required)].filter((name) => !given.includes(name));
  return record({ amount: amountOf(method), who: writer }).map(({ amount, who }) => {
    const { fields, missing } = namedFields({ method, who }, names);
    return { body: bare[method.orderType]({ paymentMethodId: method.id, amount, ...fields }), missing };
  });
}

/**
 * Generates the same body with the least amount that the method accepts. Requirements on required fields and on limits share it as their control request.
 */
export const leastBody = <Type extends OrderType>(
  method: MethodInput<Type>,
): Arbitrary<BodyOrMissing<PaymentBodies[Type]>> =>
  requiredBody(method).map(({ body, missing }) => ({ body: { ...body, amount: leastAmount(method) }, missing }));

/** Optional fields that any value of the right kind fits, so that they never are a reason to refuse a body. */
const harmless: readonly string[] = [
  'comment',
  'returnUrl',
  'firstName',
  'lastName',
  'cardholder',
  'receiverName',
  'phoneNumber',
  'email',
];

/** True for a field that any value of the right kind fits. */
export const isHarmless = (name: string): boolean => harmless.includes(name);

/** Generates a body by paymentMethodId with the fields that the method requires and the harmless ones that it lists as optional (§ Payments, rule 1). */
export const listedBody = <Type extends OrderType>(
  method: MethodInput<Type>,
): Arbitrary<BodyOrMissing<PaymentBodies[Type]>> =>
  requiredBody({
    ...method,
    required: [...method.required, ...(method.optional ?? []).filter(isHarmless)],
  });
