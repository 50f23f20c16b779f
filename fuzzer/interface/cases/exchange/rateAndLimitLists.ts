import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { StepList, validCase } from '../../builder/cases.ts';
import { type Draw, generator } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** The number of single reads between two reads of a list. */
const singles = 4;

/** Returns some pairs of the market, starting with the pair of the combination. */
function pairsFrom({ market }: TargetInventory, first: string, chance: SeededRandom): string[] {
  const others = market.map(({ symbolPair }) => symbolPair).filter((pair) => pair !== first);
  return [first, ...Array.from({ length: Math.min(singles - 1, others.length) }, () => chance.pick(others))];
}

/**
 * Reads a list, some of its pairs by themselves, and the list again, twice and in different distances: a list that changes from read to read must not look as if
 * it stood still.
 */
function between(steps: StepList, { list, one }: { list: Plan; one(pair: string): Plan }, pairs: readonly string[]) {
  const before = steps.add(list);
  const reads = pairs.map((pair) => ({ pair, exchange: steps.add(one(pair)) }));
  const after = steps.add(list);
  for (const pair of pairs.slice(0, 1)) steps.add(one(pair));
  steps.add(list);
  return { before, singles: reads, after };
}

/** Reads that must agree, by their subject. */
const agreements: Readonly<
  Record<string, (steps: StepList, pairs: readonly string[]) => ReturnType<typeof assertionOf>>
> = {
  limits: (steps, pairs) => {
    const rates = steps.add(read.exchangeRates());
    const limits = between(steps, { list: read.exchangeLimits(), one: read.exchangeLimit }, pairs);
    return assertionOf('XCH-01', 'limitsAgree', { ...limits, rates });
  },
  rates: (steps, pairs) =>
    assertionOf('XCH-02', 'ratesAgree', between(steps, { list: read.exchangeRates(), one: read.exchangeRate }, pairs)),
};

const agreementOf =
  (name: string, symbolPair: string): Draw =>
  ({ known, chance }) => {
    const steps = new StepList();
    const assertion = agreements[name]?.(steps, pairsFrom(known, symbolPair, chance));
    return assertion && validCase(`reads of ${name}`, steps.all, assertion);
  };

const bothLists: Draw = () =>
  validCase(
    'reads of both lists',
    [read.exchangeLimits(), read.exchangeRates(), read.exchangeLimits(), read.exchangeRates()],
    [
      assertionOf('XCH-06', 'pairsMatch', { before: '#1', between: '#2', after: '#3' }),
      assertionOf('XCH-06', 'pairsMatch', { before: '#2', between: '#3', after: '#4' }),
    ],
  );

/** Reads of the exchange lists. */
export const rateAndLimitListCases = [
  generator({ name: 'single reads of pairs and their list', evidences: ['XCH-01', 'XCH-02'], posts: 0 }, ({ market }) =>
    Object.keys(agreements).flatMap((name) =>
      market.map(({ symbolPair }) => [`${name} of ${symbolPair}`, agreementOf(name, symbolPair)] as const),
    ),
  ),
  generator({ name: 'limits and rates list the same pairs', evidences: ['XCH-06'], posts: 0 }, [
    ['both lists', bothLists],
  ]),
];
