import { type Bound, boundsOf, highest, lowest } from './bounds.ts';
import type { SchemaPart } from './node.ts';

/** A pattern or the name of a format, with the schema that says it. */
interface Said {
  text: string;
  pointer: string;
}

/** What the parts together say about a text. */
export interface TextFacts {
  least?: Bound;
  most?: Bound;
  patterns: readonly Said[];
  formats: readonly Said[];
}

/** Collects the lengths (in code points), patterns and formats of a text. */
export function textFacts(parts: readonly SchemaPart[]): TextFacts {
  const least = highest(boundsOf(parts, 'minLength'));
  const most = lowest(boundsOf(parts, 'maxLength'));
  const patterns = said(parts, 'pattern');
  return { ...(least && { least }), ...(most && { most }), patterns, formats: said(parts, 'format') };
}

function said(parts: readonly SchemaPart[], word: 'pattern' | 'format'): Said[] {
  const all = parts.flatMap(({ pointer, schema }) => {
    const text = schema[word];
    return typeof text === 'string' ? [{ text, pointer }] : [];
  });
  return [...new Map(all.map((one) => [one.text, one])).values()];
}
