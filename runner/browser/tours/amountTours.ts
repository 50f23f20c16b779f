import { outsidePrice } from '../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { isPressable, textOf, type ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { amountField } from '../deeds.ts';
import { doDeed, pursue } from '../doDeed.ts';
import type { Visit } from '../visit.ts';
import { survey } from './hostedTour.ts';
import { assetInTurn, checkAddress, opened } from './records.ts';
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

const limitsOf = ({ minLimit, maxLimit }: Price): Limits | undefined =>
  minLimit && maxLimit ? { least: minLimit.toFixed(), most: maxLimit.toFixed() } : undefined;

/** Returns an amount between the limits with few decimals. */
function middle({ least, most }: Limits): Decimal {
  const three = decimal(least).times(3).toDecimalPlaces(2);
  return three.lte(decimal(most)) && three.gte(decimal(least)) ? three : decimal(least);
}

/** Returns the amounts to try: two outside the limits, then one at or between them, which nights choose in turn, then one in the middle. */
function tries({ worker }: TourParts, price: Price, limits: Limits): string[] {
  const { minLimit, maxLimit } = outsidePrice(price);
  const outside = [minLimit, maxLimit].flatMap((one) => (one ? [decimal(one.toString()).toFixed()] : []));
  const mid = middle(limits).toFixed();
  const inside = [limits.least, mid, limits.most, middle(limits).plus('0.25').toFixed()];
  const first = inside[drawnNumber(worker, 'an amount on a page') % inside.length] ?? mid;
  const isFit = decimal(first).lte(decimal(limits.most));
  return [...outside, ...new Set([isFit ? first : mid, mid])];
}

/** Enters one amount after another on a page that is opened anew each time, until one leads to where to pay. */
async function tryAmounts(
  parts: TourParts,
  visit: Visit,
  { address, asset, amounts, step }: { address: string; asset: string; amounts: readonly string[]; step: string },
): Promise<void> {
  for (const amount of amounts) {
    await visit.go(address);
    await visit.look(`before ${amount}`);
    const pursuit = await towardsPayment(parts, visit, { step: `${step} ${amount}`, wish: { asset, amount } });
    if (pursuit.isReached) return;
    if (!pursuit.did.some((key) => key.startsWith('enter '))) {
      visit.stuck = { lacks: 'a field for the amount', field: 'amount' };
      return;
    }
    visit.stuck = amount === amounts.at(-1) ? lackOf(pursuit) : undefined;
  }
}

/** The end of a tour on which amounts were tried. */
export interface AmountEnd extends TourEnd {
  limits: Limits | undefined;
  asset: string;
}

const ownPriceOf = ({ options }: Widget, asset: string) =>
  pricesIn(options.json).find((price) => price.asset === asset && price.isOwn);

/** Opens the page of a NO_PRICE checkout and tries amounts outside and within the limits of an asset. */
export const freeTour = (parts: TourParts): Promise<AmountEnd> =>
  oncePerRun(parts, 'free', async () => {
    const [widget] = await parts.projects.all();
    const { created, id, address } = opened(
      parts,
      await parts.api.control(create.checkout(widget.id, checkoutBody('NO_PRICE'))),
    );
    await checkAddress(parts, { created, address });
    const asset = assetInTurn(parts, widget, 'asset of a free page');
    const price = ownPriceOf(widget, asset);
    const limits = price && limitsOf(price);
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      await survey(parts, visit);
      if (!price || !limits) return;
      await tryAmounts(parts, visit, { address, asset, amounts: tries(parts, price, limits), step: 'tried' });
      await following.read();
    });
    return { pages: { page }, reads: following.reads, asset, limits };
  });

/** The end of a tour on which predefined amounts were looked at. */
export interface SuggestedEnd extends AmountEnd {
  amounts: readonly string[];
  currency: string;
  manual: boolean;
}

const other = /\b(?:other|own|custom|another|eigene[rn]?|anderer|autre|otro|altro)\b|друг|інш|своя/i;

/** Opens the field for an own amount, if it is behind a button. */
async function openField({ worker }: TourParts, visit: Visit, asset: string): Promise<void> {
  if (amountField(visit.nodes)) return;
  const node = visit.nodes.find((one) => isPressable(one) && other.test(textOf(one)));
  if (node)
    await doDeed(visit, { key: 'own amount', does: 'press', node }, { asset, locators: worker.target.page ?? {} });
}

const offersAmounts = (amounts: readonly string[]) => (nodes: readonly ViewNode[]) =>
  nodes.some(
    (node) =>
      isPressable(node) &&
      amounts.some((one) => new RegExp(`(?<![\\d.,])${one.replace('.', '[.,]')}(?![\\d])`).test(textOf(node))),
  );

/** Looks at the predefined amounts of a page, wherever they come. */
async function seeOptions(
  { worker }: TourParts,
  visit: Visit,
  { asset, amounts }: { asset: string; amounts: readonly string[] },
): Promise<void> {
  const offers = offersAmounts(amounts);
  const isThere = (nodes: readonly ViewNode[]) =>
    offers(nodes) || amountField(nodes) !== undefined || showsWhereToPay(asset)(nodes);
  if (!isThere(visit.nodes))
    await pursue(visit, { wish: { asset }, locators: worker.target.page ?? {}, until: isThere });
  await openField({ worker } as TourParts, visit, asset);
  await visit.look('at the amount');
}

/** Opens the page of a SUGGESTED_FIXED_PRICE checkout of a project with predefined amounts; undefined if no project has any. */
export async function suggestedTour(parts: TourParts): Promise<SuggestedEnd | undefined> {
  const all = (await parts.projects.all()).filter(({ settings }) => settings.suggested);
  const widget = all[0];
  const suggested = widget?.settings.suggested;
  if (!widget || !suggested) return undefined;
  return oncePerRun(parts, 'suggested', async () => {
    const plan = create.checkout(widget.id, checkoutBody('SUGGESTED_FIXED_PRICE'));
    const { created, id, address } = opened(parts, await parts.api.control(plan));
    await checkAddress(parts, { created, address });
    const asset = assetInTurn(parts, widget, 'asset of a page with amounts');
    const price = pricesIn(widget.options.json).find(
      (one) => one.asset === asset && one.currency === suggested.currency,
    );
    const limits = price && limitsOf(price);
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      await seeOptions(parts, visit, { asset, amounts: suggested.amounts });
      const hasField = amountField(visit.nodes) !== undefined || parts.worker.target.page?.amount !== undefined;
      if (hasField && price && limits) {
        const [mid] = [middle(limits).plus('0.25').toFixed()];
        const amounts = suggested.manualInput === true ? tries(parts, price, limits) : [mid];
        await tryAmounts(parts, visit, { address, asset, amounts, step: 'tried own' });
      }
      await following.read();
    });
    const { amounts, currency, manualInput = false } = suggested;
    return { pages: { page }, reads: following.reads, asset, limits, amounts, currency, manual: manualInput };
  });
}
