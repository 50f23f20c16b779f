/** Letters and digits, the characters that no service minds. */
export const plainCharacters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** All printable characters of ASCII. */
export const printable = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at));

/** Characters of other kinds: accents, scripts, combining marks, right to left, beyond the basic plane, white space. */
export const nonAsciiCharacters = [...'éßñžΩЖשلا中日한กा\u0301\u202e\u200d\u00a0𝄞😀𠮷🇪🇺\t\n'];

/** Texts that careless code takes badly, each with what it is; all of them are sound Unicode. */
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

/** The value of a regular expression for one character as a list of characters that match it; ASCII first, then a search. */
export function matching(source: string): readonly string[] {
  const expression = new RegExp(`^(?:${source})$`, 'u');
  const fits = (character: string) => expression.test(character);
  const near = printable.filter(fits);
  const far = nonAsciiCharacters.filter(fits);
  return near.length > 0 ? near : far.length > 0 ? far : searched(fits);
}

/** Enough to draw from. */
const searchedFor = 64;

/** Behind it there are only private planes. */
const lastCharacter = 0x323af;

function searched(fits: (character: string) => boolean): string[] {
  const found: string[] = [];
  for (let code = 0; code <= lastCharacter && found.length < searchedFor; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (!isSurrogate && fits(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  }
  return found;
}
