import { unknownAsset } from '../../../../generators/amounts/priceTies.ts';
import { requestBody } from '../../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../../generators/payloads/checkout.ts';
import { unknownId } from '../../../../generators/texts/ids.ts';
import type { ConvertedPair } from '../../../../oracles/acquiring/deposits/depositOptions.ts';
import { rateQueryForms } from '../../../../runner/actions/acquiring/rateQueries.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { assertionOf, drawValue } from '../../builder/caseSteps.ts';
import { refusalCase, validCase } from '../../builder/cases.ts';
import { projectPrices, projectTable } from '../../builder/projects.ts';
import { crossedRows, type Draw, generator, type Input, mapped, rows } from '../../builder/tables.ts';
import { harmlessWrite } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/**
 * A rate that the deposit options use. The text does not show how the base of a rate is named, so both forms are requested. The text does not show which pairs
 * have a rate either, so a pair that is known to have a rate is requested too.
 */
function rateOf(pair: ConvertedPair, { known: { rate, projects } }: Input) {
  const plans = [
    ...rateQueryForms.map((baseOf) => read.acquiringRate(baseOf(pair), pair.quote)),
    ...(rate ? [rate] : []),
  ];
  const asked = plans.map(({ path: { baseAsset = '', quoteAsset = '' } }, index) => ({
    base: baseAsset,
    quote: quoteAsset,
    exchange: `#${index + 1}`,
  }));
  // What other lists say of the pair is read with it.
  const lists = [...projects.map(({ id }) => read.depositOptions(id)), read.exchangeRates()];
  return validCase(
    'a pair that is converted',
    [...plans, ...lists],
    [assertionOf('ART-01', 'ratesAnswer', { asked }), assertionOf('ART-01', 'ratesNear', { asked })],
  );
}

const unknowns: Readonly<Record<string, (base: string, quote: string) => readonly [string, string]>> = {
  'an unknown base': (_, quote) => [unknownAsset, quote],
  'an unknown quote': (base) => [base, unknownAsset],
  'two unknown assets': () => [unknownAsset, unknownAsset],
};

const wrongPath = { keyword: 'value', place: 'path' };

/** Ids of projects that do not exist. */
const noProjects: Readonly<Record<string, (chance: SeededRandom) => string>> = {
  'a project that is unknown': (chance) => drawValue(unknownId('CAP'), chance),
  'a project of another entity': (chance) => drawValue(unknownId('CCO'), chance),
  'a project that is malformed': (chance) => `CAP-${chance.below(1_000)}`,
  'a project that is none at all': () => 'project',
};

type PlanOf = (known: TargetInventory) => Plan | undefined;

const readOfProject: Readonly<Record<string, PlanOf>> = {
  'deposit options': ({ projects: [project] }) => project && read.depositOptions(project.id),
};

const writesOfProject: Readonly<Record<string, PlanOf>> = {
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

/** A request for a project that exists, and the same for one that does not. */
function inNoProject(planOf: PlanOf, id: (chance: SeededRandom) => string, { known, chance, name }: Input) {
  const plan = planOf(known);
  const defect = plan && elsewhere(plan, id(chance));
  return defect && refusalCase('CHK-08', [plan, defect], { what: name, ...wrongPath });
}

const noProjectRows = (requests: Readonly<Record<string, PlanOf>>) => (known: TargetInventory) =>
  known.projects.length > 0 ? crossedRows(Object.entries(requests), Object.entries(noProjects), inNoProject) : [];

/** Rates, options, and projects that do not exist. */
export const rateAndOptionCases = [
  generator({ name: 'a rate of acquiring', evidences: ['ART-01'], posts: 0 }, ({ converted }) => {
    const nameOf = ({ asset, base, quote }: ConvertedPair) => `${base} of ${asset} in ${quote}`;
    return rows([...new Map(converted.map((pair) => [nameOf(pair), pair]))], rateOf);
  }),
  generator({ name: 'a rate of unknown assets', evidences: ['ART-02'], posts: 0, isMisuse: true }, ({ rate }) =>
    mapped(Object.entries(unknowns), (of, what): Draw | undefined => {
      const { baseAsset = '', quoteAsset = '' } = rate?.path ?? {};
      const defect = read.acquiringRate(...of(baseAsset, quoteAsset));
      return rate && (() => refusalCase('ART-02', [rate, defect], { what, ...wrongPath }));
    }),
  ),
  generator({ name: 'deposit options', evidences: ['DEP-01'], posts: 0 }, (known) =>
    rows(projectTable(known), ({ id }) => {
      const args = { exchange: '#1', component: 'DepositOptions' as const, what: 'the deposit options' };
      const assertion = assertionOf('DEP-01', 'showsComponent', args);
      return validCase('a project of the target file', read.depositOptions(id), assertion);
    }),
  ),
  generator(
    { name: 'deposit options of no project', evidences: ['CHK-08'], posts: 0, isMisuse: true },
    noProjectRows(readOfProject),
  ),
  generator(
    { name: 'something made in no project', evidences: ['CHK-08'], isMisuse: true },
    noProjectRows(writesOfProject),
  ),
];
