import { isPlainObject } from '../../../schemas/json/plain.ts';
import { type Bound, boundsOf, highest, lowest } from './bounds.ts';
import { type Conjunction, conjunctionOf, type RequiredSchema, type SchemaPart } from './node.ts';
import { requiredWithin } from './parts.ts';

/** Items of a kind that a list has to hold some of. */
export interface Contained {
  demand: RequiredSchema;
  least: number;
  most: number;
  part: SchemaPart;
}

/** What the parts together say of a list. */
export interface ListFacts {
  least?: Bound;
  most?: Bound;
  /** The part that says that no item may be there twice. */
  unique?: SchemaPart;
  contained: readonly Contained[];
  /** The items that have a schema for their position; those behind them share one. */
  positions: number;
  item(at: number): Conjunction;
}

/** Gathers what is said of a list's length and its items. */
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
      // Behind the last position all items are alike.
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
