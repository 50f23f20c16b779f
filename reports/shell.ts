/** A text as one word of a POSIX shell, whatever is in it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A word as a shell takes it: as it stands where nothing in it is special. */
export const inShell = (word: string) => (/^[\w./@:=+-]+$/.test(word) ? word : quoted(word));
