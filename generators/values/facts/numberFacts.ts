import { type Bound, boundsOf, highest, lowest } from './bounds.ts';
import type { SchemaPart } from './node.ts';

/** A bound of a number; an exclusive bound is itself not allowed. */
export interface Limit extends Bound {
  isExclusive: boolean;
}

/** What the parts together say about a number. */
export interface NumberFacts {
  least?: Limit;
  most?: Limit;
  steps: readonly Bound[];
}

const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** Collects the bounds and steps of a number; the stricter of two bounds wins. */
export function numberFacts(parts: readonly SchemaPart[]): NumberFacts {
  const narrow = parts.filter(({ schema }) => schema.format === 'int32');
  const ranged = (value: number) => narrow.map(({ pointer }) => ({ value, keyword: 'format', pointer }));
  const least = highest([...boundsOf(parts, 'exclusiveMinimum', 'minimum'), ...ranged(int32.least)]);
  const most = lowest([...boundsOf(parts, 'exclusiveMaximum', 'maximum'), ...ranged(int32.most)]);
  return {
    ...(least && { least: limit(least) }),
    ...(most && { most: limit(most) }),
    steps: boundsOf(parts, 'multipleOf'),
  };
}

function limit(bound: Bound): Limit {
  return { ...bound, isExclusive: bound.keyword.startsWith('exclusive') };
}
