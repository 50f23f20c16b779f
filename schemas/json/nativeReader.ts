import { LosslessNumber } from 'lossless-json';

const [quote, backslash, colon, minus, zero, nine] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39];
const isDigit = (code: number) => code >= zero && code <= nine;
const mayBegin = /^[ \n\r\t]*[[{"\-0-9tfn]/;
const numberRest = /[0-9.eE+-]*/y;

/** Returns the offset of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** Counts the keys of a text and collects its numbers as they are written; undefined if it nests deeper than `maxDepth`. */
function keysIn(text: string, maxDepth: number, numbers?: string[]): number | undefined {
  let [depth, keys] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) keys += 1;
    else if (numbers && (code === minus || isDigit(code))) {
      numberRest.lastIndex = at + 1;
      numberRest.test(text);
      numbers.push(text.slice(at, numberRest.lastIndex));
      at = numberRest.lastIndex - 1;
      // A bracket and a brace differ in one bit.
    } else if ((code & ~0x20) === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return undefined;
    } else if ((code & ~0x20) === 0x5d) depth -= 1;
  }
  return keys;
}

/** Puts the numbers as written into the value that the platform has parsed, in place. */
class Restoring {
  keys = 0;
  /** True if the platform does not keep the order of the text, because a key looks like the index of a list. */
  isReordered = false;
  readonly #numbers: readonly string[];
  #next = 0;

  constructor(numbers: readonly string[]) {
    this.#numbers = numbers;
  }

  of(value: unknown): unknown {
    if (typeof value === 'number') return this.#number();
    if (Array.isArray(value)) this.#items(value);
    else if (typeof value === 'object' && value !== null) this.#members(value as Record<string, unknown>);
    return value;
  }

  #number(): LosslessNumber {
    const text = this.#numbers[this.#next] ?? '';
    this.#next += 1;
    return new LosslessNumber(text);
  }

  #items(list: unknown[]): void {
    for (let at = 0; at < list.length; at += 1) {
      const item = list[at];
      if (typeof item === 'number') list[at] = this.#number();
      else if (typeof item === 'object') this.of(item);
    }
  }

  #members(object: Record<string, unknown>): void {
    for (const key of Object.keys(object)) {
      this.keys += 1;
      if (isDigit(key.charCodeAt(0))) this.isReordered = true;
      const member = object[key];
      if (typeof member === 'number') object[key] = this.#number();
      else if (typeof member === 'object') this.of(member);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON with the platform's parser, and puts its numbers in as they are written. Undefined for what it cannot read exactly: a text that is not JSON, nests
 * deeper than `maxDepth`, repeats a key, or has a key that begins with a digit.
 */
export function readNatively(text: string, maxDepth: number): unknown {
  if (!mayBegin.test(text)) return undefined;
  const numbers: string[] = [];
  const keys = keysIn(text, maxDepth, numbers);
  const value = keys === undefined ? undefined : parsed(text);
  if (value === undefined) return undefined;
  const restoring = new Restoring(numbers);
  const exact = restoring.of(value);
  return restoring.isReordered || restoring.keys !== keys ? undefined : exact;
}

const isHuge = (value: unknown) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

/** Counts the keys of a value; NaN if it has a number beyond the range of doubles. */
function countedKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return isHuge(value) ? Number.NaN : 0;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countedKeys(item), 0);
  const members = Object.values(value);
  return members.reduce((sum: number, member) => sum + countedKeys(member), members.length);
}

/** Parses JSON into ordinary values; undefined for what the platform's parser reads differently than `readNatively`, and for numbers beyond the range of doubles. */
export function readPlainly(text: string, maxDepth: number): unknown {
  const keys = mayBegin.test(text) ? keysIn(text, maxDepth) : undefined;
  const value = keys === undefined ? undefined : parsed(text);
  return value !== undefined && countedKeys(value) === keys ? value : undefined;
}
