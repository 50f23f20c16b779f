import { isPlainObject } from '../../../schemas/json/plain.ts';
import { type Bound, boundsOf, highest, lowest } from './bounds.ts';
import { type Conjunction, conjunctionOf, type RequiredSchema, type SchemaPart } from './node.ts';
import { requiredWithin } from './parts.ts';

/** Items that a list has to contain in a certain number. */
export interface Contained {
  demand: RequiredSchema;
  least: number;
  most: number;
  part: SchemaPart;
}

/** What the parts together say about a list. */
export interface ListFacts {
  least?: Bound;
  most?: Bound;
  /** The part that forbids repeated items. */
  unique?: SchemaPart;
  contained: readonly Contained[];
  /** The number of items with a schema for their position; the items after them share one. */
  positions: number;
  item(at: number): Conjunction;
}

/** Collects what the parts say about a list's length and its items. */
export function listFacts(parts: readonly SchemaPart[]): ListFacts {
  const least = highest(boundsOf(parts, 'minItems'));
  const most = lowest(boundsOf(parts, 'maxItems'));
  const unique = parts.find(({ schema }) => schema.uniqueItems === true);
  const positions = Math.max(0, ...parts.map(prefixLength));
  const nodes = new Map<number, Conjunction>();
  return {
    ...(least && { least }),
    ...(most && { most }),
    ...(unique && { unique }),
    contained: parts.flatMap(containedOf),
    positions,
    item: (at) => {
      // All items after the last position share one schema.
      const position = Math.min(at, positions);
      const node = nodes.get(position) ?? conjunctionOf(itemDemands(parts, position));
      nodes.set(position, node);
      return node;
    },
  };
}

function prefixLength({ schema: { prefixItems } }: SchemaPart): number {
  return Array.isArray(prefixItems) ? prefixItems.length : 0;
}

function itemDemands(parts: readonly SchemaPart[], at: number): RequiredSchema[] {
  const evaluated = parts.flatMap((part) => {
    const demand = at < prefixLength(part) ? requiredWithin(part, 'prefixItems', at) : requiredWithin(part, 'items');
    return demand ? [demand] : [];
  });
  if (evaluated.length > 0) return evaluated;
  return parts.flatMap((part) => requiredWithin(part, 'unevaluatedItems') ?? []);
}

function containedOf(part: SchemaPart): Contained[] {
  const demand = requiredWithin(part, 'contains');
  if (!demand || (!isPlainObject(demand.node) && typeof demand.node !== 'boolean')) return [];
  const { minContains, maxContains } = part.schema;
  const least = typeof minContains === 'number' ? minContains : 1;
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
  return [{ demand, least, most, part }];
}
