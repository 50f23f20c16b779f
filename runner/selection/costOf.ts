import { combinationsOf, type Selection } from '../../traffic/requirements/selection.ts';
import { type Cost, type Costs, noCost } from './costs.ts';
import { type Outlay, sumOfOutlays } from './outlay.ts';

/** The requests of some traffic, without what they move. */
export type Requests = Omit<Cost, keyof Outlay>;

/** Returns the sum of some requests; a control request that several of them need counts once. */
export function sumOfRequests(all: readonly Requests[]): Requests {
  const add = (of: (one: Requests) => number) => all.reduce((sum, one) => sum + of(one), 0);
  return {
    posts: add(({ posts }) => posts),
    gets: add(({ gets }) => gets),
    apart: add(({ apart }) => apart),
    made: add(({ made }) => made),
    refused: add(({ refused }) => refused),
    acquired: add(({ acquired }) => acquired),
    controls: [...new Set(all.flatMap(({ controls }) => controls))],
  };
}

/** Returns the sum of some costs. */
export const sumOf = (costs: readonly Cost[]): Cost => ({ ...sumOfRequests(costs), ...sumOfOutlays(costs) });

/** The costs of tests by what they depend on: a choice of requirements asks for the same ones thousands of times. */
const derived = new WeakMap<Costs, Map<string, Cost[]>>();

/** Returns the cost of the test of a requirement with the combinations that this run tries; empty for a trace check. */
export function costOf(id: string, { selection, costs }: { selection: Selection; costs: Costs }): Cost[] {
  const { profile, day, again = [], halved = [] } = selection;
  const key = [id, profile, day, halved.includes(id), ...again].join('\n');
  const known = derived.get(costs) ?? new Map<string, Cost[]>();
  derived.set(costs, known);
  const cost = known.get(key) ?? derivedCost(id, { selection, costs });
  known.set(key, cost);
  return cost;
}

function derivedCost(id: string, { selection, costs }: { selection: Selection; costs: Costs }): Cost[] {
  const test = costs.probes[id];
  if (!test) return [];
  const due = test.cells.flatMap(({ of, turns: place }) =>
    combinationsOf(
      { id, names: Object.keys(of), rotation: place === undefined ? undefined : costs.turns[place] },
      selection,
    ).map((name) => of[name] ?? noCost),
  );
  return [sumOf([test.base, ...due])];
}
