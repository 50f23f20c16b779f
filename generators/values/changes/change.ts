import type { Plain } from '../../../schemas/json/plain.ts';
import { type Drawing, deepest } from '../draw/drawing.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { type Conjunction, conjunctionOf } from '../facts/node.ts';
import { Undrawable } from '../facts/undrawable.ts';
import type { Reason, Sample } from './sample.ts';
import type { Visit } from './visits.ts';

/** Another value for a visited place, with what its schema should say of it; `within` is where the fault shows, from the place on. */
export interface Change extends Omit<Reason, 'place'> {
  value: Plain;
  label: Sample['label'];
  within?: string;
}

/** A family of changes. */
export type Changes = (visit: Visit, drawing: Drawing) => Iterable<Change>;

/** What a change is about: the keyword, the schema that holds it, and a sentence. */
type About = Pick<Reason, 'keyword' | 'schema' | 'words'>;

/** A value that still holds, well inside. */
export function inside(value: Plain, about: About): Change {
  return { value, label: 'valid', side: 'in', ...about };
}

/** A value that still holds, just at its bound. */
export function atBound(value: Plain, about: About): Change {
  return { value, label: 'valid', side: 'at', ...about };
}

/** A value that breaks the keyword. */
export function outside(value: Plain, about: About): Change {
  return { value, label: 'invalid', side: 'out', ...about };
}

/** A value for a conjunction, undefined where none can be drawn. */
export function drawOrNone(drawing: Drawing, node: Conjunction): Plain | undefined {
  try {
    // Small: it stands within another value.
    return drawing.value(node, deepest - 2);
  } catch (error) {
    if (error instanceof Undrawable) return undefined;
    throw error;
  }
}

/** The first of some draws that fits. */
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

/** The pointer of the schema that speaks first of a place. */
export function firstSchema({ parts }: SchemaFacts): string {
  return parts[0]?.pointer ?? '';
}

const opened = new WeakMap<SchemaFacts, Map<string, Conjunction>>();

/** The conjunction of the same parts without some words: the judge does not know it, so that what breaks those words can be drawn. */
export function relaxedConjunction(facts: SchemaFacts, words: readonly string[]): Conjunction {
  const known = opened.get(facts) ?? new Map<string, Conjunction>();
  opened.set(facts, known);
  const node = known.get(words.join()) ?? conjunctionOf(facts.parts.map((part) => ({ ...strippedOf(part, words) })));
  known.set(words.join(), node);
  return node;
}

/** Words whose schemas are parts of their own already. */
const followedWords = ['$ref', '$dynamicRef', 'allOf', 'examples', 'example', 'default'];

function strippedOf({ pointer, schema }: SchemaFacts['parts'][number], words: readonly string[]) {
  const kept = Object.entries(schema).filter(([word]) => !followedWords.includes(word) && !words.includes(word));
  return { pointer, node: Object.fromEntries(kept), isSynthetic: true };
}
