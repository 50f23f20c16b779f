/** A text as one word of a POSIX shell, whatever is in it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A word as a shell takes it: as it stands where nothing in it is special. */
export const inShell = (word: string) => (/^[\w./@:=+-]+$/.test(word) ? word : quoted(word));

/** A text of an address as no line of HTTP can break it. */
export const inUrl = (text: string) => text.replaceAll(/\p{Cc}/gu, '?');

/** Right behind a base address no path may be another host. */
export const rooted = (path: string) => (path.startsWith('/') ? path : `/${path}`);
