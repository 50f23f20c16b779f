import { createHash } from 'node:crypto';
import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import type { CheckoutBody } from '../../schemas/requestTypes.ts';
import { amountWithin, jsonNumber } from '../amounts/prices.ts';
import { maxIdCharacters, paddedId } from '../texts/ids.ts';

const dayMs = 86_400_000;

/** The name of a checkout, and the address to which its end user returns. */
export const checkoutTexts = { name: 'an order of goods', returnUrl: 'https://merchant.example.com/return' };

/** Plain names of checkouts, from two characters to sixty, as shops write them. */
const plainNames = [
  'T1',
  'Tea',
  'milk & Tea',
  'Tea 2000',
  "Anna's order, 3 boxes",
  checkoutTexts.name,
  'a box of goods and services, in parts',
  'order of goods and services, delivered in thirty boxes, paid',
] as const;

/** Addresses to which shops have an end user return. */
const plainReturns = [
  checkoutTexts.returnUrl,
  'https://merchant.example.com/',
  `${checkoutTexts.returnUrl}?order=100245&lang=en`,
  `${checkoutTexts.returnUrl}/order/${'step/'.repeat(16)}done`,
] as const;

/**
 * Returns a body whose name and returnUrl, where they are the ones that bodies have by default, are plain ones in turn: no rule may hold for texts of one length
 * only.
 */
export function wordedInTurn<Body extends object>(body: Body, nth: number): Body {
  const { name, returnUrl } = body as { name?: unknown; returnUrl?: unknown };
  const isUsual = { name: name === checkoutTexts.name, returnUrl: returnUrl === checkoutTexts.returnUrl };
  return {
    ...body,
    ...(isUsual.name && { name: plainNames[nth % plainNames.length] }),
    ...(isUsual.returnUrl && { returnUrl: plainReturns[Math.floor(nth / plainNames.length) % plainReturns.length] }),
  };
}

/** Builds the body of a checkout of one type with what every checkout needs, the given fields, and no others. */
export function bareCheckout(type: string, fields: Partial<CheckoutBody> = {}): CheckoutBody {
  return { type, ...fields };
}

/** Builds the body of a checkout of one type with every field that suits each type, except clientOrderId. */
export function checkoutBody(type: string, fields: Partial<CheckoutBody> = {}): CheckoutBody {
  return bareCheckout(type, { ...checkoutTexts, ...fields });
}

/** Builds the body of a FIXED_PRICE checkout with every field except clientOrderId. */
export function fixedCheckout(price: Price, expiresAt: string, amount = amountWithin(price)): CheckoutBody {
  const fixedAmount = { amount: jsonNumber(amount), currency: price.currency };
  return checkoutBody('FIXED_PRICE', { fixedAmount, expiresAt });
}

/** Lives of at least this many days end in the first hour of a UTC day, which some servers write as the 24th. */
const daysToMidnight = 1;

/** Moves the end of a long life to half past midnight of its day; a shorter one, or one that this would make short, stays. */
function atMidnight(endMs: number, nowMs: number): number {
  const moved = Math.floor(endMs / dayMs) * dayMs + 30 * 60_000;
  return endMs - nowMs >= daysToMidnight * dayMs && moved <= endMs && moved - nowMs > dayMs / 8 ? moved : endMs;
}

/** Ends of an expiry with a fraction that a target would not produce on its own, in digits of varying number (§ General conventions) or beside another name of UTC. */
const fractions = {
  milliseconds: '.347Z',
  tenths: '.3Z',
  'milliseconds and an offset': '.347+00:00',
  microseconds: '.347123Z',
  nanoseconds: '.347123456Z',
} as const;

/** The name of a fraction of an expiry. */
export type Fraction = keyof typeof fractions;

/** The fractions of an expiry that a target draws from: up to milliseconds, and finer ones, which a reader of whole milliseconds has to cut. */
export const expiryFractions = {
  'a fraction in expiresAt': ['milliseconds', 'tenths', 'milliseconds and an offset'],
  'a finer fraction in expiresAt': ['microseconds', 'nanoseconds'],
} as const satisfies Record<string, readonly [Fraction, ...Fraction[]]>;

const anyFraction = [undefined, ...Object.values(expiryFractions).flat()];

/** Returns the fraction of an expiry whose turn it is, which may be none. */
export const fractionInTurn = (nth: number): Fraction | undefined => anyFraction[nth % anyFraction.length];

/** Returns the expiry of a checkout that is created at `nowMs` and lives for `minutes`: in whole seconds, or with a fraction. */
export function expiry(nowMs: number, minutes: number, fraction?: Fraction): string {
  // The expiry is never after the requested end, since that end may be the longest lifetime that a target accepts.
  const wholeMs = Math.floor((nowMs + minutes * 60_000) / 1000) * 1000 - (fraction ? 1000 : 0);
  const text = new Date(atMidnight(wholeMs, nowMs)).toISOString();
  return text.replace('.000Z', fraction ? fractions[fraction] : 'Z');
}

