import { createHash } from 'node:crypto';
import { isLuhnValid } from '../redaction/cardNumbers.ts';

/** How many cards besides the mock cards a run generates: with several cards, no card carries all orders of a run. */
const count = 8;

/** What a drawn card shares with a mock card: so many of its first digits, and of its last ones. Sharing nothing, it begins like cards of a known network. */
const shares = [
  { first: 6, last: 0 },
  { first: 0, last: 0 },
  { first: 12, last: 0 },
  { first: 0, last: 4 },
] as const;

/** Returns a number with one digit, at the asterisk, that makes it Luhn-valid. */
const luhnValid = (text: string): string =>
  [...'0123456789'].map((digit) => text.replace('*', digit)).find(isLuhnValid) ?? '';

/** Draws sixteen digits for a card; an asterisk stands for the digit that makes it Luhn-valid. */
function drawnDigits(seed: number, index: number): string {
  const digest = createHash('sha256').update(`card ${seed} ${index}`).digest();
  return BigInt(`0x${digest.toString('hex')}`)
    .toString()
    .slice(-16);
}

/**
 * Generates Luhn-valid 16-digit cards from the seed, all different from the mock cards (§ Sandbox: any other card). Some begin or end like a mock card, since a
 * target may know its mock cards by a part of their digits.
 */
export function drawnCards(seed: number, mockCards?: { failed: string; success: string }): string[] {
  const mocks = mockCards ? [mockCards.failed, mockCards.success].filter((card) => /^\d{16}$/.test(card)) : [];
  const drawn = Array.from({ length: count + 4 }, (_, index) => {
    // Either mock card in turn for each way to share digits with it.
    const mock = mocks[Math.floor((seed + index) / shares.length) % Math.max(1, mocks.length)];
    const share = shares[(seed + index) % shares.length] ?? shares[1];
    const { first, last } = mock === undefined ? shares[1] : share;
    const beginning = first === 0 ? '4' : (mock?.slice(0, first) ?? '');
    const end = last === 0 ? '*' : `*${mock?.slice(-last)}`;
    return luhnValid(beginning + drawnDigits(seed, index).slice(beginning.length + end.length - 16 || 16) + end);
  });
  return [...new Set(drawn)].filter((card) => !mocks.includes(card)).slice(0, count);
}
