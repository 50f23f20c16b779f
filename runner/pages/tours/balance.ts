import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { pressable } from '../../../oracles/pages/view/balanceOffer.ts';
import { balanceWords } from '../../../oracles/pages/view/deedWords.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import { amountField, type Deed, nextDeed } from '../deeds.ts';
import { doDeed } from '../doDeed.ts';
import type { KnownHosts } from '../pageGuard.ts';
import { holdActs } from '../resend.ts';
import type { Visit } from '../visit.ts';
import { isStable } from './records.ts';
import type { Follower, TourParts } from './tour.ts';

/** A read of the balances, and what they hold of an asset's currency; undefined if the answer shows no figure. */
export interface Funds {
  read: string;
  held: Decimal | undefined;
}

/** Reads what the sandbox balance holds of an asset's currency. */
export async function fundsFor({ api }: TourParts, asset: string): Promise<Funds> {
  const answer = await api.send(read.balances());
  return { read: answer.id, held: balanceIn(answer, currencyOf(asset)) };
}

/** How a checkout is settled: in which asset, with which amount if the page asks for one, and for how long its end is awaited, ms. */
interface Settling {
  asset: string;
  following: Follower;
  amount?: string;
  /** True if nothing is pressed where the field then shows another amount. */
  isExact?: boolean;
  awaitedMs?: number;
}

/** How long a page may take to ask for something more, ms. */
const askMs = 1_000;

function balanceDeed({ worker }: TourParts, visit: Visit): Deed | undefined {
  if (worker.target.page?.balance !== undefined) return { key: 'go balance', does: 'locator', field: 'balance' };
  const node = pressable(visit.nodes, balanceWords);
  return node && { key: 'go balance', does: 'press', node };
}

const statusNow = ({ worker }: TourParts, { reads }: Follower) => {
  const last = reads.at(-1);
  return last === undefined ? undefined : textField(worker.record.exchange(last).json, 'status');
};

/** True if the last read of a checkout shows that it is over. */
export const isOver = (parts: TourParts, following: Follower): boolean =>
  finalStatuses.checkout.includes(statusNow(parts, following) ?? '');

/** True if the last read shows that a checkout was paid or is over, so that nothing more may be paid to it. */
export const isTaken = (parts: TourParts, following: Follower): boolean =>
  statusNow(parts, following) === 'PAYMENT_DETECTED' || isOver(parts, following);

/** Writes the amount, if the page has a field for it. */
async function enter({ worker }: TourParts, visit: Visit, { asset, amount }: Settling): Promise<void> {
  const node = amount === undefined ? undefined : amountField(visit.nodes);
  if (!node || amount === undefined) return;
  await doDeed(
    visit,
    { key: `enter ${amount}`, does: 'fill', node, text: amount },
    { asset, locators: worker.target.page ?? {} },
  );
}

/** True if a page offers something to press that it did not offer before, so that it may ask for more. */
const asksMore = (before: readonly ViewNode[], after: readonly ViewNode[]): boolean => {
  const had = new Set(before.filter(isPressable).map(textOf));
  return after.some((node) => isPressable(node) && !isDisabled(node) && !had.has(textOf(node)));
};

/** Goes on where a page asks once more before it settles. */
async function confirm(parts: TourParts, visit: Visit, settling: Settling): Promise<void> {
  const { target } = parts.worker;
  await enter(parts, visit, settling);
  const locators = target.page ?? {};
  const deed =
    nextDeed({ nodes: visit.nodes, wish: { asset: '' }, done: new Set(), locators }) ?? balanceDeed(parts, visit);
  if (deed?.key.startsWith('go ')) await doDeed(visit, deed, { asset: settling.asset, locators });
}

