import { unknownAsset } from '../../../../generators/amounts/priceTies.ts';
import { requestBody } from '../../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../../generators/payloads/checkout.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import type { ConvertedPair } from '../../../../oracles/acquiring/deposits/depositOptions.ts';
import { rateQueryForms } from '../../../../runner/actions/acquiring/rateQueries.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, drawValue, stepOf } from '../../builder/caseSteps.ts';
import { projectPrices } from '../../builder/priceAmounts.ts';
import {
  assertedCase,
  type CombinationTable,
  refusalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import { harmlessWrite } from '../../builder/validRequests.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

const nameOf = ({ asset, base, quote }: ConvertedPair) => `${base} of ${asset} in ${quote}`;

const pairs = ({ converted }: TargetInventory): CombinationTable<ConvertedPair> =>
  [...new Map(converted.map((pair) => [nameOf(pair), pair]))].map(([name, pair]) => [name, pair] as const);

/**
 * A rate that the deposit options use. The text does not show how the base of a rate is named, so both forms are requested. The text does not show which pairs
 * have a rate either, so a pair that is known to have a rate is requested too.
 */
const rates: CaseGenerator = tableGenerator<ConvertedPair>({
  name: 'a rate of acquiring',
  evidences: ['ART-01'],
  posts: 0,
  isMisuse: false,
  of: pairs,
  make: (pair, { known: { rate } }) => {
    const plans = [
      ...rateQueryForms.map((baseOf) => read.acquiringRate(baseOf(pair), pair.quote)),
      ...(rate ? [rate] : []),
    ];
    const asked = plans.map(({ path: { baseAsset = '', quoteAsset = '' } }, index) => ({
      base: baseAsset,
      quote: quoteAsset,
      exchange: `#${index + 1}`,
    }));
    const steps = plans.map((one) => stepOf(one));
    return assertedCase(steps, validLabel('a pair that is converted'), [
      assertionOf('ART-01', 'ratesAnswer', { asked }),
    ]);
  },
});

const unknowns: Readonly<Record<string, (base: string, quote: string) => readonly [string, string]>> = {
  'an unknown base': (_, quote) => [unknownAsset, quote],
  'an unknown quote': (base) => [base, unknownAsset],
  'two unknown assets': () => [unknownAsset, unknownAsset],
};

/** A rate of assets that are in no list. */
const noRates: CaseGenerator = tableGenerator<{ rate: Plan; defect: Plan }>({
  name: 'a rate of unknown assets',
  evidences: ['ART-02'],
  posts: 0,
  isMisuse: true,
  of: ({ rate }) => {
    const { baseAsset = '', quoteAsset = '' } = rate?.path ?? {};
    return Object.entries(unknowns).flatMap(([why, of]) =>
      rate ? [[why, { rate, defect: read.acquiringRate(...of(baseAsset, quoteAsset)) }] as const] : [],
    );
  },
  make: ({ rate, defect }, { name }) =>
    refusalCase({
      requirement: 'ART-02',
      control: stepOf(rate),
      defect: stepOf(defect),
      what: name,
      how: { keyword: 'value', place: 'path' },
    }),
});

/** The deposit options of each project. */
const options: CaseGenerator = tableGenerator<ListedProject>({
  name: 'deposit options',
  evidences: ['DEP-01'],
  posts: 0,
  isMisuse: false,
  of: ({ projects }) => projects.map((project, at) => [`project ${at + 1}`, project] as const),
  make: ({ id }) =>
    assertedCase([stepOf(read.depositOptions(id))], validLabel('a project of the target file'), [
      assertionOf('DEP-01', 'showsComponent', {
        exchange: '#1',
        component: 'DepositOptions',
        what: 'the deposit options',
      }),
    ]),
});

/** Ids of projects that do not exist. */
const noProjects: Readonly<Record<string, (known: TargetInventory, chance: SeededRandom) => string>> = {
  'that is unknown': (_, chance) => drawValue(unknownId('CAP'), chance),
  'of another entity': (_, chance) => drawValue(unknownId('CCO'), chance),
  'that is malformed': (_, chance) => `CAP-${chance.below(1_000)}`,
  'that is none at all': () => 'project',
};

const ofProject: Readonly<Record<string, (known: TargetInventory) => Plan | undefined>> = {
  'deposit options': ({ projects: [project] }) => project && read.depositOptions(project.id),
  'a checkout': ({ projects: [project] }) => project && create.checkout(project.id, checkoutBody('NO_PRICE')),
  'a request': (known) => {
    const [first] = projectPrices(known);
    return first && create.request(first[1].project.id, requestBody(first[1].price));
  },
  'a bundle': harmlessWrite,
};

/** Returns the same request for a project that does not exist. */
function elsewhere(plan: Plan, id: string): Plan {
  const [name = 'projectId'] = Object.keys(plan.path);
  return { ...plan, path: { ...plan.path, [name]: id } };
}

type Of = (known: TargetInventory) => Plan | undefined;

/** Every request for a project, with projects that do not exist. */
const strangers = (isRead: boolean): CaseGenerator =>
  tableGenerator<{ of: Of; id: (known: TargetInventory, chance: SeededRandom) => string }>({
    name: isRead ? 'deposit options of no project' : 'something made in no project',
    evidences: ['CHK-08'],
    posts: isRead ? 0 : 1,
    isMisuse: true,
    of: (known) =>
      Object.entries(ofProject).flatMap(([what, of]) =>
        known.projects.length === 0 || (what === 'deposit options') !== isRead
          ? []
          : Object.entries(noProjects).map(([why, id]) => [`${what}, a project ${why}`, { of, id }] as const),
      ),
    make: ({ of, id }, { known, chance, name }) => {
      const plan = of(known);
      if (!plan) return undefined;
      return refusalCase({
        requirement: 'CHK-08',
        control: plan.body ? controlStep(plan) : stepOf(plan),
        defect: stepOf(elsewhere(plan, id(known, chance))),
        what: name,
        how: { keyword: 'value', place: 'path' },
      });
    },
  });

/** Rates, options, and projects that do not exist. */
export const rateAndOptionCases: readonly CaseGenerator[] = [
  rates,
  noRates,
  options,
  strangers(true),
  strangers(false),
];
