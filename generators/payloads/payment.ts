import { type Arbitrary, constantFrom, integer, record, string } from 'fast-check';
import { neededFields } from '../../schemas/domain/currencies.ts';
import { type Limits, smallAmount } from '../amounts/amounts.ts';

/** The fields by which interface.md names a person (§ Payments, pay-in and pay-out bodies). */
interface Person {
  firstName: string;
  lastName: string;
  cardholder: string;
  receiverName: string;
  phoneNumber: string;
  email: string;
}

const firstNames = ['Anna', 'Bela', 'Chen', 'Dana', 'Emil', 'Fatma', 'Goran', 'Hana'];
const lastNames = ['Alves', 'Berg', 'Costa', 'Demir', 'Eriksen', 'Fischer', 'Gomez', 'Horvat'];

/** Generates a person with a plain ASCII name, a phone number in international form, and a mail address that nobody owns. */
export const person: Arbitrary<Person> = record({
  firstName: constantFrom(...firstNames),
  lastName: constantFrom(...lastNames),
  digits: integer({ min: 1_000_000, max: 9_999_999 }),
  box: string({ unit: constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 6, maxLength: 10 }),
}).map(({ firstName, lastName, digits, box }) => ({
  firstName,
  lastName,
  cardholder: `${firstName} ${lastName}`.toUpperCase(),
  receiverName: `${firstName} ${lastName}`,
  // 555 numbers are reserved for examples.
  phoneNumber: `+1555${digits}`,
  email: `${box}@example.com`,
}));

/** The parts of a method in the target's own list that a body needs (§ Payment method). */
export interface MethodInput extends Limits {
  id: string;
  orderType: 'PAYIN' | 'PAYOUT';
  methodKey: string;
  currency: string;
  blockchain?: string;
  required: readonly string[];
  /** Values that only the operator knows: a valid account, address or card, by field name. */
  samples: Readonly<Record<string, string>>;
}

const returnUrl = 'https://merchant.example.com/return';
const comment = "conformance: a & b < c, 100% 'plain'";

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

function knownValue(name: string, { who, method }: { who: Person; method: MethodInput }): unknown {
  const known: Readonly<Record<string, unknown>> = {
    ...who,
    returnUrl,
    comment,
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
export type BodyOrMissing = { body: Record<string, unknown>; missing: readonly string[] };

/**
 * Generates the body of a pay-in or pay-out by currency and method, with exactly the fields that the text and the method require. Values in `samples` replace
 * the samples of the method.
 */
export function paymentBody(listed: MethodInput, samples: MethodInput['samples'] = {}): Arbitrary<BodyOrMissing> {
  const method = { ...listed, samples: { ...listed.samples, ...samples } };
  return record({ amount: smallAmount(method), who: person }).map(({ amount, who }) => {
    const names = fieldsFor(method).filter((name) => !['amount', 'currency', 'method', 'clientOrderId'].includes(name));
    const values = names.map((name) => [name, knownValue(name, { who, method })] as const);
    const extra = method.orderType === 'PAYIN' ? { returnUrl } : {};
    return {
      body: {
        amount,
        currency: method.currency,
        method: method.methodKey,
        ...extra,
        comment,
        ...Object.fromEntries(values),
      },
      missing: values.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  });
}

/** Fields that every body has besides the fields of its method: the id of the method, the amount, by which the effect shows, and the clientOrderId. */
const given = ['paymentMethodId', 'amount', 'clientOrderId'];

/** Generates the body of a pay-in or pay-out by paymentMethodId, with exactly the fields that the method requires (§ Payments, rule 1). */
export function requiredBody(method: MethodInput): Arbitrary<BodyOrMissing> {
  return record({ amount: smallAmount(method), who: person }).map(({ amount, who }) => {
    const names = [...new Set(method.required)].filter((name) => !given.includes(name));
    const values = names.map((name) => [name, knownValue(name, { who, method })] as const);
    return {
      body: { paymentMethodId: method.id, amount, ...Object.fromEntries(values) },
      missing: values.filter(([, value]) => value === undefined).map(([name]) => name),
    };
  });
}

/** Returns the fields that the method requires in a body by paymentMethodId, and always the amount. The sent body shows which of these fields is left out. */
export function requiredFields({ required }: Pick<MethodInput, 'required'>): string[] {
  return [...new Set(['amount', ...required])].filter((name) => name !== 'clientOrderId');
}
