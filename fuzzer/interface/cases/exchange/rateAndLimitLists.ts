import { type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { combinationGenerator, StepList } from '../../builder/combinationGenerator.ts';
import { validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** The number of single reads between two reads of a list. */
const singles = 4;

/** Returns some pairs of the market, starting with the pair of the combination. */
function pairsFrom({ market }: TargetInventory, first: string, chance: SeededRandom): string[] {
  const others = market.map(({ symbolPair }) => symbolPair).filter((pair) => pair !== first);
  return [first, ...Array.from({ length: Math.min(singles - 1, others.length) }, () => chance.pick(others))];
}

interface Between {
  before: string;
  singles: { pair: string; exchange: string }[];
  after: string;
}

function between(
  steps: StepList,
  { list, one }: { list: Plan; one(pair: string): Plan },
  pairs: readonly string[],
): Between {
  const before = steps.add(stepOf(list));
  const reads = pairs.map((pair) => ({ pair, exchange: steps.add(stepOf(one(pair))) }));
  return { before, singles: reads, after: steps.add(stepOf(list)) };
}

const agreements: Readonly<Record<string, (steps: StepList, pairs: readonly string[]) => CaseAssertion>> = {
  limits: (steps, pairs) => {
    const rates = steps.add(stepOf(read.exchangeRates()));
    return assertionOf('XCH-01', 'limitsAgree', {
      ...between(steps, { list: read.exchangeLimits(), one: read.exchangeLimit }, pairs),
      rates,
    });
  },
  rates: (steps, pairs) =>
    assertionOf('XCH-02', 'ratesAgree', between(steps, { list: read.exchangeRates(), one: read.exchangeRate }, pairs)),
};

const agree = combinationGenerator({
  name: 'single reads of pairs and their list',
  evidences: ['XCH-01', 'XCH-02'],
  posts: 0,
  isMisuse: false,
  variants: (known) =>
    Object.entries(agreements).flatMap(([name, claimed]) =>
      known.market.map(({ symbolPair }) => ({
        combination: `${name} of ${symbolPair}`,
        draw: (chance) => {
          const steps = new StepList();
          const assertion = claimed(steps, pairsFrom(known, symbolPair, chance));
          return { steps: steps.all, label: validLabel(`reads of ${name}`), claims: [assertion] };
        },
      })),
    ),
});

const match = combinationGenerator({
  name: 'limits and rates list the same pairs',
  evidences: ['XCH-06'],
  posts: 0,
  isMisuse: false,
  variants: () => [
    {
      combination: 'both lists',
      draw: () => {
        const steps = new StepList();
        const lists = [read.exchangeLimits(), read.exchangeRates(), read.exchangeLimits(), read.exchangeRates()];
        const [a = '', b = '', c = '', d = ''] = lists.map((list) => steps.add(stepOf(list)));
        const assertions = [
          assertionOf('XCH-06', 'pairsMatch', { before: a, between: b, after: c }),
          assertionOf('XCH-06', 'pairsMatch', { before: b, between: c, after: d }),
        ];
        return { steps: steps.all, label: validLabel('reads of both lists'), claims: assertions };
      },
    },
  ],
});

/** Reads of the exchange lists. */
export const rateAndLimitListCases: readonly CaseGenerator[] = [agree, match];
