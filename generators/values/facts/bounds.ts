import type { Plain } from '../../../schemas/json/plain.ts';
import type { SchemaPart } from './node.ts';

/** A number that a keyword sets, with the schema that sets it. */
export interface Bound {
  value: number;
  keyword: string;
  pointer: string;
}

/** Returns the numbers that the parts set by any of the keywords. */
export function boundsOf(parts: readonly SchemaPart[], ...keywords: readonly string[]): Bound[] {
  return parts.flatMap(({ pointer, schema }) =>
    keywords.flatMap((keyword) => {
      const value: Plain | undefined = schema[keyword];
      return typeof value === 'number' ? [{ value, keyword, pointer }] : [];
    }),
  );
}

/** Returns the strictest lower bound. */
export function highest(bounds: readonly Bound[]): Bound | undefined {
  return bounds.reduce<Bound | undefined>((most, one) => (most && most.value >= one.value ? most : one), undefined);
}

/** Returns the strictest upper bound. */
export function lowest(bounds: readonly Bound[]): Bound | undefined {
  return bounds.reduce<Bound | undefined>((least, one) => (least && least.value <= one.value ? least : one), undefined);
}
