import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { isDisabled, isPressable, textOf, type ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { amountField, balanceWords, type Deed, nextDeed } from '../deeds.ts';
import { doDeed } from '../doDeed.ts';
import type { Visit } from '../visit.ts';
import type { Follower, TourParts } from './tour.ts';

/** Returns the first element that can be pressed and has one of these words. */
export const pressable = (nodes: readonly ViewNode[], words: RegExp): ViewNode | undefined =>
  nodes.find((node) => isPressable(node) && !isDisabled(node) && words.test(textOf(node)));

/** How a checkout is settled: in which asset, with which amount if the page asks for one, and for how long its end is awaited, ms. */
interface Settling {
  asset: string;
  following: Follower;
  amount?: string;
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

const isOver = (parts: TourParts, following: Follower) =>
  finalStatuses.checkout.includes(statusNow(parts, following) ?? '');

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
  const deed = balanceDeed(parts, visit);
  if (!deed || !(await doDeed(visit, deed, { asset, locators }))) return false;
  await following.until(finalStatuses.checkout, askMs);
  if (!isOver(parts, following)) {
    await confirm(parts, visit, settling);
    await following.until(finalStatuses.checkout, awaitedMs);
  }
  await visit.look(amount === undefined ? 'settled' : `paid ${amount}`);
  return true;
}
