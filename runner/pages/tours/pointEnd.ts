import { finalStatuses } from '../../../oracles/acquiring/lifecycle/statusHistory.ts';
import { statusesRead } from '../../../oracles/pages/ending.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { blockchainOf, currencyOf, isSameChain } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Point } from '../point.ts';
import type { Visit } from '../visit.ts';
import { isTaken } from './balance.ts';
import { turnAtEnd } from './pagePoints.ts';
import { shortShare } from './payOnChain.ts';
import { minutesToExpiry } from './pointCheckout.ts';
import type { Follower, TourParts } from './tour.ts';

/** What makes a payment end in a conflict: its amount, or its asset (§ Checkout, reason). */
const conflicts = ['too little', 'another asset', 'too much'] as const;

/** How many times the least amount is paid where the end user decides it. */
const timesLeast = 3;

/** A checkout whose end is played on the chain. */
interface Ending {
  point: Point;
  widget: Pick<Widget, 'assets'>;
  asset: string;
  following: Follower;
}

/** What is sent to the address of a request. */
interface Transfer {
  asset: string;
  amount: Decimal;
}

/** Returns another asset that an address on the blockchain of an asset can receive. */
export const otherAsset = ({ widget: { assets }, asset }: Pick<Ending, 'widget' | 'asset'>): string | undefined =>
  assets.find((one) => one !== asset && blockchainOf(one) === blockchainOf(asset));

/** What a request asks for, whether its payer decides that, and the most that it takes then. */
interface Asked {
  asked: Decimal;
  isFree: boolean;
  most: Decimal | undefined;
}

/** Returns what the conflict of a point comes from. The points with one take turns, so that a full run has each. */
const conflictOf = ({ run }: Pick<Worker, 'run'>, point: Point): (typeof conflicts)[number] =>
  conflicts[(drawnNumber({ run }, 'first conflict') + turnAtEnd(point)) % conflicts.length] ?? conflicts[0];

/** Returns the payment that ends a point as it says, after one that a target may not take or see. */
export function transfersFor(
  worker: Pick<Worker, 'run'>,
  ending: Omit<Ending, 'following'>,
  { asked, isFree, most }: Asked,
): Transfer[] {
  const { point, asset } = ending;
  if (point.end === 'paid') return [{ asset, amount: asked }];
  if (point.end === 'overpaid') return [{ asset, amount: asked.times('1.5') }];
  const due = isFree ? asked.div(timesLeast) : asked;
  const less = { asset, amount: due.times(shortShare(worker, turnAtEnd(point))) };
  const [kind, other] = [conflictOf(worker, point), otherAsset(ending)];
  if (kind === 'another asset' && other !== undefined) return [{ asset: other, amount: asked }, less];
  return kind === 'too much' && isFree && most ? [{ asset, amount: most.times(2) }] : [less];
}

/** Looks at the page while a payment is being processed, if that takes so long, and then reads the checkout until its end. Returns whether the payment had an effect. */
async function untilOver({ worker }: TourParts, visit: Visit, following: Follower): Promise<boolean> {
  const { finalMs } = worker.target.deadlines;
  const status = () => statusesRead(worker.record, following.reads).at(-1) ?? '';
  await following.until(['PAYMENT_DETECTED', ...finalStatuses.checkout], finalMs);
  if (status() !== 'PAYMENT_DETECTED') return finalStatuses.checkout.includes(status());
  await visit.look('detected');
  await following.read();
  await following.until(finalStatuses.checkout, finalMs);
  return true;
}

/** Pays a checkout on the chain as its point says, or waits until it expires. */
export async function end(parts: TourParts, visit: Visit, ending: Ending): Promise<void> {
  const { worker, control } = parts;
  const { point, following, asset } = ending;
  if (point.end === 'expired')
    return following.until(['EXPIRED'], minutesToExpiry(point) * 60_000 + worker.target.deadlines.finalMs);
  const request = requestRead(worker.record, following.reads);
  const address = textField(request, 'address');
  const [due, least, most] = ['payAmount', 'minLimit', 'maxLimit'].map((name) => {
    const figure = field(request, name);
    return isExactNumber(figure) ? decimal(figure) : undefined;
  });
  const asked = due ?? least?.times(timesLeast);
  // A page that lacks the asset may have led to another one, whose address takes no payment in it.
  const isOwn =
    textField(request, 'currency') === currencyOf(asset) &&
    isSameChain(textField(request, 'blockchain') ?? '', blockchainOf(asset));
  if (!control.declared || address === undefined || !asked || !isOwn) return undefined;
  // What was pressed on the page may have paid it already.
  await following.read();
  if (isTaken(parts, following)) return following.until(finalStatuses.checkout, worker.target.deadlines.finalMs);
  const round = point.end === 'in conflict' ? 'DOWN' : 'UP';
  const all = transfersFor(worker, ending, { asked, isFree: due === undefined, most });
  const transfers = all.map((one) => ({ ...one, address, amount: roundTo(one.amount, 6, round).toFixed() }));
  for (const [nth, transfer] of transfers.entries()) {
    if (nth === transfers.length - 1) await control.pay(transfer);
    else if (!(await control.tryPay(transfer))) continue;
    // What pays in another asset may be seen by nobody.
    if (await untilOver(parts, visit, following)) return undefined;
  }
  return undefined;
}
