/** Quotes any text as one word of a POSIX shell. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a word for a shell, quoted only if it contains special characters. */
export const shellWord = (word: string) => (/^[\w./@:=+-]+$/.test(word) ? word : shellQuoted(word));

/** Replaces control characters, so that the text of an address cannot break an HTTP line. */
export const withoutControlCharacters = (text: string) => text.replaceAll(/\p{Cc}/gu, '?');

/** Adds a leading slash: without it, a path directly after a base address could name another host. */
export const withLeadingSlash = (path: string) => (path.startsWith('/') ? path : `/${path}`);
