import { setTimeout as delay } from 'node:timers/promises';
import { isPaid } from '../../../oracles/pages/ending.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { codesOn } from '../codes.ts';
import { pursue } from '../doDeed.ts';
import { hostileTextsOf } from '../hostileTexts.ts';
import { measureLater } from '../measure.ts';
import { knownHosts } from '../pageGuard.ts';
import { mayBeLate, type Point, pointName } from '../point.ts';
import type { Visit } from '../visit.ts';
import { watching } from '../watching.ts';
import { type AtFunds, type LateSettlement, lookAtFunds, settleLate } from './balance.ts';
import { goBack } from './hostedTour.ts';
import {
  amountFor,
  assetFor,
  checkoutFor,
  currencyAt,
  drawing,
  limitsAt,
  preselectedFor,
  projectFor,
} from './pointCheckout.ts';
import { type Chosen, choose, type Play, untilTold } from './pointChoice.ts';
import { end } from './pointEnd.ts';
import { openingOf } from './pointOpening.ts';
import { checkAddress } from './records.ts';
import { offeredAmount } from './suggestedTour.ts';
import { follow, oncePerRun, showsWhereToPay, type TourEnd, type TourParts, untilOffered, visiting } from './tour.ts';

/** The end of a tour on the page of a point, with what its end user did. */
export interface PointEnd extends TourEnd, Chosen, AtFunds {
  /** The asset or currency that is preselected; empty if none is. */
  preselected: string;
  asset: string;
  /** The reads of the checkout until somebody chose; undefined where there may be nothing to choose, so that the page may go on by itself. */
  unchosen?: readonly string[];
  /** The currency of the amounts that an end user decides, and the predefined ones. */
  currency: string;
  amounts: readonly string[];
  /** True if the checkout has a name that is markup, as it was sent. */
  isHostile: boolean;
  /** What became of a settlement that was sent after the end of the checkout. */
  late?: LateSettlement;
  /** True if a currency was chosen, so that the page says what to pay. */
  isAsked: boolean;
}

/** The longest time that a slow network takes on a page which is opened after that of another checkout, ms, and when the page is looked at. */
const [slowMs, earlyMs] = [1_400, 600];

/** Returns the asset that an end user chose on an earlier checkout: another one where something is preselected now, which must not count any longer, else the same. */
export function earlierAsset({ point, widget: { assets }, asset }: Pick<Play, 'point' | 'widget' | 'asset'>): string {
  if (point.preselection === 'not preselected') return asset;
  const others = assets.filter((one) => one !== asset);
  return others.find((one) => currencyOf(one) !== currencyOf(asset)) ?? others[0] ?? asset;
}

/** Returns the project of an earlier checkout: the same, or another one whose checkouts can be of the same type and be paid in the same asset. */
async function earlierProject({ worker, projects }: TourParts, { point, widget }: Play, asset: string) {
  // A widget is seen on the domain of its own project only.
  const all = point.way === 'widget' ? [] : await projects.all();
  const isAlike = ({ assets, settings }: Play['widget']) =>
    assets.includes(asset) && (point.type !== 'SUGGESTED_FIXED_PRICE' || settings.suggested !== undefined);
  return drawnItem(worker, drawing('earlier project', point), [widget, ...all.filter(isAlike)]);
}

/** Chooses on the page of another checkout as an end user does, so that the browser keeps what a page keeps of it. */
async function chooseOnAnother(parts: TourParts, visit: Visit, play: Play): Promise<void> {
  const { point } = play;
  const asset = earlierAsset(play);
  const widget = await earlierProject(parts, play, asset);
  const type = point.type === 'FIXED_PRICE' ? 'NO_PRICE' : point.type;
  const earlier = { ...point, end: 'paid', links: 'particular links', type } as const;
  const made = await checkoutFor(parts, earlier, { widget, asset });
  if (!made) return;
  const { address } = await openingOf(parts, { point: earlier, made });
  await visit.act(() => visit.go(address));
  const option = (widget.settings.suggested?.amounts ?? []).flatMap((one) => offeredAmount(visit, one) ?? [])[0];
  const amount = type === 'NO_PRICE' ? amountFor(earlier, widget, asset) : undefined;
  const wish = { asset, ...(amount !== undefined && { amount }), ...(option !== undefined && { option }) };
  const locators = parts.worker.target.page ?? {};
  const { isReached } = await pursue(visit, { wish, locators, until: showsWhereToPay(asset) });
  if (!isReached) await parts.control.chooseAgain(made.id, { asset });
  await follow(parts, widget.id, made.created).read();
  if (!isReached) await visit.go(address);
}

