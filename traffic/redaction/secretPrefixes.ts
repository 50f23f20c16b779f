/** The number of characters that identify the beginning of a form: the fewest that rarely match by chance. */
const prefixLength = 5;

const places = 1 << 16;

/** Folds the letter case of a character. All characters beyond ASCII get the same code, so that no case folding of them is missed. */
function folded(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  return code < 128 ? code : 128;
}

/** The factor of the rolling hash, and its power for the character that leaves the window. */
const factor = 31;
const leaving = (factor ** (prefixLength - 1)) & (places - 1);

/** Returns the hash of the characters at a position. */
function hashAt(text: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + prefixLength; at += 1)
    hash = (hash * factor + folded(text.charCodeAt(at))) & (places - 1);
  return hash;
}

/**
 * Finds the positions in a text where one of many long forms may begin, in any letter case. A table of the forms' first characters is far faster than a pattern
 * of all forms; the pattern then has to check only these positions. Forms have at least five characters.
 */
export class SecretPrefixes {
  readonly #table = new Uint8Array(places);

  add(form: string): void {
    if (form.length < prefixLength)
      throw new RangeError(`expected a form of at least ${prefixLength} characters, got ${form.length}`);
    this.#table[hashAt(form, 0)] = 1;
  }

  /** Returns the first position from `from` on where a form may begin; -1 if there is none. */
  next(text: string, from: number): number {
    if (from + prefixLength > text.length) return -1;
    let hash = hashAt(text, from);
    let at = from;
    for (; this.#table[hash] !== 1; at += 1) {
      if (at + prefixLength >= text.length) return -1;
      const rest = hash - folded(text.charCodeAt(at)) * leaving;
      hash = (rest * factor + folded(text.charCodeAt(at + prefixLength))) & (places - 1);
    }
    return at;
  }
}
