import { type Arbitrary, constantFrom, integer, record, string } from 'fast-check';
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

/** A person with a plain ASCII name, a phone number in international form, and a mail address that nobody has. */
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

/** A method of the target's own list, as far as a body needs it (§ Payment method). */
export interface MethodInput extends Limits {
  id: string;
  orderType: 'PAYIN' | 'PAYOUT';
  methodKey: string;
  currency: string;
  blockchain?: string;
  required: readonly string[];
  /** What only the operator knows: a valid account, address or card, by field name. */
  samples: Readonly<Record<string, string>>;
}

/** Fields that the text requires of a body sent by currency and method (§ Payments, the two bodies). */
const textRequires: Readonly<Record<MethodInput['orderType'], Readonly<Record<string, readonly string[]>>>> = {
  PAYIN: { EUR: ['firstName', 'lastName'], USD: ['firstName', 'lastName'], USDT: ['blockchain'] },
  PAYOUT: {
    EUR: ['firstName', 'lastName', 'phoneNumber'],
    USD: ['firstName', 'lastName', 'phoneNumber'],
    KZT: ['firstName', 'lastName'],
    USDT: ['blockchain'],
  },
};

const returnUrl = 'https://merchant.example.com/return';
const comment = "conformance: a & b < c, 100% 'plain'";

/** Where the text says what a method needs without starring it: a card, an address, an account to pay to. */
const destination: Readonly<Record<string, readonly string[]>> = {
  CC_VISAMC: ['cardNumber'],
  CRYPTOCOIN: ['cryptoAddress'],
  VA_QR: ['bankAccount', 'bankCode'],
};

/** The names of the fields that a body for this method needs beside amount, currency and method. */
function fieldsFor({ orderType, methodKey, currency, required }: MethodInput): string[] {
  const byText = textRequires[orderType][currency] ?? [];
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
  // A target may list any name as required, that of a property of every object too.
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** A body whose fields all have a value, or the names of those that need a sample in the target's file. */
export type BodyOrMissing = { body: Record<string, unknown>; missing: readonly string[] };

/** The body of a pay-in or pay-out by currency and method, with exactly the fields that text and method ask for; `samples` win over the method's own. */
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

/** What a body always has beside the fields of its method: its own id, and one that tells its effect. */
const given = ['paymentMethodId', 'amount', 'clientOrderId'];

/** The body of a pay-in or pay-out by paymentMethodId, with exactly the fields that the method requires (§ Payments, rule 1). */
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

/** The fields of a body by paymentMethodId of which each is required by its method, the amount always; that it is left out shows in the text that is sent. */
export function requiredFields({ required }: Pick<MethodInput, 'required'>): string[] {
  return [...new Set(['amount', ...required])].filter((name) => name !== 'clientOrderId');
}
