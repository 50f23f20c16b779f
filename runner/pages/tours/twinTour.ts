import { checkoutBody, expiry } from '../../../generators/payloads/checkout.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { targetNow } from '../../worker/targetNow.ts';
import { placings, shopPage } from '../inPage.ts';
import { outage } from '../interruptions.ts';
import type { Visit } from '../visit.ts';
import { payOnChain } from './payOnChain.ts';
import { assetInTurn, fixedPlans, opened } from './records.ts';
import { served } from './served.ts';
import { type Follower, follow, oncePerRun, type TourEnd, type TourParts, untilOffered, visiting } from './tour.ts';

/** The minutes that a checkout lives which is left alone. */
const shortMinutes = 0.5;

/** The end of a tour with two widgets on one page: the visit of the first one and its reads, and the second one's checkout and reads. */
export interface TwinEnd extends TourEnd {
  own: readonly string[];
  other: string;
  others: readonly string[];
}

/** Chooses and pays a checkout elsewhere, through the test control API. */
async function payElsewhere(
  parts: TourParts,
  { id, asset, following }: { id: string; asset: string; following: Follower },
): Promise<void> {
  const { control } = parts;
  if (!control.declared) return;
  await control.chooseAgain(id, { asset });
  await following.read();
  await payOnChain(parts, following, { asset });
}

/** Places a widget on a page that is loaded, places others for the same checkout in its place and moves them, until each shows it beside the other widget. */
async function placeLate(parts: TourParts, visit: Visit, id: string): Promise<void> {
  const least = choicesIn(visit.nodes).length + 1;
  for (const [step, script] of Object.entries(placings)) {
    await visit.page.evaluate(script(id));
    await visit.look(step);
    await untilOffered(parts, visit, { step, least });
  }
}

const told = (visit: Visit, id: string, count: number) =>
  visit.events.filter(({ name, at }) => name === 'statusChanged' && at === id).length >= count;

/**
 * Opens a page with the widgets of two checkouts. Nobody touches the first one, which expires; the second one is placed when the page is loaded, and chosen and paid elsewhere when
 * nothing was answered for a while. Undefined if the
 * target refuses so short a life.
 */
export const twinTour = (parts: TourParts): Promise<TwinEnd> =>
  oncePerRun(parts, 'two widgets', async () => {
    const none = { pages: {}, reads: [], own: [], other: '', others: [] };
    const { worker, api } = parts;
    const place = worker.target.widget;
    if (!place) return none;
    const { widget, inCrypto, plan } = await fixedPlans(parts);
    const second = opened(parts, await api.control(inCrypto ?? plan, `the second of two widgets of ${widget.id}`));
    const body = checkoutBody('NO_PRICE', { expiresAt: expiry(targetNow(widget.options), shortMinutes) });
    const made = await api.control(create.checkout(widget.id, body), `a checkout that is left alone in ${widget.id}`);
    if (made.class === 'refused') return none;
    const first = opened(parts, made);
    const [following, others] = [follow(parts, widget.id, first.created), follow(parts, widget.id, second.created)];
    const address = await served(parts, shopPage(place.host, first.id), place.domain);
    const opening = { way: 'widget', created: first.created, opens: first.id, address, domain: place.domain } as const;
    const page = await visiting(parts, { ...opening, approved: true }, async (visit) => {
      await visit.look('opened');
      await untilOffered(parts, visit, { step: 'opened' });
      await following.read();
      await placeLate(parts, visit, second.id);
      await others.read();
      await outage(visit.page);
      await payElsewhere(parts, {
        id: second.id,
        asset: assetInTurn(parts, widget, 'asset of a widget'),
        following: others,
      });
      await following.until(['EXPIRED'], shortMinutes * 60_000 + worker.target.deadlines.finalMs);
      await api.until(
        async () => undefined,
        () => told(visit, first.id, 1),
        worker.target.deadlines.finalMs,
      );
      await visit.look('expired');
    });
    const [own, both] = [following.reads, others.reads];
    return { pages: { page }, reads: [...own, ...both], own, other: second.id, others: both };
  });
