/** Characters by which a beginning is told: the fewest that hardly ever occur by chance. */
const told = 3;

const places = 1 << 16;

/** A character as the letter case leaves it; all beyond ASCII are one, so that no fold of theirs is missed. */
function folded(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  return code < 128 ? code : 128;
}

const mixed = (a: number, b: number, c: number) => (a * 961 + b * 31 + c) & (places - 1);

/**
 * Where in a text one of many long forms may begin, in any letter case: a table of their first characters answers far faster than
 * a pattern of them all, which only has to look where this says so. Forms are at least three characters long.
 */
export class SecretPrefixes {
  readonly #table = new Uint8Array(places);

  add(form: string): void {
    if (form.length < told) throw new RangeError(`wanted a form of at least ${told} characters, found ${form.length}`);
    this.#table[mixed(folded(form.charCodeAt(0)), folded(form.charCodeAt(1)), folded(form.charCodeAt(2)))] = 1;
  }

  /** The first place from `from` on where a form may begin; -1 where none does. */
  next(text: string, from: number): number {
    let [a, b] = [folded(text.charCodeAt(from)), folded(text.charCodeAt(from + 1))];
    for (let at = from; at + told <= text.length; at += 1) {
      const c = folded(text.charCodeAt(at + 2));
      if (this.#table[mixed(a, b, c)] === 1) return at;
      [a, b] = [b, c];
    }
    return -1;
  }
}
