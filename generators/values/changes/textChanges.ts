import { edgeCaseCharacters } from '../draw/characters.ts';
import type { Drawing } from '../draw/drawing.ts';
import { formatTexts } from '../draw/formatTexts.ts';
import { patternText } from '../draw/patterns.ts';
import { lengthOf } from '../draw/textDraw.ts';
import type { Bound } from '../facts/bounds.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { matches } from '../facts/memberFacts.ts';
import type { TextFacts } from '../facts/textFacts.ts';
import { atBound, type Change, type Changes, drawUntil, firstSchema, inside, outside } from './change.ts';
import { formatsOfUnusualTexts, invalidTexts, unusualTexts } from './invalidTexts.ts';

/** The longest text that is made; a longer one would only be slow. */
const longest = 20_000;

/** The length of a long text if the schema sets no maximum. */
const long = 5_000;

/** Makes texts at and beside each length bound, texts that violate the pattern or the format, and unusual texts if any text is allowed. */
export const textChanges: Changes = function* ({ value, facts }, drawing) {
  if (typeof value !== 'string') return;
  const texts = facts.texts();
  const made: Making = { drawing, value, texts };
  yield* lengths(made);
  yield* patterned(made);
  yield* formatted(made);
  if (isFree(texts)) yield* free(value, facts);
};

interface Making {
  drawing: Drawing;
  value: string;
  texts: TextFacts;
}

function isFree({ patterns, formats }: TextFacts): boolean {
  return patterns.length === 0 && formats.every(({ text }) => !invalidTexts.has(text) && !formatTexts.has(text));
}

function* lengths(made: Making): Generator<Change> {
  const { least, most } = made.texts;
  if (least) yield* beside(made, least, 1);
  if (most) yield* beside(made, most, -1);
}

function* beside(made: Making, bound: Bound, inward: 1 | -1): Generator<Change> {
  const { value: length, keyword, pointer: schema } = bound;
  const about = (words: string) => ({ keyword, schema, words: `${words} ${keyword} ${length}` });
  const text = (wanted: number) => (wanted < 0 || wanted > longest ? undefined : ofLength(made, wanted));
  const at = text(length);
  if (at !== undefined) yield atBound(at, about('as long as'));
  const within = fitsLength(made.texts, length + inward) ? text(length + inward) : undefined;
  if (within !== undefined) yield inside(within, about('one character inside of'));
  const beyond = text(length - inward);
  if (beyond !== undefined) yield outside(beyond, about('one character outside of'));
}

// Returns a text of a given length: drawn if a pattern or format constrains it; otherwise the value cut or extended, so that only its length changes.
function ofLength({ drawing, value, texts }: Making, length: number): string {
  const [pattern] = texts.patterns;
  const shaped = pattern?.text;
  if (shaped !== undefined) {
    const draw = () => patternText(shaped, drawing.random, { least: length, most: length });
    const found = drawUntil(draw, (text) => lengthOf(text) === length && fitsPatterns(texts, text));
    if (found !== undefined) return found;
  }
  const format = formatTexts.get(texts.formats[0]?.text ?? '');
  const drawn =
    format &&
    drawUntil(
      () => format(drawing.random),
      (text) => lengthOf(text) === length,
    );
  if (drawn !== undefined) return drawn;
  const characters = [...value];
  return characters.length >= length
    ? characters.slice(0, length).join('')
    : value + 'a'.repeat(length - characters.length);
}

function fitsPatterns({ patterns }: TextFacts, text: string): boolean {
  return patterns.every(({ text: source }) => matches(source, text));
}

function fitsLength({ least, most }: TextFacts, length: number): boolean {
  return length >= (least?.value ?? 0) && length <= (most?.value ?? length);
}

function* patterned({ drawing, value, texts }: Making): Generator<Change> {
  for (const { text: source, pointer: schema } of texts.patterns) {
    const about = (words: string) => ({ keyword: 'pattern', schema, words: `${words} ${source}` });
    const least = texts.least?.value ?? 0;
    const most = texts.most?.value ?? Number.POSITIVE_INFINITY;
    const isFitting = (text: string) =>
      fitsLength(texts, lengthOf(text)) && fitsPatterns(texts, text) && text !== value;
    const other = drawUntil(() => patternText(source, drawing.random, { least, most }), isFitting, 8);
    if (other !== undefined) yield inside(other, about('another text of pattern'));
    const isBroken = (text: string) => fitsLength(texts, lengthOf(text)) && !matches(source, text);
    for (const text of spoilt(value).filter(isBroken).slice(0, 4))
      yield outside(text, about('a text that breaks pattern'));
  }
}

// Returns texts that differ little from the value, so that they violate few other constraints.
function spoilt(value: string): string[] {
  const last = [...value].slice(0, -1).join('');
  const turned = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return [
    `${last}!`,
    `${value}!`,
    ` ${value}`,
    `${value}\n`,
    turned,
    last,
    `é${value.slice(1)}`,
    '',
    '0'.repeat(value.length),
    '-'.repeat(Math.max(1, value.length)),
  ];
}

// Returns misspelt ids made of a prefix and a UUID.
function misspelt(value: string): string[] {
  return [
    value.slice(0, -1),
    `${value}0`,
    ` ${value}`,
    `X${value}`,
    value.replace('-', '_'),
    value.replace(/[^-]*-/, ''),
  ];
}

function* formatted({ drawing, value, texts }: Making): Generator<Change> {
  for (const { text: name, pointer: schema } of texts.formats) {
    const about = (words: string) => ({ keyword: 'format', schema, words: `${words} ${name}` });
    const isFitting = (text: string) =>
      fitsLength(texts, lengthOf(text)) && fitsPatterns(texts, text) && text !== value;
    const valid = formatTexts.get(name);
    const other = valid && drawUntil(() => valid(drawing.random), isFitting, 8);
    if (other !== undefined) yield inside(other, about('another'));
    const broken = valid ? [...(invalidTexts.get(name) ?? misspelt(value)), ...unusualTexts] : [];
    const taken = formatsOfUnusualTexts.get(name) ?? [];
    for (const text of broken)
      if (isFitting(text) && !taken.includes(text)) yield outside(text, about('a text that is no'));
  }
}

function* free(value: string, facts: SchemaFacts): Generator<Change> {
  const texts = facts.texts();
  const about = { keyword: 'type', schema: firstSchema(facts) };
  for (const { words, text } of edgeCaseCharacters) {
    const fitted = lengthened(text, texts);
    if (fitted !== undefined && fitted !== value) yield inside(fitted, { ...about, words });
  }
  if (!texts.least && value !== '') yield atBound('', { ...about, words: 'an empty text' });
  if (!texts.most)
    yield atBound('x'.repeat(Math.max(long, texts.least?.value ?? 0)), { ...about, words: 'a long text' });
}

// Repeats or cuts a text of unusual characters until its length in code points is within the bounds.
function lengthened(text: string, { least, most }: TextFacts): string | undefined {
  const from = least?.value ?? 0;
  if (from > longest) return undefined;
  const characters = [...text.repeat(Math.max(1, Math.ceil(from / lengthOf(text))))];
  return characters.slice(0, most?.value ?? characters.length).join('');
}
