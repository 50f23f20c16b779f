import type { EnteredText } from '../../../oracles/pages/settled/texts.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { type Decimal, decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import { amountField } from '../deeds.ts';
import type { Visit } from '../visit.ts';
import { isWithin, type Limits } from './amounts.ts';
import { isOver, isTaken, settleFromBalance } from './balance.ts';
import { payOnChain } from './payOnChain.ts';
import type { Follower, TourParts } from './tour.ts';

/** An amount that was paid on a page, from the sandbox balance or on the chain. */
interface Payment {
  amount: string;
  from: 'balance' | 'chain';
}

/** An amount that was paid, and the last read of its checkout after that. */
export interface PaidAmount extends Payment {
  read: string;
}

/** A page that shows where to pay before any amount, and the amounts to pay there. */
export interface FreePage {
  address: string;
  asset: string;
  amounts: readonly string[];
  limits: Limits;
  following: Follower;
  /** What the balance holds of the currency, if that is known. */
  held: Decimal | undefined;
}

/** A payment outside the limits is awaited for so long, ms. One that takes effect later is known by what the checkout says that was paid. */
const noEffectMs = 1_000;

/** A run spends at most this part of a sandbox balance on one page. */
const part = 10;

/** Returns what can be paid from the balance in place of an amount within the limits: less, if the balance is small; undefined if it is too small. */
function affordable(amount: string, { least, most }: Limits, held: Decimal | undefined): string | undefined {
  const share = held && roundTo(held.div(part), 2, 'DOWN');
  if (share === undefined || share.gte(decimal(amount))) return amount;
  return isWithin(share.toFixed(), { least, most }) ? share.toFixed() : undefined;
}

/** Returns the number that a request of a checkout has under a name, when it was last read. */
const figureOf = ({ worker }: TourParts, { reads }: Follower, name: string): Decimal | undefined => {
  const figure = field(requestRead(worker.record, reads), name);
  return isExactNumber(figure) ? decimal(figure) : undefined;
};

/** True if a checkout asks for an amount, so that its page has taken the one that was entered. */
export const asksAmount = (parts: TourParts, following: Follower): boolean =>
  figureOf(parts, following, 'payAmount') !== undefined;

/** Pays one amount: from the sandbox balance where the page asks for an amount; else through the test control API, there only within the limits. */
async function pay(
  parts: TourParts,
  visit: Visit,
  { amount, page }: { amount: string; page: FreePage },
): Promise<Payment | undefined> {
  const { asset, limits, following, held } = page;
  const isInside = isWithin(amount, limits);
  const fromBalance = isInside ? affordable(amount, limits, held) : amount;
  const isWhole = fromBalance === amount && (isInside || held === undefined || held.gte(decimal(amount)));
  const asks = amountField(visit.nodes) !== undefined || parts.worker.target.page?.amount !== undefined;
  const onChain = async (): Promise<Payment | undefined> => {
    if (!isInside || !(await payOnChain(parts, following, { asset, amount }))) return undefined;
    await visit.look(`paid ${amount}`);
    return { amount, from: 'chain' };
  };
  if (!asks) return onChain();
  // The whole amount says more than a part of it.
  const whole = isWhole ? undefined : await onChain();
  if (whole) return whole;
  if (fromBalance === undefined || (!isInside && !isWhole)) return undefined;
  const awaitedMs = isInside ? parts.worker.target.deadlines.finalMs : noEffectMs;
  const isPaid = await settleFromBalance(parts, visit, { asset, following, amount: fromBalance, awaitedMs });
  return isPaid ? { amount: fromBalance, from: 'balance' } : onChain();
}

/** Pays one amount after another on a page that is opened anew each time, until the checkout has taken one. */
export async function payAmounts(parts: TourParts, visit: Visit, page: FreePage): Promise<readonly PaidAmount[]> {
  const { address, amounts, following } = page;
  const paid: PaidAmount[] = [];
  for (const amount of amounts) {
    if (paid.length > 0) {
      await visit.go(address);
      await visit.look(`before paying ${amount}`);
    }
    const done = await pay(parts, visit, { amount, page });
    const read = following.reads.at(-1);
    if (done !== undefined && read !== undefined) paid.push({ ...done, read });
    if (isTaken(parts, following)) return paid;
  }
  return paid;
}

/** Settles a checkout with texts that are entered as amounts, until one is taken. What a page makes another text of is not pressed. */
export async function payTexts(
  parts: TourParts,
  visit: Visit,
  {
    page,
    texts,
  }: { page: Pick<FreePage, 'address' | 'asset' | 'following'>; texts: readonly { text: string; means?: string }[] },
): Promise<readonly EnteredText[]> {
  const { address, asset, following } = page;
  const entered: EnteredText[] = [];
  for (const { text, ...meaning } of texts) {
    if (amountField(visit.nodes) === undefined || isOver(parts, following)) break;
    const settling = { asset, following, amount: text, isExact: true, awaitedMs: noEffectMs };
    const isPressed = await settleFromBalance(parts, visit, settling);
    const read = following.reads.at(-1);
    if (isPressed && read !== undefined) entered.push({ text, ...meaning, read });
    await visit.go(address);
    await visit.look(`after ${text}`);
  }
  return entered;
}
