import { justAbove, justBelow } from '../../../generators/amounts/nextDouble.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { showsAmount } from '../../../oracles/pages/view/amounts.ts';
import { textIn } from '../../../oracles/pages/view/viewNodes.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import type { Visit } from '../visit.ts';
import { checkAddress, madeByLink } from './records.ts';
import {
  follow,
  lackOf,
  oncePerRun,
  showsWhereToPay,
  type TourEnd,
  type TourParts,
  towardsPayment,
  visiting,
} from './tour.ts';

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

/** An amount in every decimal that most coins have: what is cut to cents, or to five decimals, is another one. */
const everyDecimal = '0.234567';

/** An amount as a text, and what it means; nothing if it is no amount to pay. */
interface Spelling {
  text: string;
  means?: string;
}

/** Ways to write an amount, by the bound near which they are tried. */
const spellings: Readonly<Record<Bound, (whole: Decimal) => Spelling[]>> = {
  'the minimum': (whole) => [
    { text: `-${whole.toFixed()}` },
    { text: `${whole.toFixed()},5`, means: whole.plus('0.5').toFixed() },
  ],
  'the maximum': (whole) => [{ text: `${whole.toFixed()}e1`, means: whole.times(10).toFixed() }],
  'the middle': (whole) => [{ text: `00${whole.toFixed()}.50`, means: whole.plus('0.5').toFixed() }],
};

/** Returns ways to write an amount within the limits; the bounds have others, so that a full run tries all. */
export const textsNear = (bound: Bound, limits: Limits): Spelling[] =>
  spellings[bound](roundTo(middle(limits).plus(9), 0, 'UP'));

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
  return [least.div(2), most.times(2), between.plus(isOwn ? everyDecimal : '0.25')];
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

/** The words of a project with predefined amounts in the rotation of nights. */
export const amountsOf = (nth: number): string => `project ${nth + 1} with amounts`;

/** A limit of one asset in the currency of a project's amounts. */
export interface Edge {
  /** The words of its project in the rotation of nights. */
  name: string;
  project: Widget;
  asset: string;
  bound: 'minimum' | 'maximum';
}

/** The end of a tour near such a limit. */
export interface EdgeEnd extends TourEnd {
  limits: Limits | undefined;
  /** True if the deposit options showed the same limits before and after it. */
  isSteady: boolean;
}

/** Returns both limits of each asset of the projects that allow own amounts. */
export const edgesOf = (projects: readonly Widget[]): Edge[] =>
  projects.flatMap((project, nth) => {
    if (project.settings.suggested?.manualInput !== true) return [];
    const name = amountsOf(nth);
    const edges = ['minimum', 'maximum'] as const;
    return project.assets.flatMap((asset) => edges.map((bound) => ({ name, project, asset, bound })));
  });

/** The words of an edge in the rotation of nights. */
export const edgeName = ({ name, asset, bound }: Edge): string => `${bound} of ${asset}, ${name}`;

/** A page may round a limit, or have it from a moment before: amounts stay away from it by this share. */
const apart = decimal('0.001');

/** Returns an amount just outside a limit, one just inside, and one far from both. */
function around({ bound }: Edge, limits: Limits): string[] {
  const [least, most] = [decimal(limits.least), decimal(limits.most)];
  const [near, isLeast] = bound === 'minimum' ? [least, true] : [most, false];
  const share = near.times(apart);
  const below = roundTo(near.minus(share), 2, 'DOWN');
  const above = roundTo(near.plus(share), 2, 'UP');
  const [outside, inside] = isLeast ? [below, above] : [above, below];
  return [outside, inside, middle(limits)].filter((one) => one.gt(0)).map((one) => one.toFixed());
}

const priceAt = ({ project: { settings }, asset }: Edge, options: Widget['options']): Price | undefined =>
  pricesIn(options.json).find((one) => one.asset === asset && one.currency === settings.suggested?.currency);

const isSame = (one: Limits | undefined, other: Limits | undefined) =>
  one !== undefined && one.least === other?.least && one.most === other?.most;

/** Tries own amounts near one limit of an asset, on the page of a payment link, which costs no POST. Nothing is opened where the target makes none. */
export const edgeTour = (parts: TourParts, edge: Edge): Promise<EdgeEnd> =>
  oncePerRun(parts, `near the ${edgeName(edge)}`, async () => {
    const { project, asset } = edge;
    const price = priceAt(edge, project.options);
    const limits = price && limitsOf(price);
    const none: EdgeEnd = { pages: {}, reads: [], limits, isSteady: false };
    const body = checkoutBody('SUGGESTED_FIXED_PRICE');
    const made = limits && (await madeByLink(parts, { project: project.id, body }));
    if (!made) return none;
    await checkAddress(parts, made);
    const { created, id: opens, address } = made;
    const following = follow(parts, project.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens, address }, async (visit) => {
      await visit.look('opened');
      await tryAmounts(parts, visit, { address, asset, amounts: around(edge, limits), step: 'tried own' });
      await following.read();
    });
    const after = priceAt(edge, await parts.api.send(read.depositOptions(project.id)));
    const isSteady = isSame(limits, after && limitsOf(after));
    return { pages: { page }, reads: following.reads, limits, isSteady };
  });
