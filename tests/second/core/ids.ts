import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** The prefixes that tell what an identifier stands for. */
export type IdPrefix = 'TKN' | 'PMT' | 'ORD' | 'PMD' | 'OWN' | 'CCO' | 'CAP' | 'CAPD' | 'CASB' | 'UBADR';

/** A fresh identifier: the prefix, a hyphen and a random uuid in upper case. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}-${randomUUID().toUpperCase()}`;
}

/** Random bytes written as lower-case hex. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** A random text of a given length over an alphabet. */
export function randomText(length: number, alphabet: string): string {
  let text = '';
  for (let i = 0; i < length; i += 1) text += alphabet[randomInt(alphabet.length)] ?? '';
  return text;
}
