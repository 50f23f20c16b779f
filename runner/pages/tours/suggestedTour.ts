import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { amountField, openingField } from '../deeds.ts';
import { doDeed, pursue } from '../doDeed.ts';
import type { Visit } from '../visit.ts';
import { isWithin, type Limits, limitsOf, middle, tries, tryAmounts } from './amounts.ts';
import { fundsFor, isOver, readCalmly, settleFromBalance } from './balance.ts';
import { leaveOncePaid } from './hostedTour.ts';
import { assetInTurn, checkAddress, madeByLink, opened } from './records.ts';
import {
  type Follower,
  firstAccepted,
  follow,
  lookAtNetworks,
  oncePerRun,
  showsWhereToPay,
  type TourEnd,
  type TourParts,
  visiting,
} from './tour.ts';

/** The end of a tour on which predefined amounts were looked at. */
export interface SuggestedEnd extends TourEnd {
  limits: Limits | undefined;
  amounts: readonly string[];
  currency: string;
  manual: boolean;
  /** The asset that was preselected; empty if none was. */
  preselected: string;
  /** The reads of the balances around a settlement: before, after and a moment later. */
  balances: readonly string[];
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

const startsWith = (name: string, amount: string) =>
  new RegExp(`^\\D{0,3}${amount.replace('.', '[.,]')}(?![\\d.,]*\\d)`).test(name);

/** Returns the text of what a page offers to pick for an amount. */
export function offeredAmount({ nodes }: Visit, amount: string): string | undefined {
  const node = nodes.find((one) => isPressable(one) && !isDisabled(one) && startsWith(textOf(one).trim(), amount));
  return node && textOf(node).trim();
}

/** Looks at the predefined amounts of a page, wherever they come. Returns whether the page lists them. */
export async function seeOptions(
  parts: TourParts,
  visit: Visit,
  { asset, amounts }: { asset: string; amounts: readonly string[] },
): Promise<boolean> {
  const offers = offersAmounts(amounts);
  const isThere = (nodes: readonly ViewNode[]) =>
    offers(nodes) || amountField(nodes) !== undefined || showsWhereToPay(asset)(nodes);
  if (!isThere(visit.nodes))
    await pursue(visit, {
      ...{ wish: { asset }, locators: parts.worker.target.page ?? {} },
      ...{ until: isThere, after: lookAtNetworks(visit, asset) },
    });
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

/** Picks a predefined amount on a page that is opened anew, and goes on to where to pay. Returns whether the page came there. */
async function pickAmount(
  parts: TourParts,
  visit: Visit,
  { address, asset, amounts }: { address: string; asset: string; amounts: readonly string[] },
): Promise<boolean> {
  await visit.go(address);
  await visit.look('before an option');
  if (showsWhereToPay(asset)(visit.nodes)) return true;
  const option = visit.nodes.find((node) => offersAmounts(amounts)([node]));
  const wish = { asset, ...(option && { option: textOf(option).trim() }) };
  const locators = parts.worker.target.page ?? {};
  return (await pursue(visit, { wish, locators, until: showsWhereToPay(asset) })).isReached;
}

/** Settles a checkout from the sandbox balance, with the amount that was taken, or else with a predefined one. Returns the reads of the balances before, after and a moment later. */
async function settle(
  parts: TourParts,
  visit: Visit,
  { following, ...picking }: { address: string; asset: string; amounts: readonly string[]; following: Follower },
): Promise<string[]> {
  const { asset } = picking;
  if (!showsWhereToPay(asset)(visit.nodes) && !(await pickAmount(parts, visit, picking))) return [];
  await visit.look('chosen', { asset });
  await following.read();
  const { read } = await fundsFor(parts, asset);
  await settleFromBalance(parts, visit, { asset, following });
  return isOver(parts, following) ? [read, ...(await readCalmly(parts, asset))] : [read];
}

/** Opens the page of a SUGGESTED_FIXED_PRICE checkout of a project with predefined amounts. */
export async function suggestedTour(parts: TourParts, widget: Widget): Promise<SuggestedEnd> {
  const { suggested = { currency: '', amounts: [] } } = widget.settings;
  return oncePerRun(parts, `suggested in ${widget.id}`, async () => {
    const plan = create.checkout(widget.id, checkoutBody('SUGGESTED_FIXED_PRICE'));
    // Through a test control API, other requirements choose on the shared checkout; a page has to find its own still new.
    const asset = assetInTurn(parts, widget, 'asset of a page with amounts');
    const body = { ...(plan.body as CheckoutBody), preselectedCryptoCurrency: asset };
    const words = `with amounts of ${widget.id} for its page`;
    const made = parts.control.declared
      ? await firstAccepted(parts, [
          [words, withBody(plan, body)],
          [`${words}, without a preselection`, plan],
        ])
      : await parts.api.control(plan);
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const price = pricesIn(widget.options.json).find(
      (one) => one.asset === asset && one.currency === suggested.currency,
    );
    const limits = price && limitsOf(price);
    const following = follow(parts, widget.id, created);
    let around: string[] = [];
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      const isListed = await seeOptions(parts, visit, { asset, amounts: suggested.amounts });
      const hasField = amountField(visit.nodes) !== undefined || parts.worker.target.page?.amount !== undefined;
      if (hasField && price && limits) {
        const amounts = amountsToEnter(widget.settings, price, { isListed, limits });
        await tryAmounts(parts, visit, { address, asset, amounts, step: 'tried own' });
      }
      await following.read();
      around = await settle(parts, visit, { address, asset, amounts: suggested.amounts, following });
      await leaveOncePaid(parts, visit, { asset, created, following });
    });
    const { amounts, currency, manualInput = false } = suggested;
    const [funds, ...after] = around;
    const balances = after.length > 0 ? around : [];
    const preselected = textField(created.sent, 'preselectedCryptoCurrency') ?? '';
    return {
      pages: { page },
      reads: following.reads,
      limits,
      amounts,
      currency,
      manual: manualInput,
      preselected,
      balances,
      beside: balances,
      ...(funds !== undefined && { funds }),
    };
  });
}

