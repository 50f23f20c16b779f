import { createHash } from 'node:crypto';
import { type Arbitrary, uuid } from 'fast-check';

/** Generates a well-formed identifier that no record has: <prefix>-<uuid> (§ General conventions). */
export function unknownId(prefix: string): Arbitrary<string> {
  return uuid().map((value) => `${prefix}-${value}`);
}

/** The most characters that a clientOrderId may have (§ Limits). */
export const maxIdCharacters = 256;

/** Returns a clientOrderId that begins with another one and has `characters` code points. */
export function paddedId(id: string, characters: number, one = 'x'): string {
  return id + one.repeat(Math.max(0, characters - [...id].length));
}

/** Returns an id that differs from another one only in the character at a place, counted from 1: it has this letter there. */
export function twinId(id: string, place: number, letter = 'q'): string {
  return `${id.slice(0, place - 1)}${id[place - 1] === letter ? 'z' : letter}${id.slice(place)}`;
}

/** The lengths of ids that a run uses in turn: beyond the usual sizes of columns, and short of the maximum, so that a test may still add to an id. */
const lengths = [0, 48, 0, 0, 80, 0, 140, 252, 0, 230];

/** The turns whose ids are short, as of a shop that numbers its orders. */
const shortTurns: ReadonlySet<number> = new Set([2, 5, 8]);

/** True if the `nth` id of a run is a short one. */
export const isShortTurn = (nth: number): boolean => shortTurns.has(nth % lengths.length);

/** Ids that are longer than this come near the maximum. */
const longestUsual = 240;

/** Where the distinguishing part of a long id stands: whoever cuts an id at either end, or looks only at an end, makes some of them equal. */
const places = ['end', 'end', 'start', 'middle'] as const;

/** What fills a long id that its operator wants to recognise: letters of both cases, a dot and the sign that matches any character in a pattern. */
const recognisableFilling = 'Conformance_of.ids-';

/** Returns the `nth` id of a run: some are long, by a length that varies by `loose` of 16. What distinguishes them stands in turn at their end, their start and their middle. */
export function idInTurn(id: string, nth: number, { filling = recognisableFilling, loose = 0 } = {}): string {
  const most = lengths[nth % lengths.length] ?? 0;
  // The longest stay long: they show what happens to an id beyond the usual width of a column.
  const length = most > longestUsual ? most - Math.floor(loose / 8) : most + loose;
  const room = most === 0 ? 0 : Math.max(0, length - id.length);
  const filler = filling.repeat(Math.ceil(room / filling.length)).slice(0, room);
  const place = places[Math.floor(nth / lengths.length) % places.length] ?? 'end';
  const before = { end: room, start: 0, middle: Math.floor(room / 2) }[place];
  return `${filler.slice(0, before)}${id}${filler.slice(before)}`;
}

/**
 * Returns an id with characters that careless code changes: it escapes them, decodes them, composes them, or reads the bytes in another encoding. A target may
 * refuse such an id.
 */
export const oddId = (id: string): string => `${id}-<A&b>"'\\n%41+/?#é-e\u0301-ﬁ-Ж-付-𝄞`;

/** Returns ids of the maximum length, by the unit in which a server may count characters. */
export function longestIds(id: string): Readonly<Record<string, string>> {
  const units = maxIdCharacters - id.length;
  return {
    '256 characters of two bytes': paddedId(id, maxIdCharacters, 'é'),
    '256 characters of four bytes': paddedId(id, maxIdCharacters, '𝄞'),
    'characters of four bytes in 256 units of UTF-16': `${id}${'x'.repeat(units % 2)}${'𝄞'.repeat(Math.floor(units / 2))}`,
  };
}

/** Returns pairs of different ids that a server might treat as one, by the kind of difference. Every id of a pair contains the given id. */
export function equivalentIds(id: string): Readonly<Record<string, readonly [first: string, second: string]>> {
  return {
    'letter case': [`${id}-abc`, `${id}-ABC`],
    'marks on letters': [`${id}-Muller`, `${id}-Müller`],
    'composed and combining marks': [`${id}-\u00e9`, `${id}-e\u0301`],
    'a space before it': [id, ` ${id}`],
    'a space after it': [id, `${id} `],
    'two spaces for one': [`${id}-a b`, `${id}-a  b`],
    '% for any text': [`${id}-abc`, `${id}-%`],
    '_ for any character': [`${id}-a`, `${id}-_`],
  };
}

/** Returns pairs of different ids that a server takes for one if it puts them into a URL as they are, by the kind of difference. */
export function idsInUrls(id: string): Readonly<Record<string, readonly [first: string, second: string]>> {
  return {
    'what follows an ampersand': [`${id}&a`, `${id}&b`],
    'what follows a number sign': [`${id}#a`, `${id}#b`],
    'a plus for a space': [`${id}-a b`, `${id}-a+b`],
    'an escape of a URL': [`${id}-ab`, `${id}-a%62`],
  };
}

/** Returns an id with signs that mean something in a URL: whoever decodes it twice, or not at all, looks for another one. A target may refuse such an id. */
export const idWithUrlSigns = (id: string): string => `${id}+a&b=%20c`;

/** In what two ids differ that are equal, or nearly, as numbers. */
type NumericDifference = 'the last of 20 digits' | 'a zero before the digits' | 'zeros after the point';

/**
 * Returns pairs of different ids of digits that a server takes for one if it reads them as numbers, by the kind of difference. The digits are drawn by an id. None
 * has as many digits as a card number, which would not be stored.
 */
export function numericIds(id: string): Readonly<Record<NumericDifference, readonly [first: string, second: string]>> {
  // All signs of the id count, so that its digits are as rare as it is.
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`);
  const digits = `9${number}`.slice(0, 19);
  return {
    'the last of 20 digits': [`${digits}1`, `${digits}2`],
    'a zero before the digits': [digits.slice(0, 11), `0${digits.slice(0, 11)}`],
    'zeros after the point': [`${digits.slice(0, 9)}.5`, `${digits.slice(0, 9)}.50`],
  };
}
