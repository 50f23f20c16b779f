import { jsonNumber, placesOf } from '../../../generators/amounts/prices.ts';
import { convertedPrice, ownPrice, priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { memoized } from '../../../oracles/core/memoize.ts';
import { readBackPath } from '../../../runner/actions/acquiring/readBack.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import type { CaseStep } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { ListedProject, TargetInventory } from '../target/targetInventory.ts';
import type { Table } from './tables.ts';

/** Returns the projects with their names. */
export const projectTable = ({ projects }: TargetInventory): Table<ListedProject> =>
  projects.map((project, at) => [`project ${at + 1}`, project] as const);

/** Returns the rows of all projects. A row of the first project keeps its name; others also have the name of their project. */
export const perProject = <Cell>(
  known: TargetInventory,
  rowsOf: (project: ListedProject) => Table<Cell>,
): (readonly [name: string, cell: Cell])[] =>
  projectTable(known).flatMap(([where, project], at) =>
    rowsOf(project).map(([name, cell]) => [at === 0 ? name : `${name}, ${where}`, cell] as const),
  );

/** A price of a project. */
export interface ProjectPrice {
  project: ListedProject;
  price: Price;
}

const nameOf = ({ asset, currency }: Price) => `${asset} in ${currency}`;

/** Returns all prices of all projects, by name. */
export const projectPrices = memoized((known: TargetInventory) =>
  perProject(known, (project) =>
    pricesIn(project.options).map((price): [string, ProjectPrice] => [nameOf(price), { project, price }]),
  ),
);

/** Returns the prices of a checkout whose end user chooses the asset: one in fiat if there is one, and one in crypto. */
export const checkoutPrices = memoized(({ options }: ListedProject): Partial<Record<'fiat' | 'crypto', Price>> => {
  const prices = pricesIn(options);
  const [other, own] = [convertedPrice(prices), ownPrice(prices)];
  return { ...(other && { fiat: priceForAll(prices, other) }), ...(own && { crypto: priceForAll(prices, own) }) };
});

/** Returns the prices of a checkout in each currency that is converted, by currency. */
export const convertedPrices = memoized(({ options }: ListedProject): Table<Price> => {
  const prices = pricesIn(options);
  const converted = prices.filter(({ isOwn, rate }) => !isOwn && rate !== undefined);
  const currencies = [...new Set(converted.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const price = converted.find((one) => one.currency === currency);
    return price ? [[currency, priceForAll(prices, price)] as const] : [];
  });
});

/** The position of an amount within its limits. */
export type LimitPosition = 'near the least' | 'in the middle' | 'near the most' | 'of any magnitude';

/** All positions of an amount within its limits. */
export const limitPositions: readonly LimitPosition[] = [
  'near the least',
  'in the middle',
  'near the most',
  'of any magnitude',
];

/** Factors that keep an amount away from a limit, since the limit or a rate may move meanwhile. */
const margin = { least: decimal('1.25'), most: decimal('0.95') };

/** Limits the factor by which an amount in the middle exceeds the minimum. */
const mostTimes = 40;

function bounded(amount: Decimal, { maxLimit }: Price): Decimal {
  return maxLimit?.lt(amount) ? maxLimit : amount;
}

/** Returns an amount between two others, of a drawn magnitude and with a drawn number of decimals. */
function anyMagnitude([low, most]: readonly [Decimal, Decimal], places: number, chance: SeededRandom): Decimal {
  const share = decimal(String(chance.below(1000))).div(1000);
  const drawn = low.times(most.div(low).pow(share));
  const rounded = roundTo(drawn, chance.below(places + 1), 'UP');
  return rounded.gt(most) ? most : rounded;
}

/** Returns an amount at a position within the limits of a price. */
export function amountAt(price: Price, within: LimitPosition, chance: SeededRandom): ReturnType<typeof jsonNumber> {
  const least = price.minLimit ?? decimal('1');
  const low = bounded(least.times(margin.least), price);
  const times = decimal(String(2 + chance.below(mostTimes)));
  const middle = least.times(times).plus(decimal(String(chance.below(100))).div(100));
  const most = price.maxLimit?.times(margin.most) ?? middle;
  const places = placesOf(price);
  const found = {
    'near the least': low,
    'in the middle': bounded(middle, price),
    'near the most': most,
    'of any magnitude': most.gt(low) ? anyMagnitude([low, most], places, chance) : low,
  }[within];
  const side = within === 'near the least' ? 'UP' : 'DOWN';
  return jsonNumber(roundTo(found, places, side));
}

/** Reads a checkout or a request by its id, which may be a reference, at the path that the target file names. */
export function recordRead(
  { paths }: TargetInventory,
  kind: ReadBack,
  { project, id }: { project: string; id: string },
): CaseStep {
  const path = (readBackPath(paths, kind, { project, id: '~ID~' }) ?? '').replace('~ID~', id);
  return { method: 'GET', path, headers: [], signing: 'signed', readBack: kind };
}
