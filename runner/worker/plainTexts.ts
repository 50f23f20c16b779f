import { urlOf } from '../../schemas/domain/urlOf.ts';
import { numberFor } from '../../traffic/journal/ownIds.ts';
import { commonFirstNames, commonLastNames } from './frequentNames.ts';

/** The operator's own values of fields, by method (`samples` of a target file). */
export type Samples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns one of a list by a name. */
const drawn = <One>(name: string, all: readonly [One, ...One[]] | readonly One[]): One =>
  all[numberFor(name, all.length)] as One;

const syllables = [
  ' b br d f g gr h j k kl l m n p r s st t tr v w z',
  'a e i o u a e i o ei ie au y',
  '   n r l s t ck nd rt m',
];

/** Returns a word of a few syllables, as brands are made. */
function brand(name: string): string {
  const parts = syllables.map((all) => all.split(' '));
  return Array.from({ length: 2 + numberFor(name, 2) }, (_, nth) =>
    parts.map((all, at) => drawn(`${name} ${nth} ${at}`, all)).join(''),
  ).join('');
}

/** Returns a host as very many shops have one. */
export function plainHost(key: string): string {
  const ending = drawn(`${key} ending`, ['.com', '.net', '.de', '.eu', '.co.uk', '.fr', '.pl', '.io']);
  const name = [brand(`${key} a`), ...(numberFor(key, 2) === 0 ? [] : [brand(`${key} b`)])].join('-');
  return drawn(`${key} front`, ['', 'www.', 'shop.', 'pay.', 'my.']) + name + ending;
}

/** Returns the host of the operator's own return address, if the samples have one. */
export function ownHost(samples: Samples): string | undefined {
  return Object.values(samples).flatMap(({ returnUrl }) => urlOf(returnUrl)?.host ?? [])[0];
}

/** Returns a comment as most merchants write it. */
export function plainComment(name: string): string {
  const word = drawn(`${name} word`, ['Order', 'Invoice', 'Payment', 'Ref', 'Basket', 'Booking', 'Bill', 'Purchase']);
  return `${word} ${1_000 + numberFor(`${name} number`, 899_000)}`;
}

/** The comments that generators draw. */
const drawnComments = /"comment":"([^"]*(?: as we agreed|Grüße an |Оплата заказа|のお支払い|'new'|, 2 × )[^"]*)"/g;

/** The fields that name people. */
const people = /"(firstName|lastName|cardholder|cardHolder|receiverName)":"([A-Za-z ]+)"/g;

/** Returns another name: the last word becomes a last name if there are several, or in the field for it. Equal words of one place become equal words. */
function otherName(name: string, { field, key }: { field: string; key: string }): string {
  const words = name.split(' ');
  const isLast = (at: number) => field === 'lastName' || (at > 0 && at === words.length - 1);
  return words
    .map((word, at) => {
      const other = drawn(`${key} ${word.toLowerCase()}`, isLast(at) ? commonLastNames : commonFirstNames);
      return word === word.toUpperCase() ? other.toUpperCase() : other;
    })
    .join(' ');
}

/** Returns what makes the people and the comments of a body ordinary; the operator's own words stay as he gave them. */
export function plainTexts(key: string, samples: Samples): (text: string) => string {
  const own = new Set(Object.values(samples).flatMap((fields) => Object.values(fields)));
  return (text) =>
    text
      .replace(drawnComments, (_, comment: string) => `"comment":"${plainComment(comment)}"`)
      .replace(people, (whole, field: string, name: string) =>
        own.has(name) ? whole : `"${field}":"${otherName(name, { field, key })}"`,
      );
}
