import { LRUCache } from 'lru-cache';
import { longestCard, outsideTexts, withoutCards } from './cardNumbers.ts';
import { SecretPrefixes } from './secretPrefixes.ts';

/** A value that must never be written, and the placeholder that replaces it. */
export interface Secret {
  label: string;
  value: string;
}

/** The least length of a secret. Shorter secrets would blank out ordinary text, and the reader of target files refuses them as too weak. */
export const shortestSecret = 8;

function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  // In the base64 of a longer text the secret begins at one of three offsets. The characters at its edges depend on the neighbouring text, so they are left
  // out.
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = Math.ceil((offset * 8) / 6);
    const to = Math.floor(((offset + bytes.length) * 8) / 6);
    const inner = padded.slice(from, to);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function percentForms(value: string): string[] {
  const everyByte = [...Buffer.from(value, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const inQuery = encodeURIComponent(value);
  const inForm = new URLSearchParams({ '': value }).toString().slice(1);
  return [inQuery, inQuery.replaceAll('%20', '+'), inForm, inForm.replaceAll('+', '%20'), everyByte];
}

const escaped = (text: string, which: RegExp) =>
  text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function jsonForms(value: string): string[] {
  const plain = JSON.stringify(value).slice(1, -1);
  const ascii = escaped(plain, /[^ -~]/g);
  return [plain, ascii, ...[plain, ascii].map((form) => form.replaceAll('/', '\\/')), escaped(value, /[\s\S]/g)];
}

/** Returns every form in which a target may show a secret: plain, JSON-escaped, URL-encoded, hex and base64 (at any alignment). */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const read = [value, bytes.toString('latin1'), bytes.toString('hex')];
  const all = [...read, ...jsonForms(value), ...percentForms(value), ...base64Forms(value)];
  return [...new Set(all)].filter((form) => form.length >= Math.min(6, value.length));
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Replaces every known secret, in each of its forms and any letter case, and every card number by a placeholder. */
export class Redactor {
  readonly #labels = new Map<string, string>();
  // The forms keep their original letter case, because some letters have no lower case of the same length.
  readonly #forms = new Set<string>();
  /** The pattern is built when the first text is cleaned, because the secrets of a target are added by the hundred, one after the other. */
  #pattern: RegExp | undefined;
  readonly #beginnings = new SecretPrefixes();
  #longest = longestCard;
  /** Cache of cleaned texts, limited by their total length: most texts repeat. */
  readonly #cleaned = new LRUCache<string, string>({
    maxSize: 2 * 1024 * 1024,
    sizeCalculation: (clean, text) => clean.length + text.length + 1,
    memoMethod: (text) => this.#bareOf(text),
  });

  readonly #keepsCards: boolean;

  /** With `keepsCards`, card numbers stay: a text with made-up numbers only must not lose one that looks like a card. */
  constructor({ keepsCards = false } = {}) {
    this.#keepsCards = keepsCards;
  }

  /** Adds a secret that is replaced from now on. A value that is already known keeps its first label. */
  know({ label, value }: Secret): void {
    this.#learn(label, formsOf(value));
  }

  /** Adds a secret like `know`, but without its other forms: a value derived from a secret is sent only as plain text. */
  knowText({ label, value }: Secret): void {
    this.#learn(label, [value]);
  }

  #learn(label: string, texts: readonly string[]): void {
    for (const form of texts) {
      const key = form.toLowerCase();
      if (!this.#labels.has(key)) this.#labels.set(key, label);
      this.#forms.add(form);
      this.#beginnings.add(form);
      this.#longest = Math.max(this.#longest, form.length);
    }
    this.#pattern = undefined;
    this.#cleaned.clear();
  }

  #patternOfForms(): RegExp {
    const forms = [...this.#forms].sort((a, b) => b.length - a.length);
    return new RegExp(forms.map(escapeRegExp).join('|'), 'iy');
  }

  /** Returns the text without secrets. A cut text also loses its last characters, which may be half a secret. */
  clean(text: string, cut = false): string {
    const bare = this.#cleaned.memo(text);
    return cut ? bare.slice(0, Math.max(0, bare.length - this.#longest)) : bare;
  }

  #bareOf(text: string): string {
    const bare = this.#withoutForms(text);
    return this.#keepsCards ? bare : withoutCards(bare);
  }

  #withoutForms(text: string): string {
    if (this.#forms.size === 0) return text;
    this.#pattern ??= this.#patternOfForms();
    const pattern = this.#pattern;
    const isOutside = outsideTexts(text);
    const pieces: string[] = [];
    let done = 0;
    let at = this.#beginnings.next(text, 0);
    while (at >= 0) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      if (found) {
        const placeholder = `<${this.#labels.get(found.toLowerCase()) ?? 'secret'}>`;
        // A JSON number becomes a string, so that the rest stays JSON.
        pieces.push(text.slice(done, at), isOutside(at) ? `"${placeholder}"` : placeholder);
        done = at + found.length;
      }
      at = this.#beginnings.next(text, found ? done : at + 1);
    }
    return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
  }
}
