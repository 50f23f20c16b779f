import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { decimal } from '../../../schemas/json/exact.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { amountField } from '../deeds.ts';
import type { Visit } from '../visit.ts';
import { type Limits, limitsOf, tries, tryAmounts } from './amounts.ts';
import { settleFromBalance } from './balance.ts';
import { survey } from './hostedTour.ts';
import { payOnChain } from './payOnChain.ts';
import { assetInTurn, checkAddress, opened } from './records.ts';
import { type Follower, follow, oncePerRun, showsWhereToPay, type TourEnd, type TourParts, visiting } from './tour.ts';

/** An amount that was paid on a page, and the last read of its checkout after that. */
export interface PaidAmount {
  amount: string;
  read: string;
}

const isWithin = (amount: string, { least, most }: Limits) =>
  decimal(amount).gte(decimal(least)) && decimal(amount).lte(decimal(most));

/** How long a payment outside the limits may take to have no effect, ms. */
const noEffectMs = 2_000;

/** Pays one amount after another where a page shows where to pay before any amount; through the test control API only an amount within the limits. */
async function payAmounts(
  parts: TourParts,
  visit: Visit,
  {
    asset,
    amounts,
    limits,
    following,
  }: { asset: string; amounts: readonly string[]; limits: Limits; following: Follower },
): Promise<PaidAmount[]> {
  const paid: PaidAmount[] = [];
  const note = (amount: string) => {
    const read = following.reads.at(-1);
    if (read !== undefined) paid.push({ amount, read });
  };
  const hasEnded = () => {
    const last = following.reads.at(-1);
    const status = last === undefined ? undefined : textField(parts.worker.record.exchange(last).json, 'status');
    return finalStatuses.checkout.includes(status ?? '');
  };
  const asks = amountField(visit.nodes) !== undefined;
  for (const amount of amounts.filter((one) => asks || isWithin(one, limits))) {
    const awaitedMs = isWithin(amount, limits) ? parts.worker.target.deadlines.finalMs : noEffectMs;
    const isPaid = asks && (await settleFromBalance(parts, visit, { asset, following, amount, awaitedMs }));
    if (!isPaid && isWithin(amount, limits)) await payOnChain(parts, following, { asset, amount });
    else if (!isPaid) continue;
    note(amount);
    if (isWithin(amount, limits) || hasEnded()) return paid;
  }
  return paid;
}

/** The end of a tour on which amounts were tried. */
export interface AmountEnd extends TourEnd {
  limits: Limits | undefined;
  asset: string;
  /** What was paid where the page shows where to pay before any amount. */
  paid: readonly PaidAmount[];
}

const ownPriceOf = ({ options }: Widget, asset: string) =>
  pricesIn(options.json).find((price) => price.asset === asset && price.isOwn);

/** What a NO_PRICE checkout is opened for: the amounts to try in an asset. */
interface FreeCheckout {
  key?: string;
  asset: string;
  limits: Limits | undefined;
  amounts: readonly string[];
}

/** Opens the page of a NO_PRICE checkout and tries amounts on it. */
async function tryFreely(parts: TourParts, { key, asset, limits, amounts }: FreeCheckout) {
  const [widget] = await parts.projects.all();
  const plan = create.checkout(widget.id, checkoutBody('NO_PRICE'));
  const { created, id, address } = opened(parts, await (key ? parts.api.control(plan, key) : parts.api.control(plan)));
  await checkAddress(parts, { created, address });
  const following = follow(parts, widget.id, created);
  const paid: PaidAmount[] = [];
  const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
    await visit.look('opened');
    if (key === undefined) await survey(parts, visit);
    if (!limits) return;
    const hasEntered = await tryAmounts(parts, visit, { address, asset, amounts, step: 'tried' });
    await following.read();
    if (hasEntered || !showsWhereToPay(asset)(visit.nodes)) return;
    paid.push(...(await payAmounts(parts, visit, { asset, amounts, limits, following })));
  });
  return { page, paid, reads: following.reads };
}

/** Opens the page of a NO_PRICE checkout and tries amounts outside and within the limits of an asset. A payment outside may end it: then one within is tried on another. */
export const freeTour = (parts: TourParts): Promise<AmountEnd> =>
  oncePerRun(parts, 'free', async () => {
    const [widget] = await parts.projects.all();
    const asset = assetInTurn(parts, widget, 'asset of a free page');
    const price = ownPriceOf(widget, asset);
    const limits = price && limitsOf(price);
    const amounts = price && limits ? tries(parts, price, limits) : [];
    const { page, paid, reads } = await tryFreely(parts, { asset, limits, amounts });
    const end = { pages: { page }, reads, asset, limits, paid };
    if (!limits || paid.length === 0 || paid.some(({ amount }) => isWithin(amount, limits))) return end;
    const inside = amounts.filter((amount) => isWithin(amount, limits));
    const more = await tryFreely(parts, { key: 'another NO_PRICE checkout', asset, limits, amounts: inside });
    return {
      ...end,
      pages: { page, another: more.page },
      paid: [...paid, ...more.paid],
      reads: [...reads, ...more.reads],
    };
  });
