/** The number of characters that identify the beginning of a form: the fewest that rarely match by chance. */
const prefixLength = 3;

const places = 1 << 16;

/** Folds the letter case of a character. All characters beyond ASCII get the same code, so that no case folding of them is missed. */
function folded(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  return code < 128 ? code : 128;
}

const mixed = (a: number, b: number, c: number) => (a * 961 + b * 31 + c) & (places - 1);

/**
 * Finds the positions in a text where one of many long forms may begin, in any letter case. A table of the forms' first characters is far faster than a pattern
 * of all forms; the pattern then has to check only these positions. Forms have at least three characters.
 */
export class SecretPrefixes {
  readonly #table = new Uint8Array(places);

  add(form: string): void {
    if (form.length < prefixLength)
      throw new RangeError(`expected a form of at least ${prefixLength} characters, got ${form.length}`);
    this.#table[mixed(folded(form.charCodeAt(0)), folded(form.charCodeAt(1)), folded(form.charCodeAt(2)))] = 1;
  }

  /** Returns the first position from `from` on where a form may begin; -1 if there is none. */
  next(text: string, from: number): number {
    let [a, b] = [folded(text.charCodeAt(from)), folded(text.charCodeAt(from + 1))];
    for (let at = from; at + prefixLength <= text.length; at += 1) {
      const c = folded(text.charCodeAt(at + 2));
      if (this.#table[mixed(a, b, c)] === 1) return at;
      [a, b] = [b, c];
    }
    return -1;
  }
}
