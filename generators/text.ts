import { parse, stringify } from 'lossless-json';

/** A way to write the same JSON text: the same value, other characters. */
export interface Spelling {
  name: string;
  text(sound: string): string;
}

/** Enough white space that a body no longer fits one network packet. */
const padding = ' '.repeat(16 * 1024);

const withComment = (literal: string) => (sound: string) =>
  sound.replace(/"comment":"[^"]*"/, `"comment":"${literal}"`);

const spaced = (sound: string) => sound.replaceAll('":', '" :\t').replaceAll(',"', ' ,\n  "');

const reversed = (sound: string) => {
  // Numbers keep their digits: the amount must be the one that was drawn.
  const members = Object.entries(parse(sound) as Record<string, unknown>).reverse();
  return stringify(Object.fromEntries(members)) ?? sound;
};

const long = (sound: string) => sound.replace(/^\{/, `{${padding}`);

/** Spellings that a signature over the exact text must not mind (§ Authentication, signed scheme, rule 2). */
export const spellings: readonly Spelling[] = [
  { name: 'white space', text: spaced },
  { name: 'another order of keys', text: reversed },
  { name: 'unicode escapes', text: withComment('\\u0063onform\\u0061nce') },
  { name: 'raw UTF-8', text: withComment('Zoë ☂ 𝄞') },
  { name: 'a line break at the end', text: (sound) => `${sound}\r\n` },
  { name: 'a long body', text: long },
];

/** All of the spellings in one text: positive variations ride together, since each sending costs a POST. */
export function everySpelling(sound: string): string {
  return `${long(spaced(withComment('\\u005aoë ☂ 𝄞')(reversed(sound))))}\r\n`;
}
