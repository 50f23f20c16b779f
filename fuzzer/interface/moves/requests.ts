import { outsidePrice, requestBody, shownAssets, unknownAsset } from '../../../generators/requests.ts';
import { create } from '../../../harness/plan.ts';
import type { CaseClaim, FuzzCase } from '../../case.ts';
import type { Known, KnownProject } from '../known.ts';
import type { Move } from '../move.ts';
import { amountAt, type Offered, pricesOf, type Within, withins } from '../priced.ts';
import { claimOf, stepOf, twinOf } from '../steps.ts';
import { claimed, odd, refusedCase, type Scene, type Table, tabled, valid } from '../tabled.ts';

/** A request that nobody pays ends by itself: shown where the clock can be moved to its end. */
const lapsing = ({ hasClock, paths }: Known): CaseClaim[] =>
  hasClock && paths.request !== undefined ? [claimOf('LIF-12', 'lapses', { created: '#1' })] : [];

const figures = ['converted', 'merchantFee', 'pay', 'processing'] as const;

/** Every price of every asset, by where in its limits the amount lies. */
const priced: Move = tabled<Offered & { within: Within }>({
  name: 'a request of an amount',
  evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'REQ-04', 'LIF-12'],
  posts: 1,
  isMisuse: false,
  of: (known) =>
    pricesOf(known).flatMap(([name, offered]) =>
      withins.map((within) => [`${name}, ${within}`, { ...offered, within }] as const),
    ),
  make: ({ project, price, within }, { known, chance, name }) => {
    const body = requestBody(price, amountAt(price, within, chance));
    return claimed([stepOf(create.request(project.id, body))], valid('an amount within its limits'), [
      claimOf('REQ-01', 'accepted', { exchange: '#1', what: `a request, ${name}` }),
      claimOf('REQ-03', 'isOfAsset', { exchange: '#1', asset: price.asset }),
      ...figures.map((figure) => claimOf('REQ-04', 'figureHolds', { figure })),
      ...lapsing(known),
    ]);
  },
});

const assetsOf = ({ projects }: Known): Table<{ project: KnownProject; asset: string }> =>
  projects.flatMap((project, at) =>
    project.assets.map((asset) => [`${asset}${at === 0 ? '' : `, project ${at + 1}`}`, { project, asset }] as const),
  );

/** Every asset without an amount. */
const unpriced: Move = tabled<{ project: KnownProject; asset: string }>({
  name: 'a request without an amount',
  evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'LIF-12'],
  posts: 1,
  isMisuse: false,
  of: assetsOf,
  make: ({ project, asset }, { known }) =>
    claimed([stepOf(create.request(project.id, { cryptoCurrency: asset }))], valid('an asset that is listed'), [
      claimOf('REQ-01', 'accepted', { exchange: '#1', what: `a request of ${asset} without an amount` }),
      claimOf('REQ-03', 'isOfAsset', { exchange: '#1', asset }),
      ...lapsing(known),
    ]),
});

const limits = ['minLimit', 'maxLimit'] as const;

/** Amounts outside the limits of each price. */
const outside: Move = tabled<Offered & { limit: (typeof limits)[number] }>({
  name: 'a request outside its limits',
  evidences: ['REQ-08a'],
  posts: 1,
  isMisuse: true,
  of: (known) =>
    pricesOf(known).flatMap(([name, offered]) =>
      limits.flatMap((limit) =>
        outsidePrice(offered.price)[limit] ? [[`${name}, beyond ${limit}`, { ...offered, limit }] as const] : [],
      ),
    ),
  make: ({ project, price, limit }, { name }) => {
    const amount = outsidePrice(price)[limit];
    return refusedCase({
      requirement: 'REQ-08a',
      sound: twinOf(create.request(project.id, requestBody(price))),
      defect: stepOf(create.request(project.id, { ...requestBody(price), amount })),
      what: `an amount, ${name}`,
      how: { keyword: limit, place: 'body/amount' },
    });
  },
});

/** Assets that a project does not have: of no name that is known, of another letter case, not enabled. */
function strangers({ assets, settings }: KnownProject): Readonly<Record<string, string | undefined>> {
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
      shownAssets.filter((asset) => !enabled.has(asset)).map((asset) => [`${asset}, which is not enabled`, asset]),
    ),
  };
}

const foreignAsset: Move = tabled<{ project: KnownProject; asset: string }>({
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
    refusedCase({
      requirement: 'REQ-08a',
      sound: twinOf(create.request(project.id, { cryptoCurrency: project.assets[0] })),
      defect: stepOf(create.request(project.id, { cryptoCurrency: asset })),
      what: name,
      how: { keyword: 'enum', place: 'body/cryptoCurrency' },
    }),
});

const halves = ['amount', 'amountIn'] as const;

function halfCase(
  { project, price, without }: Offered & { without: (typeof halves)[number] },
  { chance }: Scene,
): FuzzCase {
  const body = requestBody(price, amountAt(price, 'in the middle', chance));
  const { [without]: _, ...lacking } = body;
  const claims = [claimOf('REQ-08b', 'halfPriceIs', { exchange: '#1', key: `without ${without}` })];
  return claimed(
    [stepOf(create.request(project.id, lacking))],
    odd(`a request with a price that lacks ${without}`),
    claims,
  );
}

/** An amount without its currency, and the reverse. */
const half: Move = tabled<Offered & { without: (typeof halves)[number] }>({
  name: 'a request with half a price',
  evidences: ['REQ-08b'],
  posts: 1,
  isMisuse: true,
  of: (known) =>
    pricesOf(known).flatMap(([name, offered]) =>
      halves.map((without) => [`${name}, without ${without}`, { ...offered, without }] as const),
    ),
  make: halfCase,
});

/** Amounts of which the text says nothing: they may be taken. */
const oddAmounts: Readonly<Record<string, unknown>> = {
  zero: 0,
  negative: -1,
  'a text': '10',
  null: null,
  'an object': { value: 1 },
  true: true,
};

const oddly: Move = tabled<unknown>({
  name: 'a request of an odd amount',
  evidences: ['ERR-02a'],
  posts: 1,
  isMisuse: true,
  of: (known) => (pricesOf(known).length > 0 ? Object.entries(oddAmounts) : []),
  make: (amount, { known, chance, name }) => {
    const [, { project, price }] = chance.pick(pricesOf(known));
    const step = stepOf(create.request(project.id, { ...requestBody(price), amount }));
    return claimed([step], odd(`an amount that is ${name}`), [claimOf('ERR-02a', 'survives', { exchange: '#1' })]);
  },
});

/** Requests, sound and otherwise. */
export const requests: readonly Move[] = [priced, unpriced, outside, foreignAsset, half, oddly];
