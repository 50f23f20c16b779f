import { type Plan, read } from '../../../../harness/plan.ts';
import type { CaseClaim } from '../../../case.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf, stepOf } from '../../steps.ts';
import { valid } from '../../tabled.ts';
import { Steps, varied } from './variant.ts';

/** So many single reads stand between two of a list. */
const singles = 4;

/** Some pairs of the market, those of the cell first. */
function pairsFrom({ market }: Known, first: string, chance: Chance): string[] {
  const others = market.map(({ symbolPair }) => symbolPair).filter((pair) => pair !== first);
  return [first, ...Array.from({ length: Math.min(singles - 1, others.length) }, () => chance.pick(others))];
}

interface Between {
  before: string;
  singles: { pair: string; exchange: string }[];
  after: string;
}

function between(
  steps: Steps,
  { list, one }: { list: Plan; one(pair: string): Plan },
  pairs: readonly string[],
): Between {
  const before = steps.add(stepOf(list));
  const reads = pairs.map((pair) => ({ pair, exchange: steps.add(stepOf(one(pair))) }));
  return { before, singles: reads, after: steps.add(stepOf(list)) };
}

const agreements: Readonly<Record<string, (steps: Steps, pairs: readonly string[]) => CaseClaim>> = {
  limits: (steps, pairs) => {
    const rates = steps.add(stepOf(read.exchangeRates()));
    return claimOf('XCH-01', 'limitsAgree', {
      ...between(steps, { list: read.exchangeLimits(), one: read.exchangeLimit }, pairs),
      rates,
    });
  },
  rates: (steps, pairs) =>
    claimOf('XCH-02', 'ratesAgree', between(steps, { list: read.exchangeRates(), one: read.exchangeRate }, pairs)),
};

const agree = varied({
  name: 'single reads of pairs and their list',
  evidences: ['XCH-01', 'XCH-02'],
  posts: 0,
  isMisuse: false,
  variants: (known) =>
    Object.entries(agreements).flatMap(([name, claimed]) =>
      known.market.map(({ symbolPair }) => ({
        cell: `${name} of ${symbolPair}`,
        draw: (chance) => {
          const steps = new Steps();
          const claim = claimed(steps, pairsFrom(known, symbolPair, chance));
          return { steps: steps.all, label: valid(`reads of ${name}`), claims: [claim] };
        },
      })),
    ),
});

const match = varied({
  name: 'limits and rates list the same pairs',
  evidences: ['XCH-06'],
  posts: 0,
  isMisuse: false,
  variants: () => [
    {
      cell: 'both lists',
      draw: () => {
        const steps = new Steps();
        const lists = [read.exchangeLimits(), read.exchangeRates(), read.exchangeLimits(), read.exchangeRates()];
        const [a = '', b = '', c = '', d = ''] = lists.map((list) => steps.add(stepOf(list)));
        const claims = [
          claimOf('XCH-06', 'pairsMatch', { before: a, between: b, after: c }),
          claimOf('XCH-06', 'pairsMatch', { before: b, between: c, after: d }),
        ];
        return { steps: steps.all, label: valid('reads of both lists'), claims };
      },
    },
  ],
});

/** Reads of what the exchange lists. */
export const listMoves: readonly Move[] = [agree, match];
