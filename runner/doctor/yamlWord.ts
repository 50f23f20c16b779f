/** The longest text of a target in a line to add, characters. */
const longest = 60;

/** Returns a text of the target as a plain word of YAML, so that a line to add stays one line whatever the target has written. */
export const yamlWord = (text: string): string => text.replace(/[^\w./-]/g, '_').slice(0, longest);
