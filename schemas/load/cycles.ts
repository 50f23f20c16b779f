import type { Place } from '../document/schemaWalk.ts';
import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { child, pointerOf, valueAt } from '../json/pointer.ts';

/** A reference that makes a schema require itself for the same value, so that validation never ends. */
export type ReferenceCycle = { readonly pointer: string; readonly to: string };

// The keywords whose schemas apply to the same value as the schema that contains them.
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;
const inPlaceOnes = ['not', 'if', 'then', 'else'] as const;

type Step = { readonly word: string; readonly from: PlainObject; readonly pointer: string; readonly to: Place };

/**
 * Breaks, in place, every cycle of schemas that apply to one value. In some cycles, a base schema lists its kinds as a choice, and each kind extends the base.
 * The kinds then get the base without the choice, which is what the cycle means. Any other cycle loses the reference that closes it, and this reference is
 * returned.
 */
export function openCycles(document: Plain, places: readonly Place[]): ReferenceCycle[] {
  const removed: ReferenceCycle[] = [];
  const acyclic = new Set<Plain>();
  for (const place of places) {
    for (let circle = circleFrom(document, place, acyclic); circle; circle = circleFrom(document, place, acyclic)) {
      const opened = openKinds(circle);
      if (!opened) removed.push(cut(circle));
    }
  }
  return removed;
}

// Searches depth first without recursion: contracts are deep, and a chain of references may be as long as the contract is large.
function circleFrom(document: Plain, place: Place, acyclic: Set<Plain>): Step[] | undefined {
  const path: { node: Plain; steps: Step[]; taken?: Step }[] = [];
  const open = new Set<Plain>();
  const enter = ({ pointer, node }: Place) => {
    open.add(node);
    path.push({ node, steps: isPlainObject(node) ? [...stepsOf(document, { pointer, node })] : [] });
  };
  if (!acyclic.has(place.node)) enter(place);
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const step = last.steps.pop();
    if (!step) {
      acyclic.add(last.node);
      open.delete(last.node);
      path.pop();
    } else if (open.has(step.to.node)) {
      last.taken = step;
      const start = path.findIndex(({ node }) => node === step.to.node);
      return path.slice(start).flatMap(({ taken }) => (taken ? [taken] : []));
    } else if (isPlainObject(step.to.node) && !acyclic.has(step.to.node)) {
      last.taken = step;
      enter(step.to);
    }
  }
  return undefined;
}

function* stepsOf(document: Plain, { pointer, node }: Place<PlainObject>): Generator<Step> {
  const step = (word: string, to: Place): Step => ({ word, from: node, pointer: child(pointer, word), to });
  const target = typeof node.$ref === 'string' ? pointerOf(node.$ref) : undefined;
  const referred = target === undefined ? undefined : valueAt(document, target);
  if (target !== undefined && referred !== undefined) yield step('$ref', { pointer: target, node: referred });
  for (const word of inPlaceLists) {
    const list = node[word];
    if (!Array.isArray(list)) continue;
    yield* list.map((inner, at) => step(word, { pointer: child(child(pointer, word), at), node: inner }));
  }
  for (const word of inPlaceOnes) {
    const inner = node[word];
    if (inner !== undefined) yield step(word, { pointer: child(pointer, word), node: inner });
  }
  const { dependentSchemas } = node;
  if (!isPlainObject(dependentSchemas)) return;
  for (const [name, inner] of Object.entries(dependentSchemas)) {
    yield step('dependentSchemas', { pointer: child(child(pointer, 'dependentSchemas'), name), node: inner });
  }
}

function openKinds(circle: readonly Step[]): boolean {
  for (const [at, leaving] of circle.entries()) {
    const entering = circle.at(at - 1);
    if (entering?.word !== '$ref' || (leaving.word !== 'oneOf' && leaving.word !== 'anyOf')) continue;
    const base = { ...leaving.from };
    delete base[leaving.word];
    const { from } = entering;
    delete from.$ref;
    from.allOf = [...(Array.isArray(from.allOf) ? from.allOf : []), base];
    return true;
  }
  return false;
}

function cut(circle: readonly Step[]): ReferenceCycle {
  const closing = circle.findLast(({ word }) => word === '$ref');
  const to = String(closing?.from.$ref);
  if (closing) delete closing.from.$ref;
  return { pointer: closing?.pointer ?? '', to };
}
