import {
  bareRequest,
  documentedAssets,
  outsidePrice,
  requestBody,
  unknownAsset,
} from '../../../../generators/payloads/acquiringRequest.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { create, withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  amountAt,
  type LimitPosition,
  limitPositions,
  type ProjectPrice,
  projectPrices,
} from '../../builder/priceAmounts.ts';
import {
  assertedCase,
  type CombinationTable,
  edgeCaseLabel,
  type GeneratorInput,
  refusalCase,
  tableGenerator,
  validLabel,
} from '../../builder/tableGenerator.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

/** Asserts that a request that nobody pays expires, if the clock can be moved to its end. */
const lapsing = ({ hasClock, paths }: TargetInventory): CaseAssertion[] =>
  hasClock && paths.request !== undefined ? [assertionOf('LIF-12', 'lapses', { created: '#1' })] : [];

const figures = ['converted', 'merchantFee', 'pay', 'processing'] as const;

/** Every price of every asset, at each position within its limits. */
const priced: CaseGenerator = tableGenerator<ProjectPrice & { within: LimitPosition }>({
  name: 'a request of an amount',
  evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'REQ-04', 'LIF-12'],
  posts: 1,
  isMisuse: false,
  of: (known) =>
    projectPrices(known).flatMap(([name, offered]) =>
      limitPositions.map((within) => [`${name}, ${within}`, { ...offered, within }] as const),
    ),
  make: ({ project, price, within }, { known, chance, name }) => {
    const body = requestBody(price, amountAt(price, within, chance));
    return assertedCase([stepOf(create.request(project.id, body))], validLabel('an amount within its limits'), [
      assertionOf('REQ-01', 'accepted', { exchange: '#1', what: `a request, ${name}` }),
      assertionOf('REQ-03', 'isOfAsset', { exchange: '#1', asset: price.asset }),
      ...figures.map((figure) => assertionOf('REQ-04', 'figureHolds', { figure })),
      ...lapsing(known),
    ]);
  },
});

const assetsOf = ({ projects }: TargetInventory): CombinationTable<{ project: ListedProject; asset: string }> =>
  projects.flatMap((project, at) =>
    project.assets.map((asset) => [`${asset}${at === 0 ? '' : `, project ${at + 1}`}`, { project, asset }] as const),
  );

/** Every asset without an amount. */
const unpriced: CaseGenerator = tableGenerator<{ project: ListedProject; asset: string }>({
  name: 'a request without an amount',
  evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'LIF-12'],
  posts: 1,
  isMisuse: false,
  of: assetsOf,
  make: ({ project, asset }, { known }) =>
    assertedCase([stepOf(create.request(project.id, bareRequest(asset)))], validLabel('an asset that is listed'), [
      assertionOf('REQ-01', 'accepted', { exchange: '#1', what: `a request of ${asset} without an amount` }),
      assertionOf('REQ-03', 'isOfAsset', { exchange: '#1', asset }),
      ...lapsing(known),
    ]),
});

const limits = ['minLimit', 'maxLimit'] as const;

/** Amounts outside the limits of each price. */
const outside: CaseGenerator = tableGenerator<ProjectPrice & { limit: (typeof limits)[number] }>({
  name: 'a request outside its limits',
  evidences: ['REQ-08a'],
  posts: 1,
  isMisuse: true,
  of: (known) =>
    projectPrices(known).flatMap(([name, offered]) =>
      limits.flatMap((limit) =>
        outsidePrice(offered.price)[limit] ? [[`${name}, beyond ${limit}`, { ...offered, limit }] as const] : [],
      ),
    ),
  make: ({ project, price, limit }, { name }) => {
    const body = requestBody(price);
    const valid = create.request(project.id, body);
    return refusalCase({
      requirement: 'REQ-08a',
      control: controlStep(valid),
      defect: stepOf(withBody(valid, { ...body, amount: outsidePrice(price)[limit] })),
      what: `an amount, ${name}`,
      how: { keyword: limit, place: 'body/amount' },
    });
  },
});

