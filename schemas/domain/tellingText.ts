/** The fewest characters of a text that tells one record from another. */
const fewest = 8;

/** True for a text that says which record it is: a shorter one may stand in any answer or page by chance, within a number, an id or an address. */
export const isTelling = (text: string): boolean => text.length >= fewest;
