import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { shopPage } from '../inPage.ts';
import { setInFront } from '../interruptions.ts';
import { payOnChain, shortShare } from './payOnChain.ts';
import { otherAsset } from './pointEnd.ts';
import { assetInTurn, fixedPlans, opened, payable } from './records.ts';
import { served } from './served.ts';
import {
  type Follower,
  follow,
  inAnotherTab,
  lackOf,
  oncePerRun,
  type TourEnd,
  type TourParts,
  towardsPayment,
  untilOffered,
  visiting,
} from './tour.ts';
import { untilAnnounced } from './widgetTour.ts';

/** How a checkout is paid while its widget is open; on the chain only through a test control API. */
export const widgetPayings = [
  'from the balance',
  'on the chain',
  'too little on the chain',
  'in another asset',
] as const;

/** One of `widgetPayings` that needs a test control API. */
export type ChainPaying = Exclude<(typeof widgetPayings)[number], 'from the balance'>;

/** Pays the checkout of a widget on the chain. */
async function pay(
  parts: TourParts,
  following: Follower,
  { paying, asset, other }: { paying: ChainPaying; asset: string; other: string | undefined },
): Promise<void> {
  const share = paying === 'too little on the chain' ? { share: shortShare(parts.worker, 0) } : {};
  const transfer = paying === 'in another asset' ? { asset: other ?? asset, isOther: true } : { asset };
  await payOnChain(parts, following, { ...transfer, ...share });
}

/** Returns the assets to pay: for a payment in another one, those whose address can receive another, if there are any. */
function assetsFor(paying: ChainPaying, widget: Widget): readonly string[] {
  const shared = payable(widget).filter((asset) => otherAsset({ widget, asset }) !== undefined);
  return paying === 'in another asset' && shared.length > 0 ? shared : widget.assets;
}

/** Opens the widget of a checkout on its domain in two tabs of a browser, chooses in the first one, and follows both while it is paid on the chain. */
export const paidWidgetTour = (parts: TourParts, place: WidgetPlace, paying: ChainPaying): Promise<TourEnd> =>
  oncePerRun(parts, `widget paid ${paying}`, async () => {
    const { widget, plan } = await fixedPlans(parts);
    const { created, id: opens } = opened(parts, await parts.api.control(plan, `a checkout paid ${paying}`));
    const assets = assetsFor(paying, widget);
    const asset = assetInTurn(parts, { ...widget, assets }, `asset of a widget paid ${paying}`);
    const following = follow(parts, widget.id, created);
    const address = await served(parts, shopPage(place.host, opens), place.domain);
    const opening = { way: 'widget', created, opens, address, domain: place.domain, approved: true } as const;
    let tab = '';
    const page = await visiting(parts, opening, async (visit) => {
      await visit.look('opened');
      tab = await inAnotherTab(parts, { visit, opening }, async (other) => {
        await other.look('opened');
        await untilOffered(parts, other, { step: 'opened' });
        await following.read();
        // Who chooses in one tab has the other one behind it.
        await setInFront(other.page, false);
        const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
        if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
        await following.read();
        await setInFront(other.page, true);
        for (const one of [visit, other]) await untilAnnounced(one, parts, following);
        await pay(parts, following, { paying, asset, other: otherAsset({ widget, asset }) });
        for (const one of [visit, other]) await untilAnnounced(one, parts, following);
        await visit.look('settled');
      });
    });
    return { pages: { page, tab }, reads: following.reads };
  });
