import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { isPressable, textOf, type ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { amountField, openingField } from '../deeds.ts';
import { doDeed, pursue } from '../doDeed.ts';
import type { Visit } from '../visit.ts';
import { isWithin, type Limits, limitsOf, middle, tries, tryAmounts } from './amounts.ts';
import { assetInTurn, checkAddress, opened } from './records.ts';
import { follow, oncePerRun, showsWhereToPay, type TourEnd, type TourParts, visiting } from './tour.ts';

/** The end of a tour on which predefined amounts were looked at. */
export interface SuggestedEnd extends TourEnd {
  limits: Limits | undefined;
  amounts: readonly string[];
  currency: string;
  manual: boolean;
}

/** Opens the field for an own amount, if it is behind a button. */
async function openField({ worker }: TourParts, visit: Visit, asset: string): Promise<void> {
  const deed = openingField(visit.nodes, new Set());
  if (deed && !amountField(visit.nodes)) await doDeed(visit, deed, { asset, locators: worker.target.page ?? {} });
}

/** What decides which amounts are entered: the limits, and whether the page lists amounts. */
interface Entering {
  isListed: boolean;
  limits: Limits;
}

const offersAmounts = (amounts: readonly string[]) => (nodes: readonly ViewNode[]) =>
  nodes.some(
    (node) =>
      isPressable(node) &&
      amounts.some((one) => new RegExp(`(?<![\\d.,])${one.replace('.', '[.,]')}(?![\\d])`).test(textOf(node))),
  );

/** Looks at the predefined amounts of a page, wherever they come. Returns whether the page lists them. */
async function seeOptions(
  parts: TourParts,
  visit: Visit,
  { asset, amounts }: { asset: string; amounts: readonly string[] },
): Promise<boolean> {
  const offers = offersAmounts(amounts);
  const isThere = (nodes: readonly ViewNode[]) =>
    offers(nodes) || amountField(nodes) !== undefined || showsWhereToPay(asset)(nodes);
  if (!isThere(visit.nodes))
    await pursue(visit, { wish: { asset }, locators: parts.worker.target.page ?? {}, until: isThere });
  const isListed = offers(visit.nodes);
  await openField(parts, visit, asset);
  await visit.look('at the amount');
  return isListed;
}

/** Returns the amounts to enter. On a page that lists no amounts, one of the predefined ones comes last: it may be meant to be entered. */
function amountsToEnter({ suggested }: Widget['settings'], price: Price, { isListed, limits }: Entering): string[] {
  const own =
    suggested?.manualInput === true
      ? tries(['the minimum', 'the maximum'], price, limits)
      : [middle(limits).plus('0.25').toFixed()];
  if (isListed) return own;
  const refused = own.filter((one) => suggested?.manualInput !== true || !isWithin(one, limits));
  return [...refused, ...(suggested?.amounts ?? []).slice(0, 1)];
}

/** Opens the page of a SUGGESTED_FIXED_PRICE checkout of a project with predefined amounts. */
export async function suggestedTour(parts: TourParts, widget: Widget): Promise<SuggestedEnd> {
  const { suggested = { currency: '', amounts: [] } } = widget.settings;
  return oncePerRun(parts, `suggested in ${widget.id}`, async () => {
    const plan = create.checkout(widget.id, checkoutBody('SUGGESTED_FIXED_PRICE'));
    // Through a test control API, other requirements choose on the shared checkout; a page has to find its own still new.
    const key = parts.control.declared ? `a checkout with amounts of ${widget.id} for its page` : undefined;
    const { created, id, address } = opened(parts, await parts.api.control(plan, key));
    await checkAddress(parts, { created, address });
    const asset = assetInTurn(parts, widget, 'asset of a page with amounts');
    const price = pricesIn(widget.options.json).find(
      (one) => one.asset === asset && one.currency === suggested.currency,
    );
    const limits = price && limitsOf(price);
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      const isListed = await seeOptions(parts, visit, { asset, amounts: suggested.amounts });
      const hasField = amountField(visit.nodes) !== undefined || parts.worker.target.page?.amount !== undefined;
      if (hasField && price && limits) {
        const amounts = amountsToEnter(widget.settings, price, { isListed, limits });
        await tryAmounts(parts, visit, { address, asset, amounts, step: 'tried own' });
      }
      await following.read();
    });
    const { amounts, currency, manualInput = false } = suggested;
    return { pages: { page }, reads: following.reads, limits, amounts, currency, manual: manualInput };
  });
}