/** Returns assets that a project does not have: unknown names, altered names, and assets that are not enabled. */
function strangers({ assets, settings }: ListedProject): Readonly<Record<string, string | undefined>> {
  const enabled = new Set([...assets, ...(settings.enabledAssets ?? [])]);
  const [first = ''] = assets;
  const turned = first.split('_').reverse().join('_');
  const withoutChain = first.split('_').at(-1) ?? '';
  return {
    'an unknown asset': unknownAsset,
    'an asset of an unknown blockchain': `NOCHAIN_${withoutChain}`,
    'an asset that is turned round': enabled.has(turned) ? undefined : turned,
    'a currency alone': enabled.has(withoutChain) ? undefined : withoutChain,
    ...Object.fromEntries(
      documentedAssets.filter((asset) => !enabled.has(asset)).map((asset) => [`${asset}, which is not enabled`, asset]),
    ),
  };
}

const foreignAsset: CaseGenerator = tableGenerator<{ project: ListedProject; asset: string }>({
  name: 'a request of an asset that is not enabled',
  evidences: ['REQ-08a'],
  posts: 1,
  isMisuse: true,
  of: ({ projects }) =>
    projects.flatMap((project, at) =>
      Object.entries(strangers(project)).flatMap(([name, asset]) =>
        asset === undefined ? [] : [[`${name}, project ${at + 1}`, { project, asset }] as const],
      ),
    ),
  make: ({ project, asset }, { name }) =>
    refusalCase({
      requirement: 'REQ-08a',
      control: controlStep(create.request(project.id, bareRequest(project.assets[0] ?? ''))),
      defect: stepOf(create.request(project.id, bareRequest(asset))),
      what: name,
      how: { keyword: 'enum', place: 'body/cryptoCurrency' },
    }),
});

const halves = ['amount', 'amountIn'] as const;

function halfCase(
  { project, price, without }: ProjectPrice & { without: (typeof halves)[number] },
  { chance }: GeneratorInput,
): FuzzCase {
  const body = requestBody(price, amountAt(price, 'in the middle', chance));
  const assertions = [assertionOf('REQ-08b', 'halfPriceIs', { exchange: '#1', key: `without ${without}` })];
  return assertedCase(
    [stepOf(withBody(create.request(project.id, body), withoutFields(body, without)))],
    edgeCaseLabel(`a request with a price that lacks ${without}`),
    assertions,
  );
}

/** An amount without its currency, and the reverse. */
const half: CaseGenerator = tableGenerator<ProjectPrice & { without: (typeof halves)[number] }>({
  name: 'a request with half a price',
  evidences: ['REQ-08b'],
  posts: 1,
  isMisuse: true,
  of: (known) =>
    projectPrices(known).flatMap(([name, offered]) =>
      halves.map((without) => [`${name}, without ${without}`, { ...offered, without }] as const),
    ),
  make: halfCase,
});

/** Amounts about which the text says nothing. A target may accept them. */
const oddAmounts: Readonly<Record<string, unknown>> = {
  zero: 0,
  negative: -1,
  'a text': '10',
  null: null,
  'an object': { value: 1 },
  true: true,
};

const oddly: CaseGenerator = tableGenerator<unknown>({
  name: 'a request of an odd amount',
  evidences: ['ERR-02a'],
  posts: 1,
  isMisuse: true,
  of: (known) => (projectPrices(known).length > 0 ? Object.entries(oddAmounts) : []),
  make: (amount, { known, chance, name }) => {
    const [, { project, price }] = chance.pick(projectPrices(known));
    const body = requestBody(price);
    const step = stepOf(withBody(create.request(project.id, body), { ...body, amount }));
    return assertedCase([step], edgeCaseLabel(`an amount that is ${name}`), [
      assertionOf('ERR-02a', 'survives', { exchange: '#1' }),
    ]);
  },
});

/** Requests, valid and otherwise. */
export const paymentRequestCases: readonly CaseGenerator[] = [priced, unpriced, outside, foreignAsset, half, oddly];
