import type { Plain } from '../../../schemas/json/plain.ts';
import { type Drawing, deepest } from '../draw/drawing.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { type Conjunction, conjunctionOf } from '../facts/node.ts';
import { Undrawable } from '../facts/undrawable.ts';
import type { Reason, Sample } from './sample.ts';
import type { Visit } from './visits.ts';

/** Another value for a visited place, with its expected label; `within` is the pointer of the fault, relative to the place. */
export interface Change extends Omit<Reason, 'place'> {
  value: Plain;
  label: Sample['label'];
  within?: string;
}

/** A family of changes. */
export type Changes = (visit: Visit, drawing: Drawing) => Iterable<Change>;

/** What a change is about: the keyword, the schema that holds it, and a sentence. */
type About = Pick<Reason, 'keyword' | 'schema' | 'words'>;

/** Returns a valid value, well inside the bound. */
export function inside(value: Plain, about: About): Change {
  return { value, label: 'valid', side: 'in', ...about };
}

/** Returns a valid value, just at the bound. */
export function atBound(value: Plain, about: About): Change {
  return { value, label: 'valid', side: 'at', ...about };
}

/** Returns a value that violates the keyword. */
export function outside(value: Plain, about: About): Change {
  return { value, label: 'invalid', side: 'out', ...about };
}

/** Draws a value for a conjunction; undefined if that is impossible. */
export function drawOrNone(drawing: Drawing, node: Conjunction): Plain | undefined {
  try {
    // The high depth keeps the value small, since the value becomes a part of another value.
    return drawing.value(node, deepest - 2);
  } catch (error) {
    if (error instanceof Undrawable) return undefined;
    throw error;
  }
}

/** Returns the first drawn value that `fits` accepts. */
export function drawUntil<T extends Plain>(
  draw: () => T | undefined,
  fits: (value: T) => boolean,
  tries = 16,
): T | undefined {
  for (let left = tries; left > 0; left -= 1) {
    const value = draw();
    if (value !== undefined && fits(value)) return value;
  }
  return undefined;
}

/** Returns the pointer of the first schema that applies to a place. */
export function firstSchema({ parts }: SchemaFacts): string {
  return parts[0]?.pointer ?? '';
}

const opened = new WeakMap<SchemaFacts, Map<string, Conjunction>>();

/**
 * Returns the conjunction of the same parts without some keywords. The judge does not check values against the new conjunction, so a drawn value may violate
 * the omitted keywords.
 */
export function relaxedConjunction(facts: SchemaFacts, words: readonly string[]): Conjunction {
  const known = opened.get(facts) ?? new Map<string, Conjunction>();
  opened.set(facts, known);
  const node = known.get(words.join()) ?? conjunctionOf(facts.parts.map((part) => ({ ...strippedOf(part, words) })));
  known.set(words.join(), node);
  return node;
}

/** Keywords that the new conjunction leaves out: references and `allOf`, since their schemas are already separate parts, and examples and defaults. */
const followedWords = ['$ref', '$dynamicRef', 'allOf', 'examples', 'example', 'default'];

function strippedOf({ pointer, schema }: SchemaFacts['parts'][number], words: readonly string[]) {
  const remaining = Object.entries(schema).filter(([word]) => !followedWords.includes(word) && !words.includes(word));
  return { pointer, node: Object.fromEntries(remaining), isSynthetic: true };
}
