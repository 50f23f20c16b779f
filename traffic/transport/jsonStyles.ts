/** The tokens of a compact JSON text: strings, which stay as they are, and the signs between values. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

const respaced = (text: string, spaces: Readonly<Record<string, string>>) =>
  text.replace(tokens, (token) => spaces[token] ?? token);

/** Writes a compact JSON text as Python does: with a space after each comma and colon, and in ASCII. Numbers keep their digits. */
export const asPython = (text: string): string =>
  respaced(text, { ',': ', ', ':': ': ' }).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes a compact JSON text as it stands in a file: a member on each line, and a line break at the end. Numbers keep their digits. */
export const asInFile = (text: string): string =>
  `${respaced(text, { '{': '{\n  ', '}': '\n}', ',': ',\n  ', ':': ': ' })}\n`;
