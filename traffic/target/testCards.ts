import { createHash } from 'node:crypto';
import { isLuhnValid } from '../redaction/cardNumbers.ts';

/** How many cards besides the mock cards a run generates: with several cards, no card carries all orders of a run. */
const count = 8;

/** How the cards begin of the networks that pay-outs by card name. */
const beginnings = ['4', '51', '2720', '4', '55'] as const;

/** How cards of other networks begin, and how many digits they have. A target may refuse them. */
const otherNetworks = [
  ['37', 15],
  ['62', 19],
  ['6011', 16],
  ['36', 14],
  ['6759', 19],
  ['5018', 18],
] as const;

/** How many of the drawn cards, the last ones, are of another network than pay-outs by card name. */
export const strangerCards = 3;

/** What a drawn card shares with a mock card: so many of its first digits, and of its last ones, as much as a masked number shows. */
const shares = [
  { first: 6, last: 4 },
  { first: 12, last: 0 },
] as const;

/** A card that shares nothing begins like cards of a network that pay-outs by card name. */
const nothing = { first: 0, last: 0 } as const;

/** One in so many cards shares nothing with a mock card. */
const strangeEach = 3;

/** Returns a number with one digit, at the asterisk, that makes it Luhn-valid. */
const luhnValid = (text: string): string =>
  [...'0123456789'].map((digit) => text.replace('*', digit)).find(isLuhnValid) ?? '';

/** Draws digits for a card. */
function drawnDigits(seed: number, index: number, digits = 16): string {
  const digest = createHash('sha256').update(`card ${seed} ${index}`).digest();
  return BigInt(`0x${digest.toString('hex')}`)
    .toString()
    .slice(-digits);
}

/** Draws how a card of a network begins that pay-outs by card name. */
const beginningOf = (seed: number, index: number): string => beginnings[(seed + index) % beginnings.length] ?? '4';

/** Draws a card of another network than pay-outs by card name; an asterisk stands for the digit that makes it Luhn-valid. */
function strangerOf(seed: number, index: number): string {
  const [beginning, digits] = otherNetworks[(seed + index) % otherNetworks.length] ?? otherNetworks[0];
  return luhnValid(`${beginning}${drawnDigits(seed, 100 + index, digits - beginning.length - 1)}*`);
}

/**
 * Generates Luhn-valid cards from the seed, all different from the mock cards (§ Sandbox: any other card). Some begin or end like a mock card, since a target may know
 * its mock cards by a part of their digits; the last ones are of another network, and of 14 to 19 digits.
 */
export function drawnCards(seed: number, mockCards?: { failed: string; success: string }): string[] {
  const mocks = mockCards ? [mockCards.failed, mockCards.success].filter((card) => /^\d{16}$/.test(card)) : [];
  const drawn = Array.from({ length: count + 4 }, (_, index) => {
    // Either mock card in turn for each way to share digits with it.
    const mock = mocks[(Math.floor(seed / shares.length) + index) % Math.max(1, mocks.length)];
    const isNear = mock !== undefined && index % strangeEach < strangeEach - 1;
    const { first, last } = (isNear ? shares[(seed + index) % shares.length] : undefined) ?? nothing;
    const beginning = first === 0 ? beginningOf(seed, index) : (mock?.slice(0, first) ?? '');
    const end = last === 0 ? '*' : `*${mock?.slice(-last)}`;
    return luhnValid(beginning + drawnDigits(seed, index).slice(beginning.length + end.length - 16 || 16) + end);
  });
  const strangers = Array.from({ length: strangerCards }, (_, index) => strangerOf(seed, index));
  return [...[...new Set(drawn)].filter((card) => !mocks.includes(card)).slice(0, count), ...strangers];
}
