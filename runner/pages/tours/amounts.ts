import { outsidePrice } from '../../../generators/payloads/acquiringRequest.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import type { Visit } from '../visit.ts';
import { lackOf, type TourParts, towardsPayment } from './tour.ts';

/** The limits that a page must keep, as decimals. */
export interface Limits {
  least: string;
  most: string;
}

/** Returns the limits of a price; undefined if it lacks one. */
export const limitsOf = ({ minLimit, maxLimit }: Price): Limits | undefined =>
  minLimit && maxLimit ? { least: minLimit.toFixed(), most: maxLimit.toFixed() } : undefined;

/** Returns an amount between the limits with few decimals. */
export function middle({ least, most }: Limits): Decimal {
  const three = decimal(least).times(3).toDecimalPlaces(2);
  return three.lte(decimal(most)) && three.gte(decimal(least)) ? three : decimal(least);
}

/** Returns the amounts to try: two outside the limits, then one at or between them, which nights choose in turn, then one in the middle. */
export function tries({ worker }: TourParts, price: Price, limits: Limits): string[] {
  const { minLimit, maxLimit } = outsidePrice(price);
  const outside = [minLimit, maxLimit].flatMap((one) => (one ? [decimal(one.toString()).toFixed()] : []));
  const mid = middle(limits).toFixed();
  const inside = [limits.least, mid, limits.most, middle(limits).plus('0.25').toFixed()];
  const first = inside[drawnNumber(worker, 'an amount on a page') % inside.length] ?? mid;
  const isFit = decimal(first).lte(decimal(limits.most));
  return [...outside, ...new Set([isFit ? first : mid, mid])];
}

/** Enters one amount after another on a page that is opened anew each time, until one leads to where to pay. Returns whether the page takes amounts. */
export async function tryAmounts(
  parts: TourParts,
  visit: Visit,
  { address, asset, amounts, step }: { address: string; asset: string; amounts: readonly string[]; step: string },
): Promise<boolean> {
  let entered = false;
  for (const amount of amounts) {
    await visit.go(address);
    await visit.look(`before ${amount}`);
    const pursuit = await towardsPayment(parts, visit, { step: `${step} ${amount}`, wish: { asset, amount } });
    entered ||= pursuit.did.some((key) => key.startsWith('enter '));
    if (pursuit.isReached) return entered;
    if (!entered) {
      visit.stuck = { lacks: 'a field for the amount', field: 'amount' };
      return false;
    }
    visit.stuck = amount === amounts.at(-1) ? lackOf(pursuit) : undefined;
  }
  return entered;
}
