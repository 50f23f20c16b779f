import { createContext, Script } from 'node:vm';

/**
 * Rewrites a pattern for the Unicode mode of regular expressions, which JSON Schema requires. Translates what only the older mode accepts (`\-`, a lone brace)
 * and the anchors of other languages (`\A`, `\z`). Returns undefined if no rewriting certainly keeps the meaning.
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

// These escapes have a meaning inside or outside a class and stay unchanged; any other escape stands for its character.
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

// True for a character set such as \d. A hyphen next to a character set makes no range and stands for itself.
function isSet(piece: string | undefined): boolean {
  return piece !== undefined && /^\\[dDsSwW]$/.test(piece);
}

const repeats = /^(?:[*+]|\{\d)/;

// True if a repeated group contains a repetition, a choice or a back reference. All patterns that take exponential time have one of these forms.
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
      // A question mark right after an opening parenthesis marks the kind of group and repeats nothing.
    } else if ('*+{|'.includes(char) || (char === '?' && bare.charAt(at - 1) !== '(')) isVaried[last] = true;
  }
  return false;
}

// A pattern can divide texts up to this length in only a few ways, so these texts need no time limit.
const shortText = 12;

// The time limit of one match, ms; an ordinary match needs microseconds.
const patience = 100;

const guarded = createContext({ pattern: /./, text: '' });
const matching = new Script('pattern.test(text)');

/**
 * Builds the regular expressions for compiled schemas. A match that may take exponential time is stopped after 100 ms and the text then passes: a text that
 * could not be checked is not reported as a failure.
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
