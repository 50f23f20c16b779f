import { requestRead } from '../../../oracles/pages/visits.ts';
import { decimal, isExactNumber, roundTo } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { shopPage } from '../inPage.ts';
import { payOnChain } from './payOnChain.ts';
import { assetInTurn, fixedPlans, opened } from './records.ts';
import { served } from './served.ts';
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

/** How a checkout is paid while its widget is open; on the chain only through a test control API. */
export const widgetPayings = ['from the balance', 'on the chain', 'too little on the chain'] as const;

/** One of `widgetPayings` that needs a test control API. */
export type ChainPaying = Exclude<(typeof widgetPayings)[number], 'from the balance'>;

/** Half of what a checkout asks for. */
function halfOf({ worker }: TourParts, { reads }: Follower): string | undefined {
  const asked = field(requestRead(worker.record, reads), 'payAmount');
  return isExactNumber(asked) ? roundTo(decimal(asked).div(2), 2, 'DOWN').toFixed() : undefined;
}

/** Opens the widget of a checkout on its domain, chooses, and follows it while it is paid on the chain. */
export const paidWidgetTour = (parts: TourParts, place: WidgetPlace, paying: ChainPaying): Promise<TourEnd> =>
  oncePerRun(parts, `widget paid ${paying}`, async () => {
    const { widget, plan } = await fixedPlans(parts);
    const { created, id: opens } = opened(parts, await parts.api.control(plan, `a checkout paid ${paying}`));
    const asset = assetInTurn(parts, widget, `asset of a widget paid ${paying}`);
    const following = follow(parts, widget.id, created);
    const address = await served(parts, shopPage(place.host, opens), place.domain);
    const opening = { way: 'widget', created, opens, address, domain: place.domain, approved: true } as const;
    const page = await visiting(parts, opening, async (visit) => {
      await visit.look('opened');
      await following.read();
      const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
      if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
      await following.read();
      await untilAnnounced(visit, parts, following);
      const amount = paying === 'on the chain' ? undefined : halfOf(parts, following);
      await payOnChain(parts, following, { asset, ...(amount !== undefined && { amount }) });
      await untilAnnounced(visit, parts, following);
      await visit.look('settled');
    });
    return { pages: { page }, reads: following.reads };
  });
