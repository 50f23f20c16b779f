import {
  documentedAssets,
  outsidePrice,
  requestBody,
  unknownAsset,
} from '../../../../generators/payloads/acquiringRequest.ts';
import { create } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { edgeCase, refusalCase, survivalCase, validCase } from '../../builder/cases.ts';
import {
  amountAt,
  type LimitPosition,
  limitPositions,
  type ProjectPrice,
  projectPrices,
} from '../../builder/priceAmounts.ts';
import { perProject, projectTable } from '../../builder/projects.ts';
import { crossed, type Draw, generator, mapped, nameTable, type Table } from '../../builder/tableGenerator.ts';
import type { ListedProject, TargetInventory } from '../../target/targetInventory.ts';

/** Asserts that a request that nobody pays expires, if the clock can be moved to its end. */
const lapsing = ({ hasClock, paths }: TargetInventory): CaseAssertion[] =>
  hasClock && paths.request !== undefined ? [assertionOf('LIF-12', 'lapses', { created: '#1' })] : [];

/** Asserts that a request is accepted, and is of its asset. */
const acceptance = (asset: string, what: string, figures: readonly CaseAssertion[] = []): CaseAssertion[] => [
  assertionOf('REQ-01', 'accepted', { exchange: '#1', what }),
  assertionOf('REQ-03', 'isOfAsset', { exchange: '#1', asset }),
  ...figures,
];

const figures = (['converted', 'merchantFee', 'pay', 'processing'] as const).map((figure) =>
  assertionOf('REQ-04', 'figureHolds', { figure }),
);

/** A request of an amount within its limits. */
const priced =
  ({ project, price }: ProjectPrice, within: LimitPosition): Draw =>
  ({ known, chance, name }) => {
    const plan = create.request(project.id, requestBody(price, amountAt(price, within, chance)));
    const assertions = acceptance(price.asset, `a request, ${name}`, figures);
    return validCase('an amount within its limits', [plan], [...assertions, ...lapsing(known)]);
  };

/** A request of an asset without an amount. */
const unpriced =
  ({ id }: ListedProject, asset: string): Draw =>
  ({ known }) => {
    const assertions = acceptance(asset, `a request of ${asset} without an amount`);
    const plan = create.request(id, { cryptoCurrency: asset });
    return validCase('an asset that is listed', [plan], [...assertions, ...lapsing(known)]);
  };

const limits: Table<'minLimit' | 'maxLimit'> = [
  ['beyond minLimit', 'minLimit'],
  ['beyond maxLimit', 'maxLimit'],
];

/** A request of an amount outside its limits. */
function outside({ project, price }: ProjectPrice, keyword: 'minLimit' | 'maxLimit'): Draw | undefined {
  const amount = outsidePrice(price)[keyword];
  const body = requestBody(price);
  const [control, defect] = [body, { ...body, amount }].map((one) => create.request(project.id, one));
  const how = { keyword, place: 'body/amount' };
  return amount && control && defect
    ? ({ name }) => refusalCase({ requirement: 'REQ-08a', control, defect, what: `an amount, ${name}`, how })
    : undefined;
}

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

const ofStranger =
  ({ id, assets }: ListedProject, asset: string): Draw =>
  ({ name }) =>
    refusalCase({
      requirement: 'REQ-08a',
      control: create.request(id, { cryptoCurrency: assets[0] }),
      defect: create.request(id, { cryptoCurrency: asset }),
      what: name,
      how: { keyword: 'enum', place: 'body/cryptoCurrency' },
    });

const halves: Table<'amount' | 'amountIn'> = [
  ['without amount', 'amount'],
  ['without amountIn', 'amountIn'],
];

/** An amount without its currency, or the reverse. */
const half =
  ({ project, price }: ProjectPrice, without: 'amount' | 'amountIn'): Draw =>
  ({ chance }) => {
    const { [without]: _, ...lacking } = requestBody(price, amountAt(price, 'in the middle', chance));
    const assertion = assertionOf('REQ-08b', 'halfPriceIs', { exchange: '#1', key: `without ${without}` });
    return edgeCase(`a request with a price that lacks ${without}`, [create.request(project.id, lacking)], [assertion]);
  };

/** Amounts about which the text says nothing. A target may accept them. */
const oddAmounts: Readonly<Record<string, unknown>> = {
  zero: 0,
  negative: -1,
  'a text': '10',
  null: null,
  'an object': { value: 1 },
  true: true,
};

const oddly =
  (amount: unknown, name: string): Draw =>
  ({ known, chance }) => {
    const [, { project, price }] = chance.pick(projectPrices(known));
    const plan = create.request(project.id, { ...requestBody(price), amount });
    return survivalCase('ERR-02a', [plan], `an amount that is ${name}`);
  };

/** Requests, valid and otherwise. */
export const paymentRequestCases = [
  generator(
    { name: 'a request of an amount', evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'REQ-04', 'LIF-12'] },
    (known) => crossed(projectPrices(known), nameTable(limitPositions), priced),
  ),
  generator({ name: 'a request without an amount', evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'LIF-12'] }, (known) =>
    perProject(known, (project) => mapped(nameTable(project.assets), (asset) => unpriced(project, asset))),
  ),
  generator({ name: 'a request outside its limits', evidences: ['REQ-08a'], isMisuse: true }, (known) =>
    crossed(projectPrices(known), limits, outside),
  ),
  generator({ name: 'a request of an asset that is not enabled', evidences: ['REQ-08a'], isMisuse: true }, (known) =>
    projectTable(known).flatMap((row) =>
      crossed(Object.entries(strangers(row[1])), [row], (asset, project) =>
        asset === undefined ? undefined : ofStranger(project, asset),
      ),
    ),
  ),
  generator({ name: 'a request with half a price', evidences: ['REQ-08b'], isMisuse: true }, (known) =>
    crossed(projectPrices(known), halves, half),
  ),
  generator({ name: 'a request of an odd amount', evidences: ['ERR-02a'], isMisuse: true }, (known) =>
    projectPrices(known).length > 0 ? mapped(Object.entries(oddAmounts), oddly) : [],
  ),
];
