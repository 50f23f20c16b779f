/** Letters and digits, which every service accepts. */
export const plainCharacters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** All printable characters of ASCII. */
export const printable = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at));

/** Characters of other kinds: accents, scripts, marks that combine with a letter, right to left, beyond the basic plane, white space. */
export const nonAsciiCharacters = [
  ...'éßñžΩЖשلا中日한กा\u0301\u202e\u200d\u00a0𝄞😀𠮷🇪🇺\t\n',
  // What a normalization would write in another way.
  'e\u0301',
  'か\u3099',
  '\u212b',
];

/** Valid Unicode texts that careless code handles badly, each with its description. */
export const edgeCaseCharacters: readonly { words: string; text: string }[] = [
  { words: 'characters beyond the basic plane', text: '😀𝄞𠮷' },
  { words: 'a combining mark', text: 'e\u0301a\u0308' },
  { words: 'right-to-left text with its marks', text: '\u202eשלום\u202c مرحبا' },
  { words: 'control characters', text: 'a\u0001\u0007\u001b\u007fb' },
  { words: 'a null character', text: 'a\u0000b' },
  { words: 'line breaks and tabs', text: 'a\r\n\tb' },
  { words: 'white space alone', text: '   ' },
  { words: 'an emoji of several code points', text: '👩‍👩‍👧‍👦' },
  { words: 'a no-character of Unicode', text: 'a\ufffeb' },
  { words: 'quotes that end a text, and a comment', text: 'a\'";--' },
  { words: 'a byte order mark', text: '\ufeffab' },
];

/** Returns the characters that match a one-character regular expression; ASCII first, then a search. */
export function matching(source: string): readonly string[] {
  const expression = new RegExp(`^(?:${source})$`, 'u');
  const isMatch = (character: string) => expression.test(character);
  const near = printable.filter(isMatch);
  const far = nonAsciiCharacters.filter(isMatch);
  return near.length > 0 ? near : far.length > 0 ? far : searched(isMatch);
}

/** Stop the search after this number of characters. */
const searchedFor = 64;

/** The last code point to search; only private planes follow. */
const lastCharacter = 0x323af;

function searched(isMatch: (character: string) => boolean): string[] {
  const found: string[] = [];
  for (let code = 0; code <= lastCharacter && found.length < searchedFor; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (!isSurrogate && isMatch(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  }
  return found;
}