/** Names of checkouts as people write them; each must come back exactly as sent (CHK-04). */
const echoNames = {
  'beyond ASCII': 'Zoë Straße Киев 漢字',
  'with signs': `"Tea" & 'milk' \\ 50 % + 1/2; {a}`,
  'of 33 characters': `${'order of '.repeat(3)}thirty`,
  'of 70 characters': `${'one more line of '.repeat(4)}it`,
  'of 120 characters': `${'a box of goods, '.repeat(7)}delivered`,
  'of 255 characters': `${'goods and services '.repeat(13)}at last.`,
  'like markup': '5 < 6 > 4 {{name}} $1 %s null',
  'in a tag': '<b>Tea</b> &amp; <i>milk</i>',
  'of one letter': 'x',
  'of digits': '00120',
  'like a number': '1.50',
  'like a constant': 'null',
  'like a formula': '=1+1',
  'with an emoji': 'Tea 🍵 for two 👩‍👧',
  'from right to left': 'הזמנה 12',
  'with two spaces': 'Tea  for two',
} as const;

/** Addresses to which end users return; each must come back exactly as sent. */
const echoUrls = {
  'of many characters': `https://merchant.example.com/return/${'step/'.repeat(44)}?a=1&a=2&b=`,
  'on a port': 'https://merchant.example.com:8443/caf%C3%A9;b=c?x=+&y=%2B',
  'with a query': 'https://merchant.example.com/return?order=1&note=a%20b%2Fc#paid',
  'with a fragment alone': 'https://merchant.example.com/app#/orders/12?paid=yes',
  'with a slash at its end': 'https://merchant.example.com/return/',
  'without a path': 'https://merchant.example.com',
  'with capitals': 'https://merchant.example.com/Return/To/Shop?Order=ABC',
  'with an address in it': 'https://merchant.example.com/out?to=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1',
  'of punctuation': "https://merchant.example.com/~shop/a_b-c.d/(1)/*/!$'@:,=&",
} as const;

/** The last second of a year, and of the leap day after an instant. */
const lastSecondOf = (year: number) => new Date(Date.UTC(year + 1, 0, 1) - 1000);
const leapDay = (year: number) => new Date(Date.UTC(year, 1, 29, 23, 59, 59));

const textsOf = (field: 'name' | 'returnUrl', texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([how, text]) => [`a ${field} ${how}`, { [field]: text }] as const);

/** The same names and addresses as fields of a body, each on its own, so that a refusal shows which one is not accepted. */
export const echoTexts: Readonly<Record<string, Partial<CheckoutBody>>> = Object.fromEntries([
  ...textsOf('name', echoNames),
  ...textsOf('returnUrl', echoUrls),
]);

/** Returns a name and an address by two numbers; each number chooses one of them. */
export function textsInTurn(nth: number, other: number): { name: string; returnUrl: string } {
  const at = <Text>(texts: Readonly<Record<string, Text>>, index: number) => {
    const all = Object.values(texts);
    return all[index % all.length] as Text;
  };
  return { name: at(echoNames, nth), returnUrl: at(echoUrls, other) };
}

/**
 * How long checkouts live in turn, minutes: all longer than any test, some over by the last reads of a run that moves the clock, and some beyond what a timer
 * counts in milliseconds, or more than a year.
 */
export const livesInTurn = [95, 360, 1439, 1441, 1500, 10_080, 46_137, 606_241];

/**
 * Returns far expiries of a checkout that is created at `nowMs`, by name; nearer ones take turns elsewhere. The interface does not show how long a checkout may live, so a target may refuse them;
 * what it accepts it must keep.
 */
export function farExpiries(nowMs: number): Readonly<Record<string, string>> {
  const year = new Date(nowMs).getUTCFullYear();
  const leapYear = year + 4 - (year % 4);
  const inDays = (days: number) => new Date(nowMs + days * dayMs);
  const all = {
    'a month': new Date(atMidnight(nowMs + 32 * dayMs, nowMs)),
    'a quarter': inDays(93.25),
    'two years': inDays(731),
    'the turn of a year': lastSecondOf(year),
    'a leap day': leapDay(leapYear),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, end]) => [name, end.toISOString().replace(/\.\d+Z$/, 'Z')]),
  );
}

/** Returns a clientOrderId of the greatest length that orders allow (§ Limits). */
export const longestId = (id: string): string => paddedId(id, maxIdCharacters);

/** Returns a clientOrderId of digits alone for another one, as unique as that: with zeros before it, and longer than a number of a common program is exact. */
export const numberedId = (id: string): string => {
  const drawn = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`);
  return `00${String(drawn).padStart(20, '0')}`;
};

/** A clientOrderId that begins with another one and continues with punctuation. */
export const idWithPunctuation = (id: string): string => `${id} & "a"/b`;

/** Returns a price, and suggested amounts that the widget does not have (one more than allowed). A body may set neither the price nor the amounts (CHK-02b). */
export function unknownOptions(currency: string): Record<string, unknown> {
  const amounts = ['7.77', '8.88', '9.99', '11.11'].map((amount) => new LosslessNumber(amount));
  return { fixedAmount: { amount: new LosslessNumber('6.66'), currency }, suggestedAmounts: amounts };
}
