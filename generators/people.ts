import { type Arbitrary, constantFrom, integer, record, string } from 'fast-check';

/** The fields by which interface.md names a person (§ Payments, pay-in and pay-out bodies). */
export interface Person {
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
