import { type Arbitrary, constantFrom, integer, oneof, record, string } from 'fast-check';

/** The fields by which interface.md names a person (§ Payments, pay-in and pay-out bodies). */
export interface Person {
  firstName: string;
  lastName: string;
  cardholder: string;
  receiverName: string;
  phoneNumber: string;
  email: string;
}

// An underscore stands for a space within a name.
const withSpaces = (name: string) => name.replaceAll('_', ' ');

// Names that very many people have, so that they tell nothing about who sends them.
const firstNames = (
  'Anna Bela Chen Dana Emil Fatma Goran Hana Maria Peter John Sofia David Laura Marco Elena Ivan Olga Paul Nina Tomas Eva Luis Carmen ' +
  'Ahmed Leila Mehmet Ayse Jan Petra Lars Ingrid Ravi Priya Wei Yuki Kenji Linh Omar Sara Daniel Julia Martin Lucia ' +
  'Anna_Maria Jose_Luis Mary_Jane Jean_Paul Karl_Heinz'
)
  .split(' ')
  .map(withSpaces);
const lastNames = (
  'Alves Berg Costa Demir Eriksen Fischer Gomez Horvat Smith Silva Novak Ivanova Rossi Garcia Martin Schmidt Jensen Kowalski Nagy Popescu ' +
  'Kaya Yilmaz Haddad Khan Singh Patel Wang Chen Tanaka Nguyen Kim Dubois Lopez Moreau Jansen Larsen Weber Koch Santos Ferrari ' +
  'Li Wu Constantinescu Wojciechowska Chandrasekaran van_den_Broeck'
)
  .split(' ')
  .map(withSpaces);

// Together longer than the usual widths of names on cards and in bank files.
const longFirstNames = 'Maria_del_Carmen Maximiliane_Alexandra Charlotte_Josephine Juan_Sebastian_Alejandro'
  .split(' ')
  .map(withSpaces);
const longLastNames = 'Garcia_Fernandez Gonzalez_Rodriguez von_Hohenstein_Oettingen Wojciechowska_Kowalczyk'
  .split(' ')
  .map(withSpaces);

// Numbers that regulators reserve for examples: of several countries, since one of them alone would be a mark.
const examplePhones = [
  '+1212555015',
  '+1312555012',
  '+1415555017',
  '+1702555019',
  '+44770090012',
  '+44770090056',
  '+44113496004',
];

type Name = Pick<Person, 'firstName' | 'lastName'>;

/** Names as people write them, of several words each and of many, with the marks and signs that careless code removes. */
export const accentedNames: readonly [Name, ...Name[]] = [
  { firstName: 'José María', lastName: 'Müller de la Cruz' },
  { firstName: 'Zoë Anne', lastName: "van D'Arcy-Žižek" },
  { firstName: 'Łukasz J.', lastName: 'Ångström Öberg' },
  { firstName: 'María del Pilar', lastName: 'Núñez y Peña' },
  { firstName: 'Élisabeth Charlotte Joséphine Ambre', lastName: 'de Montmorency-Châtillon et de La Tour du Pin Sayn' },
];

const plainName: Arbitrary<Name> = record({
  firstName: constantFrom(...firstNames),
  lastName: constantFrom(...lastNames),
});
const longName: Arbitrary<Name> = record({
  firstName: constantFrom(...longFirstNames),
  lastName: constantFrom(...longLastNames),
});

/** Generates a person with a plain ASCII name, one in three a long one, a phone number in international form, and a mail address that nobody owns. */
export const person: Arbitrary<Person> = record({
  name: oneof({ arbitrary: plainName, weight: 2 }, { arbitrary: longName, weight: 1 }),
  phone: constantFrom(...examplePhones),
  digit: integer({ min: 0, max: 9 }),
  box: string({ unit: constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 6, maxLength: 10 }),
}).map(({ name: { firstName, lastName }, phone, digit, box }) => ({
  firstName,
  lastName,
  cardholder: `${firstName} ${lastName}`.toUpperCase(),
  receiverName: `${firstName} ${lastName}`,
  phoneNumber: `${phone}${digit}`,
  email: `${box}@example.com`,
}));
