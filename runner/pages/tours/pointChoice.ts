import { currencyOf } from '../../../schemas/domain/assets.ts';
import { decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { amountField, type Deed, type Wish } from '../deeds.ts';
import { pursue } from '../doDeed.ts';
import { knownHosts } from '../pageGuard.ts';
import type { Point } from '../point.ts';
import { noteActs } from '../resend.ts';
import { type NamedPrice, namePrice } from '../tamper.ts';
import type { Visit } from '../visit.ts';
import { amountFor, currencyAt, drawing, limitsAt, type PointCheckout } from './pointCheckout.ts';
import { payable } from './records.ts';
import { offeredAmount, seeOptions } from './suggestedTour.ts';
import { type Follower, lackOf, showsWhereToPay, type TourParts, towardsPayment, untilOffered } from './tour.ts';
import { untilAnnounced } from './widgetTour.ts';

/** What a point is played with. */
export interface Play {
  point: Point;
  widget: Widget;
  asset: string;
  made: PointCheckout;
  following: Follower;
  address: string;
}

/** What an end user did when he chose: the amount that he entered or picked, the price that he named, and whether he saw amounts to pick. */
export interface Chosen {
  entered?: string;
  named?: NamedPrice;
  isListed?: boolean;
}

/** Returns the price that an end user tries to name: half of the merchant's, more than any amount that he may decide, or a cent more than any option. */
export function priceToName({ point, widget, asset, made }: Pick<Play, 'point' | 'widget' | 'asset' | 'made'>) {
  const fixed = field(made.created.json, 'fixedAmount');
  const [set, of] = [field(fixed, 'amount'), textField(fixed, 'currency')];
  if (isExactNumber(set) && of !== undefined)
    return { amount: roundTo(decimal(set).div(2), 2, 'DOWN').toFixed(), currency: of };
  const { suggested } = widget.settings;
  const currency = currencyAt(point, widget, asset);
  const limits = limitsAt(point, widget, asset);
  const isFree = point.type === 'NO_PRICE' || suggested?.manualInput === true;
  if (isFree && limits) return { amount: decimal(limits.most).times(2).toFixed(), currency };
  if (point.type !== 'SUGGESTED_FIXED_PRICE' || suggested?.manualInput !== false) return undefined;
  const [most] = suggested.amounts.map((one) => decimal(one)).toSorted((a, b) => b.comparedTo(a));
  return most && { amount: most.plus('0.01').toFixed(), currency };
}

/** Returns the predefined amount that the end user of a point picks. */
function optionFor({ worker }: TourParts, { point, widget }: Play): string | undefined {
  const [first, ...others] = widget.settings.suggested?.amounts ?? [];
  if (point.type !== 'SUGGESTED_FIXED_PRICE' || first === undefined) return undefined;
  return drawnItem(worker, drawing('option', point), [first, ...others]);
}

/** Waits until a widget may have told the last status, before its page is loaded anew. */
export const untilTold = async (parts: TourParts, visit: Visit, { point, following }: Play): Promise<void> =>
  point.way === 'widget' ? untilAnnounced(visit, parts, following) : undefined;

/** Another asset of a project in the currency of the chosen one, on another network. */
const otherNetwork = ({ widget, asset }: Play): string | undefined =>
  widget.assets.find((one) => one !== asset && currencyOf(one) === currencyOf(asset));

/** Chooses elsewhere while the page is open, and opens it again. */
async function chooseElsewhere(parts: TourParts, visit: Visit, { play, amount }: { play: Play; amount?: string }) {
  const { asset, made, following, address } = play;
  await untilOffered(parts, visit, { step: 'opened' });
  const choice = { asset, ...(amount !== undefined && { amount }) };
  await parts.control.chooseAgain(made.id, choice);
  await following.read();
  // Another tab may choose the same once more, which changes nothing.
  await parts.control.chooseAgain(made.id, choice);
  await following.read();
  // Nor does another network of the coin, which whoever picked the wrong one may want.
  const other = otherNetwork(play);
  if (other !== undefined) {
    await parts.control.chooseAgain(made.id, { ...choice, asset: other });
    await following.read();
  }
  await untilTold(parts, visit, play);
  await visit.go(address);
  await visit.look('chosen', { asset });
}

/** The wishes that an end user gives up: another asset, with an amount to pick where he enters one in the end, and with one beyond every limit. */
function wishesGivenUp({ worker }: TourParts, visit: Visit, { point, widget, asset }: Play): Wish[] {
  const [first, ...others] = payable(widget).filter((one) => one !== asset);
  const limits = payable(widget).flatMap((one) => limitsAt(point, widget, one) ?? []);
  const [most] = limits.map(({ most: one }) => decimal(one)).toSorted((a, b) => b.comparedTo(a));
  if (first === undefined || !most) return [];
  const other = drawnItem(worker, drawing('given up', point), [first, ...others]);
  const isEntered = amountFor(point, widget, asset) !== undefined;
  const amounts = isEntered ? (widget.settings.suggested?.amounts ?? []) : [];
  const option = amounts.flatMap((one) => offeredAmount(visit, one) ?? []).at(-1);
  return [
    ...(option === undefined ? [] : [{ asset: other, option }]),
    { asset: other, amount: most.times(2).toFixed() },
  ];
}

/**
 * Chooses another asset and an amount beyond its limits, and is stopped. Whoever changes his mind then must not get what he gave up. A page that shows another
 * amount than the entered one is not told to go on.
 */
async function stoppedBefore(parts: TourParts, visit: Visit, play: Play): Promise<void> {
  const locators = parts.worker.target.page ?? {};
  const untilGoing = ({ key }: Deed) => key.startsWith('go ');
  for (const wish of wishesGivenUp(parts, visit, play)) {
    const wished = { wish, locators, until: showsWhereToPay(wish.asset) };
    await pursue(visit, { ...wished, stops: untilGoing });
    if (wish.amount === undefined || amountField(visit.nodes)?.value !== wish.amount) continue;
    let went = 0;
    const isSecond = (deed: Deed) => {
      went += untilGoing(deed) ? 1 : 0;
      return went > 1;
    };
    await pursue(visit, { ...wished, stops: isSecond });
    await visit.look('stopped');
  }
}

/** Chooses on the page of a point, or elsewhere while the page is open. */
export async function choose(parts: TourParts, visit: Visit, play: Play): Promise<Chosen> {
  const { point, widget, asset, made, following } = play;
  const [amount, option] = [amountFor(point, widget, asset), optionFor(parts, play)];
  const amounts = widget.settings.suggested?.amounts ?? [];
  if (point.visit === 'chosen in another tab' && parts.control.declared) {
    const picked = point.type === 'SUGGESTED_FIXED_PRICE' ? (amount ?? option) : undefined;
    await chooseElsewhere(parts, visit, { play, ...(picked !== undefined && { amount: picked }) });
    return {};
  }
  if (point.visit === 'reloaded') await stoppedBefore(parts, visit, play);
  const isListed = option !== undefined && (await seeOptions(parts, visit, { asset, amounts }));
  const named = priceToName(play);
  const known = knownHosts([parts.worker.target.baseUrl, made.address, parts.worker.target.widget?.host ?? '']);
  const wasNamed = named && (await namePrice(visit, named, known));
  const picked = option === undefined ? undefined : offeredAmount(visit, option);
  const wish = { asset, ...(amount !== undefined ? { amount } : picked !== undefined && { option: picked }) };
  const acts = noteActs(visit, known);
  const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish });
  if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
  await following.read();
  // What was sent may be sent again, by a browser that lost the answer or a hasty hand.
  if (point.visit === 'reloaded' && (await acts.again()) > 0) await following.read();
  const isDone = (what: string, text: string | undefined) => pursuit.did.includes(`${what} ${text}`);
  const entered = isDone('enter', amount) ? amount : isDone('pick', picked) ? option : undefined;
  return {
    ...(isListed && { isListed }),
    ...(entered !== undefined && { entered }),
    ...(named && wasNamed?.() === true && { named }),
  };
}