/** Settles a checkout from the sandbox balance; returns whether the page offers that and the target is a sandbox or an emulator. */
export async function settleFromBalance(parts: TourParts, visit: Visit, settling: Settling): Promise<boolean> {
  const { kind, page: locators = {}, deadlines } = parts.worker.target;
  const { asset, following, amount, awaitedMs = deadlines.finalMs } = settling;
  if (kind !== 'sandbox' && kind !== 'emulator') return false;
  await enter(parts, visit, settling);
  const before = visit.nodes;
  if (settling.isExact && amountField(before)?.value !== amount) return false;
  const deed = balanceDeed(parts, visit);
  if (!deed || !(await doDeed(visit, deed, { asset, locators }))) return false;
  await following.until(finalStatuses.checkout, Math.min(askMs, awaitedMs));
  if (!isOver(parts, following)) {
    if (asksMore(before, visit.nodes)) await confirm(parts, visit, settling);
    await following.until(finalStatuses.checkout, awaitedMs);
  }
  await visit.look(amount === undefined ? 'settled' : `paid ${amount}`);
  return true;
}

/** An attempt to settle more than the sandbox balance holds: the read of the balances before it, and the reads of the checkout until after it. */
export interface BeyondFunds {
  funds: string;
  reads: readonly string[];
}

/** What a page that says where to pay was seen to do with the sandbox balance. */
export interface AtFunds {
  /** The read of the balances, where they hold what is due in a currency that settles checkouts. */
  covered?: string;
  beyond?: BeyondFunds;
}

/** How long a settlement that must not be may take, ms. */
const awaitedMs = 1_500;

/** Reads whether the sandbox balance holds what is due. If it does not, settles the checkout all the same where its page offers that. */
export async function lookAtFunds(
  parts: TourParts,
  visit: Visit,
  { asset, following }: { asset: string; following: Follower },
): Promise<AtFunds> {
  const request = requestRead(parts.worker.record, following.reads);
  const [due, least] = [field(request, 'payAmount'), field(request, 'minLimit')];
  const asked = isExactNumber(due) ? due : least;
  if (!isExactNumber(asked)) return {};
  const { read, held } = await fundsFor(parts, asset);
  if (held === undefined) return {};
  if (held.gte(decimal(asked))) return isStable(asset) ? { covered: read } : {};
  if (!isExactNumber(due)) return {};
  const isTried = await settleFromBalance(parts, visit, { asset, following, awaitedMs });
  return isTried ? { beyond: { funds: read, reads: [...following.reads] } } : {};
}

/** A settlement that was sent after the end of its checkout: the reads of the balances before, after and a moment later. */
export interface LateSettlement {
  balances: readonly string[];
}

/**
 * Presses what settles a checkout, and keeps the request back. Returns what sends it, once the checkout is over; undefined if the page does not offer that, or
 * sends nothing.
 */
export async function settleLate(
  parts: TourParts,
  visit: Visit,
  { known, ...settling }: Settling & { known: KnownHosts },
): Promise<(() => Promise<LateSettlement | undefined>) | undefined> {
  const { worker } = parts;
  const { asset, following } = settling;
  if (worker.target.kind !== 'sandbox' && worker.target.kind !== 'emulator') return undefined;
  await enter(parts, visit, settling);
  const deed = balanceDeed(parts, visit);
  if (!deed) return undefined;
  const held = await holdActs(visit, known);
  await doDeed(visit, deed, { asset, locators: worker.target.page ?? {} });
  if (!(await held.release())) return undefined;
  return async () => {
    if (!isOver(parts, following)) return undefined;
    const { read } = await fundsFor(parts, asset);
    if ((await held.again()) === 0) return undefined;
    const balances = [read, ...(await readCalmly(parts, asset))];
    await following.read();
    return { balances };
  };
}

/** How long a balance must stay the same after a settlement, so that the settlement has had its whole effect, ms. */
const calmMs = 800;

/** Reads the balances after a settlement, and once more a moment later. */
export async function readCalmly(parts: TourParts, asset: string): Promise<string[]> {
  const after = await fundsFor(parts, asset);
  await parts.api.pause(calmMs);
  return [after.read, (await fundsFor(parts, asset)).read];
}
