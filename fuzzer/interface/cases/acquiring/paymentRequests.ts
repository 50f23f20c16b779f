import {
  bareRequest,
  documentedAssets,
  outsidePrice,
  requestBody,
  unknownAsset,
} from '../../../../generators/payloads/acquiringRequest.ts';
import { create } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseAssertion } from '../../../engine/cases/fuzzCase.ts';
import { changed, having, lacking } from '../../builder/bodyChanges.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { edgeCase, refusalCase, survivalCase, validCase } from '../../builder/cases.ts';
import {
  amountAt,
  type LimitPosition,
  limitPositions,
  type ProjectPrice,
  perProject,
  projectPrices,
  projectTable,
} from '../../builder/projects.ts';
import {
  crossed,
  crossedRows,
  type Draw,
  generator,
  type Input,
  mapped,
  nameTable,
  rows,
  type Table,
} from '../../builder/tables.ts';
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
function priced({ project, price }: ProjectPrice, within: LimitPosition, { known, chance, name }: Input) {
  const plan = create.request(project.id, requestBody(price, amountAt(price, within, chance)));
  const assertions = acceptance(price.asset, `a request, ${name}`, figures);
  return validCase('an amount within its limits', plan, [...assertions, ...lapsing(known)]);
}

/** A request of an asset without an amount. */
function unpriced({ project, asset }: { project: ListedProject; asset: string }, { known }: Input) {
  const assertions = acceptance(asset, `a request of ${asset} without an amount`);
  const plan = create.request(project.id, bareRequest(asset));
  return validCase('an asset that is listed', plan, [...assertions, ...lapsing(known)]);
}

const limits: Table<'minLimit' | 'maxLimit'> = [
  ['beyond minLimit', 'minLimit'],
  ['beyond maxLimit', 'maxLimit'],
];

/** A request of an amount outside its limits; undefined if the price has no such limit. */
function outside({ project, price }: ProjectPrice, keyword: 'minLimit' | 'maxLimit'): Draw | undefined {
  const amount = outsidePrice(price)[keyword];
  const valid = create.request(project.id, requestBody(price));
  const steps = [valid, changed(valid, having({ amount }))];
  const violated = { keyword, place: 'body/amount' };
  return amount && (({ name }) => refusalCase('REQ-08a', steps, { what: `an amount, ${name}`, ...violated }));
}

/** Returns assets that a project does not have: unknown names, altered names, and assets that are not enabled. */
function strangers({ assets, settings }: ListedProject): Table<string> {
  const enabled = new Set([...assets, ...(settings.enabledAssets ?? [])]);
  const [first = ''] = assets;
  const turned = first.split('_').reverse().join('_');
  const withoutChain = first.split('_').at(-1) ?? '';
  const changed = { 'an asset that is turned round': turned, 'a currency alone': withoutChain };
  return [
    ['an unknown asset', unknownAsset],
    ['an asset of an unknown blockchain', `NOCHAIN_${withoutChain}`],
    ...[
      ...Object.entries(changed),
      ...documentedAssets.map((asset) => [`${asset}, which is not enabled`, asset] as const),
    ].filter(([, asset]) => !enabled.has(asset)),
  ];
}

function ofStranger(asset: string, project: ListedProject, { name }: Input) {
  const defect = create.request(project.id, bareRequest(asset));
  const steps = [changed(defect, having({ cryptoCurrency: project.assets[0] })), defect];
  return refusalCase('REQ-08a', steps, { what: name, keyword: 'enum', place: 'body/cryptoCurrency' });
}

const halves: Table<'amount' | 'amountIn'> = [
  ['without amount', 'amount'],
  ['without amountIn', 'amountIn'],
];

/** An amount without its currency, or the reverse. */
function half({ project, price }: ProjectPrice, without: 'amount' | 'amountIn', { chance }: Input) {
  const valid = create.request(project.id, requestBody(price, amountAt(price, 'of any magnitude', chance)));
  const assertion = assertionOf('REQ-08b', 'halfPriceIs', { exchange: '#1', key: `without ${without}` });
  return edgeCase(`a request with a price that lacks ${without}`, changed(valid, lacking(without)), assertion);
}

/** Amounts about which the text says nothing. A target may accept them. */
const oddAmounts: Readonly<Record<string, unknown>> = {
  zero: 0,
  negative: -1,
  'a text': '10',
  null: null,
  'an object': { value: 1 },
  true: true,
};

function oddly(amount: unknown, { known, chance, name }: Input) {
  const [, { project, price }] = chance.pick(projectPrices(known));
  const valid = create.request(project.id, requestBody(price));
  return survivalCase('ERR-02a', changed(valid, having({ amount })), `an amount that is ${name}`);
}

/** Requests, valid and otherwise. */
export const paymentRequestCases = [
  generator(
    { name: 'a request of an amount', evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'REQ-04', 'LIF-12'] },
    (known) => crossedRows(projectPrices(known), nameTable(limitPositions), priced),
  ),
  generator({ name: 'a request without an amount', evidences: ['REQ-01', 'REQ-02', 'REQ-03', 'LIF-12'] }, (known) =>
    rows(
      perProject(known, (project) => mapped(nameTable(project.assets), (asset) => ({ project, asset }))),
      unpriced,
    ),
  ),
  generator({ name: 'a request outside its limits', evidences: ['REQ-08a'], isMisuse: true }, (known) =>
    crossed(projectPrices(known), limits, outside),
  ),
  generator({ name: 'a request of an asset that is not enabled', evidences: ['REQ-08a'], isMisuse: true }, (known) =>
    projectTable(known).flatMap((row) => crossedRows(strangers(row[1]), [row], ofStranger)),
  ),
  generator({ name: 'a request with half a price', evidences: ['REQ-08b'], isMisuse: true }, (known) =>
    crossedRows(projectPrices(known), halves, half),
  ),
  generator({ name: 'a request of an odd amount', evidences: ['ERR-02a'], isMisuse: true }, (known) =>
    projectPrices(known).length > 0 ? rows(Object.entries(oddAmounts), oddly) : [],
  ),
];
