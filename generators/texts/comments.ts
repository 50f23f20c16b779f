const words = 'spare parts for the pump of the second pool, ';

/** Returns a plain comment of at most this many characters; one that would end in a space is a character shorter. */
export const commentOf = (characters: number): string =>
  words
    .repeat(Math.ceil(characters / words.length))
    .slice(0, characters)
    .trim();
