import { createContext, Script } from 'node:vm';

/**
 * The pattern as a regular expression of the Unicode kind reads it, which JSON Schema asks for: what only the older kind
 * takes (`\-`, a lone brace) and the anchors of other languages (`\A`, `\z`) are written as it wants them. Undefined when
 * nothing makes a regular expression of it that surely means the same.
 */
export function unicodePattern(source: string): string | undefined {
  if (compiles(source)) return source;
  const rewritten = rewrite(source);
  return compiles(rewritten) ? rewritten : undefined;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

const anchors: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '$' };

// Escapes that mean something, in a class or out of it, are left as they are; all others are of the character itself.
const meaningful = /[\dbBcCdDfknpPrsStuvwWx^$\\.*+?()[\]{}|/]/;

const token = /\\[\s\S]|\{\d+(?:,\d*)?\}|\[|\]|[{}]|-|[\s\S]/gu;

function rewrite(source: string): string {
  let isClass = false;
  const pieces = source.match(token) ?? [];
  return pieces
    .map((piece, at) => {
      if (piece.startsWith('\\')) return escapeOf(piece.slice(1), isClass);
      if (piece === '[' && isClass) return '\\[';
      if (piece === '[' || piece === ']') {
        if (piece === ']' && !isClass) return '\\]';
        isClass = piece === '[';
      } else if (!isClass && (piece === '{' || piece === '}')) return `\\${piece}`;
      else if (isClass && piece === '-' && (isSet(pieces[at - 1]) || isSet(pieces[at + 1]))) return '\\-';
      return piece;
    })
    .join('');
}

function escapeOf(char: string, isClass: boolean): string {
  if (!isClass && anchors[char] !== undefined) return anchors[char];
  if (meaningful.test(char)) return `\\${char}`;
  return isClass && char === '-' ? '\\-' : char;
}

// Between a set and another character, a hyphen makes no range: it stands for itself.
function isSet(piece: string | undefined): boolean {
  return piece !== undefined && /^\\[dDsSwW]$/.test(piece);
}

const repeats = /^(?:[*+]|\{\d)/;

// Something repeated in what is repeated, or a choice in it, or a back reference: the shapes of all patterns that take exponential time.
function mayExplode(source: string): boolean {
  const bare = source
    .replace(/\\[1-9]/g, '(|)*')
    .replace(/\\[\s\S]/g, 'a')
    .replace(/\[[^\]]*\]/g, 'a');
  const isVaried = [false];
  for (let at = 0; at < bare.length; at++) {
    const char = bare.charAt(at);
    const last = isVaried.length - 1;
    if (char === '(') isVaried.push(false);
    else if (char === ')' && last > 0) {
      const inner = isVaried.pop() === true;
      if (inner && repeats.test(bare.slice(at + 1))) return true;
      isVaried[last - 1] = isVaried[last - 1] === true || inner;
      // The question mark that begins a kind of group repeats nothing.
    } else if ('*+{|'.includes(char) || (char === '?' && bare.charAt(at - 1) !== '(')) isVaried[last] = true;
  }
  return false;
}

// Ways to divide so short a text are few, whatever the pattern.
const shortText = 12;

// Milliseconds: a sound pattern needs microseconds.
const patience = 100;

const guarded = createContext({ pattern: /./, text: '' });
const matching = new Script('pattern.test(text)');

/**
 * The regular expressions that schemas are compiled with. One that may take exponential time is given up after 100 ms, and
 * the text then passes: nobody is convicted of what could not be judged.
 */
export const boundedRegExp = Object.assign(
  (source: string, flags: string) => {
    const pattern = new RegExp(source, flags);
    if (!mayExplode(source)) return pattern;
    return Object.assign(new RegExp(source, flags), { test: (text: string) => testWithin(pattern, text) });
  },
  { code: 'new RegExp' },
);

function testWithin(pattern: RegExp, text: string): boolean {
  if (text.length <= shortText) return pattern.test(text);
  Object.assign(guarded, { pattern, text });
  try {
    return matching.runInContext(guarded, { timeout: patience }) === true;
  } catch {
    return true;
  }
}
