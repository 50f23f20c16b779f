import { justAbove, justBelow } from '../../../generators/amounts/nextDouble.ts';
import { showsAmount } from '../../../oracles/pages/view/amounts.ts';
import { textIn } from '../../../oracles/pages/view/viewNodes.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { Visit } from '../visit.ts';
import { lackOf, showsWhereToPay, type TourParts, towardsPayment } from './tour.ts';

/** The limits that a page must keep, as decimals. */
export interface Limits {
  least: string;
  most: string;
}

/** Returns the limits of a price; undefined if it lacks one. */
export const limitsOf = ({ minLimit, maxLimit }: Price): Limits | undefined =>
  minLimit && maxLimit ? { least: minLimit.toFixed(), most: maxLimit.toFixed() } : undefined;

/** True if an amount is within the limits. */
export const isWithin = (amount: string, { least, most }: Limits): boolean =>
  decimal(amount).gte(decimal(least)) && decimal(amount).lte(decimal(most));

/** What the amounts that a tour tries are near to. */
export const bounds = ['the minimum', 'the maximum', 'the middle'] as const;

/** One of `bounds`. */
export type Bound = (typeof bounds)[number];

/** Returns an amount between the limits with few decimals. */
export function middle({ least, most }: Limits): Decimal {
  const three = decimal(least).times(3).toDecimalPlaces(2);
  return three.lte(decimal(most)) && three.gte(decimal(least)) ? three : decimal(least);
}

/** How far beyond a limit an amount lies: by the cents that every page takes, and by the least unit of most coins. */
const units = ['0.01', '0.000001'].map((unit) => decimal(unit));

/** A limit in another currency follows a rate, which may move while a page is open; amounts stay away from it by this share. */
const drift = decimal('0.01');

/** Returns amounts outside the limits and one inside, all near to one of them. */
function nearTo(bound: Bound, { isOwn }: Price, limits: Limits): Decimal[] {
  const [least, most, between] = [decimal(limits.least), decimal(limits.most), middle(limits)];
  const below = isOwn
    ? units.map((unit) => justBelow(least, unit))
    : [roundTo(least.minus(least.times(drift)), 2, 'DOWN')];
  const above = isOwn ? units.map((unit) => justAbove(most, unit)) : [roundTo(most.plus(most.times(drift)), 2, 'UP')];
  if (bound === 'the minimum') return [...below, isOwn ? least : roundTo(least.plus(least.times(drift)), 2, 'UP')];
  if (bound === 'the maximum') return [...above, isOwn ? most : roundTo(most.minus(most.times(drift)), 2, 'DOWN')];
  return [least.div(2), most.times(2), between.plus('0.25')];
}

/** Returns the amounts to try, those outside the limits first; the last one is far from both limits, and shows that the page takes amounts at all. */
export function tries(near: readonly Bound[], price: Price, limits: Limits): string[] {
  const all = near.flatMap((bound) => nearTo(bound, price, limits)).filter((one) => one.gt(0));
  const [outside, inside] = [false, true].map((is) => all.filter((one) => isWithin(one.toFixed(), limits) === is));
  return [...new Set([...(outside ?? []), ...(inside ?? []), middle(limits)].map((one) => one.toFixed()))];
}

/** How amounts are tried on a page: in which asset, and under which names the looks are stored. */
interface Trying {
  address: string;
  asset: string;
  amounts: readonly string[];
  step: string;
}

/** True if a page that shows where to pay says the amount that was entered, so that it did not forget it. */
const saysAmount = ({ nodes }: Visit, amount: string): boolean => showsAmount(textIn(nodes), decimal(amount));

/**
 * Enters one amount after another on a page that is opened anew each time, until one leads to where to pay. Returns whether the page takes amounts: one that
 * shows no amount where to pay takes any.
 */
export async function tryAmounts(
  parts: TourParts,
  visit: Visit,
  { address, asset, amounts, step }: Trying,
): Promise<boolean> {
  let entered = false;
  for (const [nth, amount] of amounts.entries()) {
    const before = amounts[nth - 1];
    await visit.go(address);
    await visit.look(`before ${amount}`);
    // A slow service may have taken the last amount only now.
    if (entered && before !== undefined && showsWhereToPay(asset)(visit.nodes)) {
      await visit.look(`${step} ${before}`, { asset, amount: before });
      return saysAmount(visit, before);
    }
    const pursuit = await towardsPayment(parts, visit, { step: `${step} ${amount}`, wish: { asset, amount } });
    entered ||= pursuit.did.some((key) => key.startsWith('enter '));
    if (pursuit.isReached) return entered && saysAmount(visit, amount);
    if (!entered) {
      visit.stuck = { lacks: 'a field for the amount', field: 'amount' };
      return false;
    }
    visit.stuck = amount === amounts.at(-1) ? lackOf(pursuit) : undefined;
  }
  return entered;
}
