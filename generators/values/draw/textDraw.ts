import type { Random } from 'fast-check';
import type { SchemaFacts } from '../facts/facts.ts';
import { matches } from '../facts/memberFacts.ts';
import type { TextFacts } from '../facts/textFacts.ts';
import { Undrawable } from '../facts/undrawable.ts';
import { below, onceIn, pick, textOf } from './chance.ts';
import { nonAsciiCharacters, plainCharacters, printable } from './characters.ts';
import { formatTexts } from './formatTexts.ts';
import { patternText } from './patterns.ts';

/** The usual number of characters beyond the least length. */
const usual = 12;

/** The number of draws for a text. Some patterns match only few of the drawn texts. */
const tries = 80;

/** Returns the length of a text in code points, as its schema counts. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Draws a text; throws Undrawable if its lengths contradict each other or no draw fits. */
export function drawText(random: Random, facts: SchemaFacts): string {
  const texts = facts.texts();
  const { least, most, patterns, formats } = texts;
  if (least && most && least.value > most.value)
    throw new Undrawable(least.pointer, `minLength ${least.value} is above maxLength ${most.value}`);
  for (let left = tries; left > 0; left -= 1) {
    const text = candidate(random, texts);
    if (isMatch(text, texts)) return text;
  }
  const hard = patterns[0] ?? formats[0] ?? least;
  throw new Undrawable(
    hard?.pointer ?? '',
    `expected a text that fits its pattern, format and length together, got none in ${tries} draws`,
  );
}

function candidate(random: Random, { least, most, patterns, formats }: TextFacts): string {
  const lengths = { least: least?.value ?? 0, most: most?.value ?? Number.POSITIVE_INFINITY };
  const sources = [...patterns.map(({ text }) => text), ...formats.map(({ text }) => text)];
  const at = sources.length > 1 ? below(random, sources.length) : 0;
  const pattern = patterns[at];
  if (pattern) return patternText(pattern.text, random, lengths) ?? freeText(random, lengths);
  return formatTexts.get(formats[at - patterns.length]?.text ?? '')?.(random) ?? freeText(random, lengths);
}

function freeText(random: Random, { least, most }: { least: number; most: number }): string {
  const length = least + below(random, Math.max(1, Math.min(most - least, usual) + 1));
  const alphabet = onceIn(random, 8) ? nonAsciiCharacters : onceIn(random, 4) ? printable : plainCharacters;
  return textOf(random, pick(random, [alphabet]), length);
}

function isMatch(text: string, { least, most, patterns }: TextFacts): boolean {
  if (least || most) {
    const length = lengthOf(text);
    if (length < (least?.value ?? 0) || length > (most?.value ?? length)) return false;
  }
  return patterns.every(({ text: source }) => matches(source, text));
}
