import type { Random } from 'fast-check';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import { drawOrNone } from './changes/change.ts';
import { factsOfBranches, withMember } from './changes/visits.ts';
import { randomOf } from './draw/chance.ts';
import { Draw } from './draw/draw.ts';
import { type Conjunction, conjunctionOf } from './facts/node.ts';
import { type SchemaScope, scopeOf } from './facts/scope.ts';
import type { VariationBase } from './variations.ts';

/** The levels in which members are added: a schema may contain itself. */
const deepest = 4;

/** The most members that are added, first at the outermost levels. A larger request is slow, and targets often refuse it for its size. */
const mostAdded = 24;

/**
 * The state of filling a value: the schemas, the source of randomness, the number of members that may still be added, and a check whether an inner value fits
 * its place.
 */
interface Filling {
  scope: SchemaScope;
  random: Random;
  left: number;
  isFit(node: Conjunction, value: Plain): boolean;
}

/** The place of a value: its schemas, and the levels that remain within it. */
interface Place {
  node: Conjunction;
  levels: number;
}

const holds = ({ judge }: SchemaScope, { demands }: Conjunction, value: Plain) =>
  demands.every((demand) => demand.isSynthetic === true || judge.holds(demand, value));

function drawnFor(filling: Filling, node: Conjunction): Plain | undefined {
  return drawOrNone(new Draw(filling.scope, filling.random, 'sent'), node);
}

/** Draws the missing members that may be sent. */
function missing(filling: Filling, node: Conjunction, value: PlainObject): [string, Plain][] {
  const members = factsOfBranches(filling.scope, node, value).members();
  const names = members.known.filter((name) => !Object.hasOwn(value, name) && !members.isReadOnly(name));
  const found = names.slice(0, filling.left).flatMap((name): [string, Plain][] => {
    const member = drawnFor(filling, members.member(name));
    return member === undefined ? [] : [[name, member]];
  });
  filling.left -= found.length;
  return found;
}

/**
 * Adds members to an object. Adds all of them if the object stays valid; otherwise adds one after the other, and leaves out each member that makes the object
 * invalid.
 */
function joined(
  { isFit }: Filling,
  node: Conjunction,
  { value, others }: { value: PlainObject; others: [string, Plain][] },
) {
  const put = (object: PlainObject, [name, member]: [string, Plain]) => withMember(object, name, member);
  const complete = others.reduce(put, value);
  if (isFit(node, complete)) return complete;
  return others.reduce((object, other) => {
    const more = put(object, other);
    return isFit(node, more) ? more : object;
  }, value);
}

function fullObject(filling: Filling, { node, levels }: Place, value: PlainObject): PlainObject {
  const wide = joined(filling, node, { value, others: missing(filling, node, value) });
  const members = factsOfBranches(filling.scope, node, wide).members();
  const others = Object.entries(wide).map(([name, member]): [string, Plain] => [
    name,
    full(filling, { node: members.member(name), levels: levels - 1 }, member),
  ]);
  return joined(filling, node, { value: wide, others });
}

function fullList(filling: Filling, { node, levels }: Place, value: readonly Plain[]): Plain {
  const lists = factsOfBranches(filling.scope, node, [...value]).lists();
  const first = value.length === 0 ? drawnFor(filling, lists.item(0)) : undefined;
  const items = first === undefined ? value : [first];
  const complete = items.map((item, at) => full(filling, { node: lists.item(at), levels: levels - 1 }, item));
  return filling.isFit(node, complete) ? complete : [...value];
}

function full(filling: Filling, place: Place, value: Plain): Plain {
  if (place.levels === 0) return value;
  if (Array.isArray(value)) return fullList(filling, place, value);
  return isPlainObject(value) ? fullObject(filling, place, value) : value;
}

/** Adds as many members to a valid value as its schemas allow together, within its members and items as well; an empty list gets an item. */
export function withMostMembers({ document, schema, base, seed = 0 }: VariationBase): Plain {
  const scope = scopeOf(document);
  const node = conjunctionOf([scope.demandOf(schema)]);
  const filledBy = (isFit: Filling['isFit']) =>
    full({ scope, random: randomOf(seed), left: mostAdded, isFit }, { node, levels: deepest }, base);
  // Usually all members fit together, and one check of the complete value shows that; checking each place costs more.
  const complete = filledBy(() => true);
  return holds(scope, node, complete) ? complete : filledBy((place, value) => holds(scope, place, value));
}
