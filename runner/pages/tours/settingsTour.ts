import { fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { currencyOf, type Price } from '../../../schemas/domain/assets.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create, withBody } from '../../../traffic/transport/requestPlan.ts';
import { priceInCoin, projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { codesOn } from '../codes.ts';
import { pursue } from '../doDeed.ts';
import { type KnownHosts, knownHosts } from '../pageGuard.ts';
import { doubleAct, noteActs } from '../resend.ts';
import type { Visit } from '../visit.ts';
import { fundsFor, isOver, readCalmly, settleFromBalance } from './balance.ts';
import { sendForeign } from './foreign.ts';
import { goBack } from './hostedTour.ts';
import { checkAddress, fixedPlans, opened, payable } from './records.ts';
import { returnInTurn } from './returnAddresses.ts';
import {
  type Follower,
  firstAccepted,
  follow,
  lackOf,
  lookAtNetworks,
  oncePerRun,
  showsWhereToPay,
  type TourEnd,
  type TourParts,
  visiting,
} from './tour.ts';

/** The end of a tour on a checkout of one project. */
export interface SettingsEnd extends TourEnd {
  /** The asset that was preselected, and the one that was chosen. */
  preselected: string;
  asset: string;
  /** The reads of the balances before the settlement, after it, a moment later, and after it was sent again. */
  balances: readonly string[];
}

/** Returns the assets that are not the first one of their currency; all if there are none. */
function laterNetworks(assets: readonly string[]): readonly string[] {
  const later = assets.filter((asset, at) => assets.findIndex((one) => currencyOf(one) === currencyOf(asset)) < at);
  return later.length > 0 ? later : assets;
}

/** What is preselected, the asset that a payer chooses then, and the one that he wants in the end. */
interface Mind {
  preselected: string;
  first: string;
  last: string;
}

function mindOf({ worker }: TourParts, widget: Widget): Mind {
  const [all, later] = [payable(widget), laterNetworks(widget.assets.filter((one) => payable(widget).includes(one)))];
  const last = later[drawnNumber(worker, `asset of ${widget.id}`) % Math.max(1, later.length)] ?? '';
  const others = all.filter((one) => one !== last);
  const near = others.filter((one) => currencyOf(one) === currencyOf(last));
  const first = near[0] ?? others[0] ?? last;
  const third = [...later, ...all].find((one) => one !== last && one !== first);
  return { preselected: third ?? last, first, last };
}

/** Chooses one asset, then the other, and goes on. Returns whether the page shows where to pay. */
async function changeMind({ worker }: TourParts, visit: Visit, { first, last }: Mind): Promise<boolean> {
  const locators = worker.target.page ?? {};
  const stops = ({ key }: { key: string }) => key.startsWith('go ');
  for (const asset of [first, last]) {
    const until = showsWhereToPay(asset);
    const { isReached } = await pursue(visit, {
      ...{ wish: { asset }, locators, until, stops },
      after: lookAtNetworks(visit, asset),
    });
    // Some pages go on with the first choice that is complete.
    if (isReached) return asset === last;
  }
  await visit.look('picked', { asset: last });
  const ended = await pursue(visit, { wish: { asset: last }, locators, until: showsWhereToPay(last) });
  if (!ended.isReached) visit.stuck = lackOf(ended);
  return ended.isReached;
}

/** Looks at where to pay, with the QR codes that are there. */
const lookWhereToPay = async (visit: Visit, step: string, asset: string) =>
  void (await visit.look(step, { asset, codes: await codesOn(visit) }));

/** Settles a checkout, twice at once, and sends the settlement once more. Returns the reads of the balances between. */
async function settleTwice(
  parts: TourParts,
  visit: Visit,
  { asset, following, known }: { asset: string; following: Follower; known: KnownHosts },
): Promise<string[]> {
  const acts = noteActs(visit, known);
  const before = await fundsFor(parts, asset);
  await doubleAct(visit, known);
  if (!(await settleFromBalance(parts, visit, { asset, following })) || !isOver(parts, following)) return [];
  const settled = await readCalmly(parts, asset);
  if ((await acts.again()) === 0) return [];
  const again = await fundsFor(parts, asset);
  await following.read();
  return [before.read, ...settled, again.read];
}

/** Returns the price of a project's checkout: in the coin that is paid, or in another currency where there is one. Projects take turns. */
async function priceInTurn({ worker, projects, log }: TourParts, widget: Widget, asset: string): Promise<Price> {
  const { otherOfAll, ownOfAll } = projectPrices(widget, log);
  const nth = (await projects.all()).findIndex(({ id }) => id === widget.id);
  return (drawnNumber(worker, 'first price of settings') + nth) % 2 === 0
    ? (priceInCoin(widget, asset) ?? ownOfAll)
    : (otherOfAll ?? ownOfAll);
}

/** Creates the checkout of a tour: with a preselected asset and an address with something particular, or without what is refused. */
async function createFor(parts: TourParts, widget: Widget, { preselected, last }: Mind): Promise<Exchange> {
  const { plan } = await fixedPlans(parts);
  const price = await priceInTurn(parts, widget, last);
  const body = fixedCheckout(price, (plan.body as CheckoutBody).expiresAt ?? '');
  const { kind, url: returnUrl } = returnInTurn(parts, widget.id);
  const own = create.checkout(widget.id, body);
  const key = `for the page of ${widget.id} with`;
  return firstAccepted(parts, [
    [
      `${key} a preselection and ${kind}`,
      withBody(own, { ...body, preselectedCryptoCurrency: preselected, returnUrl }),
    ],
    [`${key} a preselection`, withBody(own, { ...body, preselectedCryptoCurrency: preselected })],
    [`${key} nothing more`, own],
  ]);
}

/**
 * Opens the page of a FIXED_PRICE checkout of one project, whose payer changes his mind, looks again after a reload, settles twice and goes back. What the page
 * sends is first sent as another site would.
 */
export const settingsTour = (parts: TourParts, widget: Widget): Promise<SettingsEnd> =>
  oncePerRun(parts, `settings of ${widget.id}`, async () => {
    const mind = mindOf(parts, widget);
    const { last: asset } = mind;
    const { created, id, address } = opened(parts, await createFor(parts, widget, mind));
    await checkAddress(parts, { created, address });
    const following = follow(parts, widget.id, created);
    const known = knownHosts([parts.worker.target.baseUrl, address]);
    let balances: string[] = [];
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      await sendForeign(visit, following, known);
      const isThere = await changeMind(parts, visit, mind);
      await following.read();
      if (!isThere) return;
      await lookWhereToPay(visit, 'chosen', asset);
      await visit.go(address);
      await visit.look('reloaded');
      await lookWhereToPay(visit, 'chosen again', asset);
      balances = await settleTwice(parts, visit, { asset, following, known });
      await goBack(parts, visit, { asset, returnUrl: textField(created.json, 'returnUrl'), isOver: false });
    });
    return {
      pages: { page },
      reads: following.reads,
      preselected: textField(created.sent, 'preselectedCryptoCurrency') ?? '',
      asset,
      balances,
      beside: balances,
    };
  });

/** The words of a project's name in the rotation of nights: what distinguishes its settings. */
export const settingsOf = ({ settings }: Widget, nth: number): string =>
  `project ${nth + 1}, fee paid by ${settings.feePaidBy ?? 'unknown'}${settings.hideFee ? ' and hidden' : ''}`;
