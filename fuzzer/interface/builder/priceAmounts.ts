import { jsonNumber, placesOf } from '../../../generators/amounts/prices.ts';
import { convertedPrice, ownPrice, priceForAll, pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { ListedProject, TargetInventory } from '../target/targetInventory.ts';

/** A price of a project. */
export interface ProjectPrice {
  project: ListedProject;
  price: Price;
}

const nameOf = ({ asset, currency }: Price) => `${asset} in ${currency}`;

/** Every price of every project, by its name. */
export function projectPrices({
  projects,
}: TargetInventory): readonly (readonly [name: string, offered: ProjectPrice])[] {
  return projects.flatMap((project, at) =>
    pricesIn(project.options).map(
      (price) => [`${nameOf(price)}${at === 0 ? '' : `, project ${at + 1}`}`, { project, price }] as const,
    ),
  );
}

/** The prices of a checkout of a project, whose end user chooses the asset: in fiat where there is one, and in crypto. */
export function checkoutPrices({ options }: ListedProject): Partial<Record<'fiat' | 'crypto', Price>> {
  const prices = pricesIn(options);
  const [other, own] = [convertedPrice(prices), ownPrice(prices)];
  return { ...(other && { fiat: priceForAll(prices, other) }), ...(own && { crypto: priceForAll(prices, own) }) };
}

/** Where within its limits an amount lies. */
export type LimitPosition = 'near the least' | 'in the middle' | 'near the most';

/** Where within its limits an amount may lie. */
export const limitPositions: readonly LimitPosition[] = ['near the least', 'in the middle', 'near the most'];

/** Far enough from a limit that it, or a rate, may move meanwhile. */
const margin = { least: decimal('1.25'), most: decimal('0.95') };

/** How many times the least one an amount in the middle may be. */
const mostTimes = 40;

function bounded(amount: Decimal, { maxLimit }: Price): Decimal {
  return maxLimit?.lt(amount) ? maxLimit : amount;
}

/** An amount within the limits of a price, by where it lies. */
export function amountAt(price: Price, within: LimitPosition, chance: SeededRandom): ReturnType<typeof jsonNumber> {
  const least = price.minLimit ?? decimal('1');
  const low = bounded(least.times(margin.least), price);
  const times = decimal(String(2 + chance.below(mostTimes)));
  const middle = least.times(times).plus(decimal(String(chance.below(100))).div(100));
  const most = price.maxLimit?.times(margin.most) ?? middle;
  const found = { 'near the least': low, 'in the middle': bounded(middle, price), 'near the most': most }[within];
  const side = within === 'near the least' ? 'UP' : 'DOWN';
  return jsonNumber(roundTo(found, placesOf(price), side));
}
