import { type Arbitrary, uuid } from 'fast-check';

/** An identifier of the right shape that no record has: <prefix>-<uuid> (§ General conventions). */
export function unknownId(prefix: string): Arbitrary<string> {
  return uuid().map((value) => `${prefix}-${value}`);
}

/** The most characters that a clientOrderId may have (§ Limits). */
export const maxIdCharacters = 256;

/** A clientOrderId that begins with another and has so many characters; a character is a code point here. */
export function paddedId(id: string, characters: number, filling = 'x'): string {
  return id + filling.repeat(Math.max(0, characters - [...id].length));
}

/** Ids of as many characters as are allowed, by what a character may be counted in. */
export function longestIds(id: string): Readonly<Record<string, string>> {
  const units = maxIdCharacters - id.length;
  return {
    '256 characters of two bytes': paddedId(id, maxIdCharacters, 'é'),
    '256 characters of four bytes': paddedId(id, maxIdCharacters, '𝄞'),
    'characters of four bytes in 256 units of UTF-16': `${id}${'x'.repeat(units % 2)}${'𝄞'.repeat(Math.floor(units / 2))}`,
  };
}

/** Two ids that are not the same text and may yet count as one, by what tells them apart; both begin with another id. */
export function equivalentIds(id: string): Readonly<Record<string, readonly [first: string, second: string]>> {
  return {
    'letter case': [`${id}-abc`, `${id}-ABC`],
    'composed and combining marks': [`${id}-\u00e9`, `${id}-e\u0301`],
    'a space before it': [id, ` ${id}`],
    'a space after it': [id, `${id} `],
    'two spaces for one': [`${id}-a b`, `${id}-a  b`],
    '% for any text': [`${id}-abc`, `${id}-%`],
    '_ for any character': [`${id}-a`, `${id}-_`],
  };
}
