import { currencies } from '../../schemas/domain/currencies.ts';
import { listedValues } from '../../schemas/domain/sampleFields.ts';
import type { CardSubmission, PayinBody } from '../../schemas/requestTypes.ts';
import { startingAt } from '../values/startingAt.ts';
import { barePayin } from './payment.ts';

/** Bank codes that sources name for IDR. The sources disagree on which codes belong to pay-ins and which codes to pay-outs (§ Payments, both bodies). */
export const bankCodes: readonly string[] = [...listedValues.channelCode, ...listedValues.bankCode];

/** Values that are in no list of interface.md, by field; XTS is the currency code that ISO 4217 reserves for tests. */
export const unlistedValues: readonly { name: 'currency' | 'method'; value: string }[] = [
  { name: 'currency', value: 'XTS' },
  { name: 'method', value: 'CARRIER_PIGEON' },
];

/** A blockchain that is in no list. */
export const unlistedChain = { name: 'blockchain', value: 'NOCHAIN' } as const;

/** Texts with characters beyond ASCII, by the kind of character. One comment contains all of them, so that they cost one POST. */
export const nonAsciiTexts: Readonly<Record<string, string>> = {
  'Latin letters with marks': 'Zoë Łódź',
  Cyrillic: 'Платёж',
  Arabic: 'دفع',
  'Chinese characters': '付款',
  'symbols of the basic plane': '€ ☂',
  'characters beyond the basic plane': '𝄞 😀',
  'combining marks': 'e\u0301',
};

/** Lengths of comments as some people write them: at the usual width of a column, and far beyond it. */
export const longLengths = [255, 1_000, 3_000] as const;

const wordsOfComments =
  'please deliver the two boxes to the café beside the school in spring or after summer, as we agreed'.split(' ');

/** Returns a comment of so many characters, of ordinary words that begin at the `nth`. */
export function longComment(characters: number, nth: number): string {
  const sentence = startingAt(wordsOfComments, nth).join(' ');
  const text = `${sentence} `.repeat(Math.ceil(characters / sentence.length)).slice(0, characters - 1);
  return `${text.trimEnd()}.`.padEnd(characters, '.');
}

/** The fields of a host-to-host pay-in besides its own id (§ Payments, rule 5). */
const hostToHost = ['amount', 'currency', 'method', 'comment', 'returnUrl'];

/** Returns the fields of a pay-in's body that host-to-host accepts (rule 5). */
export function hostToHostBody(body: PayinBody): PayinBody {
  const { amount } = body;
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => hostToHost.includes(name)));
  return barePayin({ amount, ...fields });
}

/** What a card says besides its number and its year. */
type CardDetails = Required<Pick<NonNullable<CardSubmission['card']>, 'cardHolder' | 'cvv' | 'expMonth'>>;

/** Details of cards, most of which expire in a month at an end of the year. A cvv is a text of digits: a reader that takes it for a number loses its first digit. */
export const cardDetails: readonly [CardDetails, ...CardDetails[]] = [
  { cardHolder: 'ANNA BERG', cvv: '012', expMonth: 12 },
  { cardHolder: 'MARIA DEL CARMEN LOPEZ', cvv: '007', expMonth: 1 },
  { cardHolder: 'LI WU', cvv: '090', expMonth: 12 },
  { cardHolder: 'Omar Khan', cvv: '003', expMonth: 9 },
];

/**
 * Returns card submissions that write the year in different ways, first with four digits. The text says only that the year is an integer (§ H2H card
 * submission).
 */
export function cardSubmissions(pan: string, details: CardDetails): CardSubmission[] {
  return [2039, 39].map((expYear) => ({ card: { ...details, expYear, pan }, email: 'payer@example.com' }));
}

/** Returns every pair of a currency and a method that the list lacks; currencies and methods come from interface.md and the list (§ Sandbox). */
export function unlistedPairs(
  listed: readonly { currency: string; methodKey: string }[],
): { currency: string; method: string }[] {
  const named = [...new Set([...currencies, ...listed.map(({ currency }) => currency)])].sort();
  const pairs = named.flatMap((currency) =>
    ['CRYPTOCOIN', 'CC_VISAMC', 'VA_QR'].map((method) => ({ currency, method })),
  );
  return pairs.filter(
    ({ currency, method }) => !listed.some((one) => one.currency === currency && one.methodKey === method),
  );
}
