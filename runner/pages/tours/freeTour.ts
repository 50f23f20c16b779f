import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import type { EnteredText } from '../../../oracles/pages/settled/texts.ts';
import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { type Bound, bounds, isWithin, type Limits, limitsOf, textsNear, tries, tryAmounts } from './amounts.ts';
import { fundsFor, isOver, readCalmly } from './balance.ts';
import { leaveOncePaid, survey } from './hostedTour.ts';
import { asksAmount, type PaidAmount, payAmounts, payTexts } from './payAmounts.ts';
import { assetInTurn, canSettle, checkAddress, madeByLink, opened } from './records.ts';
import { follow, oncePerRun, showsWhereToPay, type TourEnd, type TourParts, visiting } from './tour.ts';

/** The end of a tour on which amounts were tried. */
export interface AmountEnd extends TourEnd {
  limits: Limits | undefined;
  asset: string;
  /** What was paid where the page shows where to pay before any amount. */
  paid: readonly PaidAmount[];
  /** The texts that were entered as amounts there. */
  texts: readonly EnteredText[];
  /** The reads of the balances around what was paid: before, after and a moment later. */
  balances: readonly string[];
}

const ownPriceOf = ({ options }: Widget, asset: string) =>
  pricesIn(options.json).find((price) => price.asset === asset && price.isOwn);

/** What a NO_PRICE checkout is opened for: the amounts to try in an asset. */
interface FreeCheckout {
  key?: string;
  widget: Widget;
  asset: string;
  limits: Limits | undefined;
  amounts: readonly string[];
  /** True if everything on offer is looked at first. */
  surveys?: boolean;
}

/** Opens the page of a NO_PRICE checkout and tries amounts on it. */
async function tryFreely(parts: TourParts, checkout: FreeCheckout) {
  const { key, widget, asset, limits, amounts, surveys = false } = checkout;
  const plan = create.checkout(widget.id, checkoutBody('NO_PRICE'));
  const { created, id, address } = opened(parts, await (key ? parts.api.control(plan, key) : parts.api.control(plan)));
  await checkAddress(parts, { created, address });
  const following = follow(parts, widget.id, created);
  const paid: PaidAmount[] = [];
  const balances: string[] = [];
  let funds: string | undefined;
  const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
    await visit.look('opened');
    if (surveys) await survey(parts, visit);
    if (!limits) return;
    const takesAmounts = await tryAmounts(parts, visit, { address, asset, amounts, step: 'tried' });
    await following.read();
    if (takesAmounts || asksAmount(parts, following) || !showsWhereToPay(asset)(visit.nodes)) return;
    const { read, held } = await fundsFor(parts, asset);
    funds = read;
    paid.push(...(await payAmounts(parts, visit, { address, asset, amounts, limits, following, held })));
    // What is paid on the chain takes nothing from the balance, and adds to it.
    const isSettled = paid.length > 0 && paid.every(({ from }) => from === 'balance');
    if (isSettled && isOver(parts, following)) balances.push(read, ...(await readCalmly(parts, asset)));
    await leaveOncePaid(parts, visit, { asset, created, following });
  });
  return {
    page,
    paid,
    balances,
    beside: balances,
    reads: following.reads,
    ...(funds !== undefined && { funds }),
  };
}

/** Enters texts as amounts on the page of a payment link, which costs no POST. Undefined where the target makes none. */
async function enterTexts(
  parts: TourParts,
  { widget, asset, texts }: { widget: Widget; asset: string; texts: ReturnType<typeof textsNear> },
) {
  const made = await madeByLink(parts, { project: widget.id, body: checkoutBody('NO_PRICE'), asset });
  if (!made) return undefined;
  const { created, id, address } = made;
  await checkAddress(parts, { created, address });
  const following = follow(parts, widget.id, created);
  let entered: readonly EnteredText[] = [];
  const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
    await visit.look('opened');
    entered = await payTexts(parts, visit, { page: { address, asset, following }, texts });
  });
  return { page, texts: entered, reads: following.reads };
}

/** Returns what the amounts of a run are near to: one of `bounds` by night, the first of those that CHK-11 tries. */
const boundOfNight = ({ worker }: TourParts): Bound => {
  const [first] = combinationsOf({ id: 'CHK-11', names: bounds }, worker.run.selection);
  return bounds.find((one) => one === first) ?? bounds[0];
};

/** Returns the project of a bound: one of those whose checkouts a balance settles, since some pages take an amount only so. */
export async function projectInTurn(
  { worker, projects }: { worker: Pick<TourParts['worker'], 'run'>; projects: TourParts['projects'] },
  bound: Bound,
): Promise<Widget> {
  const [first, ...others] = await projects.all();
  return drawnItem(worker, `project near ${bound}`, [first, ...others.filter(canSettle)]);
}

/**
 * Opens the page of a NO_PRICE checkout and tries amounts outside and within the limits of an asset, near to a bound. A payment outside may end it: then one
 * within is tried on another.
 */
export function freeTour(parts: TourParts, bound = boundOfNight(parts)): Promise<AmountEnd> {
  const isMain = bound === boundOfNight(parts);
  return oncePerRun(parts, `free near ${bound}`, async () => {
    const widget = await projectInTurn(parts, bound);
    const asset = assetInTurn(parts, widget, 'asset of a free page');
    const price = ownPriceOf(widget, asset);
    const limits = price && limitsOf(price);
    const amounts = price && limits ? tries([bound], price, limits) : [];
    const key = `a NO_PRICE checkout for ${bound}`;
    // Through a test control API, other requirements choose on the shared checkout.
    const isOwn = !isMain || parts.control.declared;
    const checkout = { widget, asset, limits, amounts, surveys: isMain, ...(isOwn && { key }) };
    const { page, ...rest } = await tryFreely(parts, checkout);
    const written = limits && (await enterTexts(parts, { widget, asset, texts: textsNear(bound, limits) }));
    const { paid } = rest;
    const texts = written?.texts ?? [];
    const pages = { page, ...(written && { texts: written.page }) };
    const end = { ...rest, beside: [...rest.beside, ...(written?.reads ?? [])], pages, asset, limits, texts };
    if (!limits || paid.length === 0 || paid.some(({ amount }) => isWithin(amount, limits))) return end;
    const inside = amounts.filter((amount) => isWithin(amount, limits));
    const more = await tryFreely(parts, { key: `${key}, once more`, widget, asset, limits, amounts: inside });
    return {
      ...end,
      pages: { ...pages, another: more.page },
      paid: [...paid, ...more.paid],
      reads: [...rest.reads, ...more.reads],
    };
  });
}