/** Chooses on another checkout in the same browser, then opens the own one again, whose answers are slow: nothing that the browser keeps of the other is shown. */
async function afterAnother(parts: TourParts, visit: Visit, play: Play): Promise<void> {
  const { address } = play;
  await chooseOnAnother(parts, visit, play);
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

/** Opens a page anew before anybody chooses: only what counts down to its end goes on then. */
async function lookAgain(parts: TourParts, visit: Visit, address: string): Promise<void> {
  await visit.go(address);
  await visit.look('again');
  await untilOffered(parts, visit, { step: 'again' });
}

/** Presses what settles a checkout before its end, from a page that is loaded again then; returns what sends the settlement. */
async function pressBefore(parts: TourParts, visit: Visit, { point, widget, asset, following, address }: Play) {
  const known = knownHosts([parts.worker.target.baseUrl, address]);
  const least = limitsAt(point, widget, asset)?.least;
  const amount = least === undefined ? {} : { amount: least };
  const sendLate = await settleLate(parts, visit, { asset, following, known, ...amount });
  if (sendLate) await visit.go(address);
  return sendLate;
}

/** Plays a point from the opening of its page to its end and back to the merchant. */
async function play(
  parts: TourParts,
  visit: Visit,
  { mine, returnUrl }: { mine: Play; returnUrl: string | undefined },
): Promise<Chosen & Pick<PointEnd, 'isAsked' | 'beyond' | 'covered' | 'late'> & { unchosen: readonly string[] }> {
  const { point, asset, following, address } = mine;
  await visit.look('opened');
  await following.read();
  const unchosen = [...following.reads];
  if (point.visit === 'after another checkout') await afterAnother(parts, visit, mine);
  else if (point.visit === 'reloaded') await lookAgain(parts, visit, address);
  // What expires is left alone, or expires after the choice.
  const isLeft = point.end === 'expired' && point.visit !== 'chosen in another tab';
  const did = isLeft ? {} : await choose(parts, visit, mine);
  await untilTold(parts, visit, mine);
  // What is loaded anew shortly before it expires may show the end only.
  if (point.visit !== 'after another checkout' && !isLeft) await visit.go(address);
  if (!isLeft) {
    await visit.look('waiting', { asset });
    // Only what is drawn has QR codes.
    await visit.look('waiting with codes', { asset, codes: await codesOn(visit) });
    if (point.way === 'widget' && point.screen === 'desktop') await measureLater(visit);
  }
  const atFunds = isLeft ? {} : await lookAtFunds(parts, visit, mine);
  const sendLate = isLeft || !mayBeLate(point) ? undefined : await pressBefore(parts, visit, mine);
  await end(parts, visit, mine);
  await untilTold(parts, visit, mine);
  const late = await sendLate?.();
  const { status = 0 } = await visit.go(address);
  await visit.look('over');
  // What runs a script has nowhere to lead. A page may close once it is over.
  const isOver = status < 400 && isPaid(parts.worker.record, following.reads);
  if (point.way !== 'widget' && point.links !== 'links that run scripts')
    await goBack(parts, visit, { asset, returnUrl, isOver });
  await following.read();
  // What expires may do so before somebody chooses.
  const isAsked =
    !isLeft && (point.end !== 'expired' || requestRead(parts.worker.record, following.reads) !== undefined);
  return { ...did, unchosen, isAsked, ...atFunds, ...(late && { late }) };
}

const none = (asset: string): PointEnd => ({
  pages: {},
  reads: [],
  preselected: '',
  asset,
  currency: '',
  amounts: [],
  isAsked: false,
  isHostile: false,
});

/** Opens the page of a checkout at one point, and follows it to its end. Nothing is opened where the target does not offer what the point needs. */
export const pointTour = (parts: TourParts, point: Point): Promise<PointEnd> =>
  oncePerRun(parts, `point ${pointName(point)}`, async () => {
    const { control, worker } = parts;
    const widget = await projectFor(parts, point);
    if (!widget) return none('');
    const asset = assetFor(parts, point, widget);
    const canEnd = control.declared || point.end === 'expired';
    const made = canEnd ? await checkoutFor(parts, point, { widget, asset }) : undefined;
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
      textField(made.created.sent, 'preselectedCryptoCurrency') ??
      (made.link === undefined ? undefined : preselectedFor(point, asset)) ??
      '';
    const { unchosen, ...done } = did;
    const funds = done.covered ?? done.beyond?.funds;
    const name = textField(made.created.json, 'name') ?? '';
    return {
      isHostile: hostileTextsOf(worker.run.seed).names.some((one) => name.endsWith(one)),
      pages: { page },
      reads: following.reads,
      asset,
      preselected,
      currency: currencyAt(point, widget, asset),
      amounts: widget.settings.suggested?.amounts ?? [],
      ...done,
      ...(funds !== undefined && { funds }),
      ...(done.late && { beside: done.late.balances }),
      ...(preselected === '' && widget.assets.length > 1 && { unchosen }),
    };
  });