/** A predefined amount that was picked, the visit that picked it, and the reads of its checkout. */
interface Picked {
  amount: string;
  page: string;
  reads: readonly string[];
}

/** The end of a tour on which each predefined amount of a project was picked. */
export interface OptionsEnd extends TourEnd {
  picked: readonly Picked[];
}

/** How much more than an option an end user enters who then picks the option all the same. */
const more = '1.25';

/** Enters an own amount near an option, where the page takes one, and does not go on with it. */
async function enterBefore(
  { worker }: TourParts,
  visit: Visit,
  { asset, amount }: { asset: string; amount: string },
): Promise<void> {
  const node = amountField(visit.nodes);
  if (!node) return;
  const text = decimal(amount).plus(more).toFixed();
  const deed = { key: `enter ${text} and give it up`, does: 'fill', node, text } as const;
  await doDeed(visit, deed, { asset, locators: worker.target.page ?? {} });
  await visit.look('entered and given up');
}

/** Picks a predefined amount on the page of a payment link, which costs no POST. Undefined where the page or the target does not offer it. */
async function pickOn(parts: TourParts, widget: Widget, amount: string): Promise<Picked | undefined> {
  const { worker } = parts;
  const made = await madeByLink(parts, { project: widget.id, body: checkoutBody('SUGGESTED_FIXED_PRICE') });
  if (!made) return undefined;
  const { created, id, address } = made;
  await checkAddress(parts, { created, address });
  const asset = assetInTurn(parts, widget, `asset of ${amount} to pick`);
  const following = follow(parts, widget.id, created);
  let isPicked = false;
  const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
    await visit.look('opened');
    await seeOptions(parts, visit, { asset, amounts: [amount] });
    await enterBefore(parts, visit, { asset, amount });
    const option = offeredAmount(visit, amount);
    const wish = { asset, ...(option !== undefined && { option }) };
    const locators = worker.target.page ?? {};
    const { did } = await pursue(visit, { wish, locators, until: showsWhereToPay(asset) });
    isPicked = did.includes(`pick ${option}`);
    await visit.look('chosen', { asset });
    await following.read();
  });
  return isPicked ? { amount, page, reads: following.reads } : undefined;
}

/** Picks each predefined amount of a project, each on a page of its own. Nothing is picked without a test control API. */
export const optionsTour = (parts: TourParts, widget: Widget): Promise<OptionsEnd> =>
  oncePerRun(parts, `options of ${widget.id}`, async () => {
    const picked: Picked[] = [];
    const canPick = parts.control.declared && parts.readBacks.has('checkout');
    for (const amount of canPick ? (widget.settings.suggested?.amounts ?? []) : []) {
      const one = await pickOn(parts, widget, amount);
      if (one) picked.push(one);
    }
    const pages = Object.fromEntries(picked.map(({ amount, page }) => [amount, page]));
    return { pages, reads: picked.flatMap(({ reads }) => reads), picked };
  });
