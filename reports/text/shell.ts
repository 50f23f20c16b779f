/** A text as one word of a POSIX shell, whatever is in it. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A word as a shell takes it: as it stands where nothing in it is special. */
export const shellWord = (word: string) => (/^[\w./@:=+-]+$/.test(word) ? word : shellQuoted(word));

/** A text of an address as no line of HTTP can break it. */
export const withoutControlCharacters = (text: string) => text.replaceAll(/\p{Cc}/gu, '?');

/** Right behind a base address no path may be another host. */
export const withLeadingSlash = (path: string) => (path.startsWith('/') ? path : `/${path}`);
