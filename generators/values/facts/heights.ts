import type { SchemaFacts } from './facts.ts';
import { type Conjunction, narrowed } from './node.ts';

/** The most levels of nesting that a value may need: the limit for parsed texts. */
const most = 512;

/** Returns a function that computes the fewest levels of lists and objects in a value of a conjunction; infinite if it cannot end. */
export function heightsBy(factsOf: (node: Conjunction) => SchemaFacts): (node: Conjunction) => number {
  const known = new Map<string, number>();
  // The highest number of levels that is known to be too low, by conjunction.
  const tooFew = new Map<string, number>();

  const ends = (node: Conjunction, levels: number): boolean => {
    const height = known.get(node.key);
    if (height !== undefined) return height <= levels;
    if ((tooFew.get(node.key) ?? -1) >= levels) return false;
    // A conjunction under examination counts as endless, which stops the recursion.
    tooFew.set(node.key, levels);
    const isEnding = endsBy(factsOf(node), levels, ends);
    if (isEnding) known.set(node.key, levels);
    return isEnding;
  };

  return (node) => {
    for (let levels = 0; levels <= most && !known.has(node.key); levels += 1) if (ends(node, levels)) break;
    const height = known.get(node.key) ?? Number.POSITIVE_INFINITY;
    known.set(node.key, height);
    return height;
  };
}

type Ends = (node: Conjunction, levels: number) => boolean;

function endsBy(facts: SchemaFacts, levels: number, ends: Ends): boolean {
  if (facts.contradiction) return false;
  if (facts.values) return true;
  const [choice] = facts.choices;
  if (choice) return choice.branches.some(({ demands }) => ends(narrowed(facts.node, demands, choice.key), levels));
  return [...facts.kinds.allowed].some((kind) => {
    if (kind === 'array') return listEnds(facts, levels, ends);
    return kind === 'object' ? objectEnds(facts, levels, ends) : true;
  });
}

function listEnds(facts: SchemaFacts, levels: number, ends: Ends): boolean {
  const { least, contained, item, positions } = facts.lists();
  const length = Math.max(least?.value ?? 0, ...contained.map((one) => one.least));
  // All items after the last position share one schema.
  const different = Array.from({ length: Math.min(length, positions + 1) }, (_, at) => item(at));
  return different.every((node) => levels > 0 && ends(node, levels - 1));
}

function objectEnds(facts: SchemaFacts, levels: number, ends: Ends): boolean {
  const { required, member } = facts.members();
  return [...required.keys()].every((name) => levels > 0 && ends(member(name), levels - 1));
}
