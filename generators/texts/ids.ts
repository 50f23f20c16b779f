import { type Arbitrary, uuid } from 'fast-check';

/** Generates a well-formed identifier that no record has: <prefix>-<uuid> (§ General conventions). */
export function unknownId(prefix: string): Arbitrary<string> {
  return uuid().map((value) => `${prefix}-${value}`);
}

/** The most characters that a clientOrderId may have (§ Limits). */
export const maxIdCharacters = 256;

/** Returns a clientOrderId that begins with another one and has `characters` code points. */
export function paddedId(id: string, characters: number, filling = 'x'): string {
  return id + filling.repeat(Math.max(0, characters - [...id].length));
}

/** The lengths of ids that a run uses in turn: beyond the usual sizes of columns, and short of the maximum, so that a test may still add to an id. */
const lengths = [0, 48, 0, 0, 80, 0, 140, 0, 0, 200];

/** Returns the `nth` id of a run: some are long. What distinguishes an id stands at its end, so that whoever cuts an id makes it equal to another one. */
export function idInTurn(id: string, nth: number): string {
  const length = lengths[nth % lengths.length] ?? 0;
  return length <= id.length
    ? id
    : `${'conformance-'.repeat(Math.ceil(length / 12)).slice(0, length - id.length)}${id}`;
}

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
    'composed and combining marks': [`${id}-\u00e9`, `${id}-e\u0301`],
    'a space before it': [id, ` ${id}`],
    'a space after it': [id, `${id} `],
    'two spaces for one': [`${id}-a b`, `${id}-a  b`],
    '% for any text': [`${id}-abc`, `${id}-%`],
    '_ for any character': [`${id}-a`, `${id}-_`],
  };
}
