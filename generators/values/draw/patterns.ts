import { type AST, RegExpParser } from '@eslint-community/regexpp';
import type { Random } from 'fast-check';
import { below, onceIn, pick } from './chance.ts';
import { matching } from './characters.ts';

/** The state while a text is written: the number of characters that may still be used beyond the shortest length, and the texts of the captured groups. */
interface Writing {
  random: Random;
  spare: number;
  isGreedy: boolean;
  captures: Map<AST.CapturingGroup, string>;
}

/** Writes a part of a pattern; `least` is its shortest length. */
interface Writer {
  least: number;
  write(writing: Writing): string;
}

/** The length limits of a text, in characters. */
interface Lengths {
  least: number;
  most: number;
}

/** Draws a text that the pattern may match. It ignores assertions, so the caller has to check the text. Undefined if the pattern is not readable. */
export function patternText(source: string, random: Random, { least, most }: Lengths): string | undefined {
  const writer = writerOf(source);
  if (!writer) return undefined;
  const from = Math.max(least, writer.least);
  const to = Math.max(from, Math.min(most, from + (onceIn(random, 4) ? longer : usual)));
  const wanted = from + below(random, to - from + 1);
  const writing = { random, spare: wanted - writer.least, isGreedy: onceIn(random, 2), captures: new Map() };
  const text = writer.write(writing);
  // A pattern that is not bound to its end allows more characters.
  return text.length < least ? text + 'a'.repeat(least - text.length) : text;
}

/** The number of characters beyond the shortest length: the usual number, and a larger one for some texts. */
const usual = 6;
const longer = 24;

const writers = new Map<string, Writer | undefined>();

function writerOf(source: string): Writer | undefined {
  if (!writers.has(source)) writers.set(source, parsed(source));
  return writers.get(source);
}

function parsed(source: string): Writer | undefined {
  try {
    const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, { unicode: true });
    return alternatives(pattern.alternatives);
  } catch (error) {
    // The source is not a pattern, or it has a character class without characters.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function alternatives(list: readonly AST.Alternative[]): Writer {
  const writers = list.map(({ elements }) => sequence(elements.map(element)));
  const [first = empty] = writers;
  if (writers.length <= 1) return first;
  const least = Math.min(...writers.map((writer) => writer.least));
  const write = (writing: Writing) => {
    // A longer alternative uses up spare characters.
    const fitting = writers.filter((writer) => writer.least - least <= writing.spare);
    const writer = pick(writing.random, fitting.length > 0 ? fitting : writers);
    writing.spare = Math.max(0, writing.spare - (writer.least - least));
    return writer.write(writing);
  };
  return { least, write };
}

function sequence(writers: readonly Writer[]): Writer {
  const least = writers.reduce((sum, writer) => sum + writer.least, 0);
  return { least, write: (writing) => writers.map((writer) => writer.write(writing)).join('') };
}

const empty: Writer = { least: 0, write: () => '' };

function element(node: AST.Element): Writer {
  switch (node.type) {
    case 'Character':
      return { least: 1, write: () => String.fromCodePoint(node.value) };
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return oneOf(matching(node.raw));
    case 'Group':
      return alternatives(node.alternatives);
    case 'CapturingGroup':
      return captured(node);
    case 'Backreference':
      return {
        least: 0,
        write: ({ captures }) =>
          [node.resolved]
            .flat()
            .map((group) => captures.get(group))
            .join(''),
      };
    case 'Quantifier':
      return repeated(node);
    case 'Assertion':
      return empty;
  }
}

function oneOf(characters: readonly string[]): Writer {
  if (characters.length === 0) throw new RangeError('this character class contains no character');
  return { least: 1, write: ({ random }) => pick(random, characters) };
}

function captured(group: AST.CapturingGroup): Writer {
  const { least, write } = alternatives(group.alternatives);
  const keeping = (writing: Writing) => {
    const text = write(writing);
    writing.captures.set(group, text);
    return text;
  };
  return { least, write: keeping };
}

function repeated({ min, max, element: inner }: AST.Quantifier): Writer {
  const writer = element(inner);
  const each = Math.max(1, writer.least);
  const write = (writing: Writing) => {
    const room = Math.min(max - min, Math.floor(writing.spare / each));
    const more = writing.isGreedy ? room : below(writing.random, room + 1);
    writing.spare -= more * each;
    return Array.from({ length: min + more }, () => writer.write(writing)).join('');
  };
  return { least: writer.least * min, write };
}
