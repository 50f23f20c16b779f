import { setTimeout as delay } from 'node:timers/promises';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { codesOn } from '../codes.ts';
import { hostileTextsOf } from '../hostileTexts.ts';
import { knownHosts } from '../pageGuard.ts';
import { type NamedPrice, namePrice } from '../tamper.ts';
import type { Visit } from '../visit.ts';
import { watching } from '../watching.ts';
import { type BeyondFunds, settleBeyond } from './beyondFunds.ts';
import { goBack } from './hostedTour.ts';
import { payOnChain } from './payOnChain.ts';
import { type Point, pointName } from './point.ts';
import { amountFor, assetFor, checkoutFor, type PointCheckout, projectFor, shortMs } from './pointCheckout.ts';
import { openingOf } from './pointOpening.ts';
import { checkAddress } from './records.ts';
import {
  type Follower,
  follow,
  lackOf,
  oncePerRun,
  type TourEnd,
  type TourParts,
  towardsPayment,
  visiting,
} from './tour.ts';
import { untilAnnounced } from './widgetTour.ts';

/** The end of a tour on the page of a point. */
export interface PointEnd extends TourEnd {
  /** The asset that is preselected; empty if none is. */
  preselected: string;
  asset: string;
  /** The reads of the checkout until somebody chose; undefined where there may be nothing to choose, so that the page may go on by itself. */
  unchosen?: readonly string[];
  /** The price that the end user named in what the page sent. */
  named?: NamedPrice;
  /** The amount that the end user entered on the page, and the currency of such amounts. */
  entered?: string;
  currency: string;
  /** True if the checkout has a name that is markup, as it was sent. */
  isHostile: boolean;
  /** What became of a settlement from a balance that does not suffice, where a page offered it. */
  beyond?: BeyondFunds;
  /** True if a currency was chosen, so that the page says what to pay. */
  isAsked: boolean;
}

/** What a point is played with. */
interface Play {
  point: Point;
  widget: Widget;
  asset: string;
  made: PointCheckout;
  following: Follower;
  address: string;
}

/** The longest time that a slow network takes on a page which is opened after that of another checkout, ms, and when the page is looked at. */
const [slowMs, earlyMs] = [1_400, 600];

/** Opens the page of another checkout in the same browser, then the own one again, whose answers are slow: what the browser keeps of the other is not shown. */
async function afterAnother(parts: TourParts, visit: Visit, { point, widget, asset, address }: Play): Promise<void> {
  const other = await checkoutFor(
    parts,
    { ...point, end: 'paid', links: 'particular links', type: 'NO_PRICE' },
    { widget, asset },
  );
  if (other) {
    await parts.control.chooseAgain(other.id, { asset });
    await follow(parts, widget.id, other.created).read();
    await visit.go(other.address);
  }
  await visit.page.route(/^https?:/, async (route) => {
    if (['xhr', 'fetch'].includes(route.request().resourceType())) await delay(slowMs);
    await route.fallback();
  });
  await visit.go(address);
  await delay(earlyMs);
  await visit.look('early', { isEarly: true });
  await visit.page.unroute(/^https?:/);
  await visit.look('again');
}

/** Returns the price that an end user tries to name: half of the merchant's, or a cent more than any option where the target file says that no other is allowed. */
function priceToName({ point, widget, made }: Play): NamedPrice | undefined {
  const fixed = field(made.created.json, 'fixedAmount');
  const [amount, currency] = [field(fixed, 'amount'), textField(fixed, 'currency')];
  if (isExactNumber(amount) && currency !== undefined)
    return { amount: roundTo(decimal(amount).div(2), 2, 'DOWN').toFixed(), currency };
  const { suggested } = widget.settings;
  if (point.type !== 'SUGGESTED_FIXED_PRICE' || suggested?.manualInput !== false) return undefined;
  const [most] = suggested.amounts.map((one) => decimal(one)).toSorted((a, b) => b.comparedTo(a));
  return most && { amount: most.plus('0.01').toFixed(), currency: suggested.currency };
}

/** Chooses: on the page, or elsewhere while the page is open. Returns what the end user entered and named. */
async function choose(parts: TourParts, visit: Visit, play: Play): Promise<Pick<PointEnd, 'entered' | 'named'>> {
  const { point, widget, asset, made, following } = play;
  const amount = amountFor(point, widget, asset);
  const option = point.type === 'SUGGESTED_FIXED_PRICE' ? widget.settings.suggested?.amounts[0] : undefined;
  if (point.visit === 'chosen in another tab' && parts.control.declared) {
    const picked = point.type === 'SUGGESTED_FIXED_PRICE' ? (amount ?? option) : undefined;
    await parts.control.chooseAgain(made.id, { asset, ...(picked !== undefined && { amount: picked }) });
    await following.read();
    await untilTold(parts, visit, play);
    await visit.go(play.address);
    await visit.look('chosen', { asset });
    return {};
  }
  const named = priceToName(play);
  const known = knownHosts([parts.worker.target.baseUrl, made.address, parts.worker.target.widget?.host ?? '']);
  const wasNamed = named && (await namePrice(visit, named, known));
  const offered =
    option === undefined
      ? undefined
      : visit.nodes.find(({ role, name }) => role !== 'text' && startsWith(name, option));
  const wish = { asset, ...(amount !== undefined ? { amount } : offered && { option: offered.name }) };
  const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish });
  if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
  await following.read();
  const isEntered = amount !== undefined && pursuit.did.includes(`enter ${amount}`);
  return { ...(isEntered && { entered: amount }), ...(named && wasNamed?.() === true && { named }) };
}

const startsWith = (name: string, amount: string) =>
  new RegExp(`^\\D{0,3}${amount.replace('.', '[.,]')}(?![\\d.,]*\\d)`).test(name);

/** Pays a checkout on the chain as its point says, or waits until it expires. */
async function end(parts: TourParts, { point: { end: how }, asset, following }: Play): Promise<void> {
  if (how === 'expired') return following.until(['EXPIRED'], shortMs + parts.worker.target.deadlines.finalMs);
  const request = requestRead(parts.worker.record, following.reads);
  const [due, least] = [field(request, 'payAmount'), field(request, 'minLimit')];
  const asked = isExactNumber(due)
    ? decimal(due)
    : isExactNumber(least)
      ? decimal(least).times(how === 'underpaid' ? 1 : 3)
      : undefined;
  if (!asked) return undefined;
  const times = how === 'paid' ? asked : how === 'overpaid' ? asked.times('1.5') : asked.div(2);
  await payOnChain(parts, following, {
    asset,
    amount: roundTo(times, 6, how === 'underpaid' ? 'DOWN' : 'UP').toFixed(),
  });
}

/** Waits until a widget may have told the last status, before its page is loaded anew. */
const untilTold = async (parts: TourParts, visit: Visit, { point, following }: Play): Promise<void> =>
  point.way === 'widget' ? untilAnnounced(visit, parts, following) : undefined;

/** Plays a point from the opening of its page to its end and back to the merchant. */
async function play(
  parts: TourParts,
  visit: Visit,
  { mine, returnUrl }: { mine: Play; returnUrl: string | undefined },
): Promise<Pick<PointEnd, 'named' | 'entered' | 'isAsked' | 'beyond'> & { unchosen: readonly string[] }> {
  const { point, asset, following, address } = mine;
  await visit.look('opened');
  await following.read();
  const unchosen = [...following.reads];
  if (point.visit === 'after another checkout') await afterAnother(parts, visit, mine);
  // What expires is left alone, or expires after the choice.
  const isLeft = point.end === 'expired' && point.visit !== 'chosen in another tab';
  const did = isLeft ? {} : await choose(parts, visit, mine);
  await untilTold(parts, visit, mine);
  if (point.visit !== 'after another checkout') await visit.go(address);
  if (!isLeft) {
    await visit.look('waiting', { asset });
    // Only what is drawn has QR codes.
    await visit.look('waiting with codes', { asset, codes: await codesOn(visit) });
  }
  const beyond = isLeft ? undefined : await settleBeyond(parts, visit, mine);
  await end(parts, mine);
  await untilTold(parts, visit, mine);
  await visit.go(address);
  await visit.look('over');
  // What runs a script has nowhere to lead.
  if (point.way !== 'widget' && point.links === 'particular links')
    await goBack(parts, visit, { asset, returnUrl, isOver: false });
  await following.read();
  // What expires may do so before somebody chooses.
  const isAsked =
    !isLeft && (point.end !== 'expired' || requestRead(parts.worker.record, following.reads) !== undefined);
  return { ...did, unchosen, isAsked, ...(beyond && { beyond }) };
}

const none = (asset: string): PointEnd => ({
  pages: {},
  reads: [],
  preselected: '',
  asset,
  currency: '',
  isAsked: false,
  isHostile: false,
});

/** Opens the page of a checkout at one point, and follows it to its end. Nothing is opened where the target does not offer what the point needs. */
export const pointTour = (parts: TourParts, point: Point): Promise<PointEnd> =>
  oncePerRun(parts, `point ${pointName(point)}`, async () => {
    const { control, worker } = parts;
    const widget = await projectFor(parts, point);
    const asset = assetFor(parts, point, widget);
    const isOffered = point.type !== 'SUGGESTED_FIXED_PRICE' || widget.settings.suggested !== undefined;
    const canEnd = control.declared || point.end === 'expired';
    const canOpen = point.way !== 'widget' || worker.target.widget !== undefined;
    const made = isOffered && canEnd && canOpen ? await checkoutFor(parts, point, { widget, asset }) : undefined;
    if (!made) return none(asset);
    await checkAddress(parts, made);
    const following = follow(parts, widget.id, made.created);
    const opening = await openingOf(parts, { point, made });
    const mine = { point, widget, asset, made, following, address: opening.address };
    let did: Awaited<ReturnType<typeof play>> = { unchosen: [], isAsked: false };
    const page = await visiting(parts, opening, async (visit) => {
      visit.afterLook = watching(visit, hostileTextsOf(worker.run.seed));
      did = await play(parts, visit, { mine, returnUrl: textField(made.created.json, 'returnUrl') });
    });
    const preselected =
      point.preselection === 'preselected'
        ? (textField(made.created.sent, 'preselectedCryptoCurrency') ?? (made.link === undefined ? '' : asset))
        : '';
    const { unchosen, ...done } = did;
    const name = textField(made.created.json, 'name') ?? '';
    return {
      isHostile: hostileTextsOf(worker.run.seed).names.some((one) => name.endsWith(one)),
      pages: { page },
      reads: following.reads,
      asset,
      preselected,
      currency: widget.settings.suggested?.currency ?? '',
      ...done,
      ...(done.beyond && { funds: done.beyond.funds }),
      ...(preselected === '' && widget.assets.length > 1 && { unchosen }),
    };
  });
