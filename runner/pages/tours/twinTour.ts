import { checkoutBody, expiry } from '../../../generators/payloads/checkout.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { targetNow } from '../../worker/targetNow.ts';
import { placings, shopPage } from '../inPage.ts';
import { outage } from '../interruptions.ts';
import type { Visit } from '../visit.ts';
import { payOnChain } from './payOnChain.ts';
import { minutesOverADay } from './pointCheckout.ts';
import { assetInTurn, fixedPlans, madeByLink, opened } from './records.ts';
import { served } from './served.ts';
import { type Follower, follow, oncePerRun, type TourEnd, type TourParts, untilOffered, visiting } from './tour.ts';

/** The minutes that a checkout lives which is left alone. */
const shortMinutes = 0.5;

/** The checkout of a widget beside the first one, and its reads. */
export interface Twin {
  checkout: string;
  reads: readonly string[];
}

/** The end of a tour with several widgets on one page: the visit, the reads of the first one, and the others, beginning with the second. */
export interface TwinEnd extends TourEnd {
  own: readonly string[];
  others: readonly Twin[];
}

/** A widget that is followed. */
interface Followed {
  id: string;
  following: Follower;
}

/** Places a third widget, of a payment link, so that two checkouts can change alike, one of which lives for days if it may; undefined where the target makes no links. */
async function placeThird(parts: TourParts, visit: Visit, project: string): Promise<Followed | undefined> {
  const { widget, plan } = await fixedPlans(parts);
  const lived = (expiresAt: string) => madeByLink(parts, { project, body: checkoutBody('NO_PRICE', { expiresAt }) });
  const minutes = drawnItem(parts.worker, 'life of the third widget', minutesOverADay);
  const made =
    (await lived(expiry(targetNow(widget.options), minutes))) ??
    (await lived((plan.body as CheckoutBody).expiresAt ?? ''));
  if (!made) return undefined;
  const following = follow(parts, project, made.created);
  const least = choicesIn(visit.nodes).length + 1;
  await visit.page.evaluate(placings['placed late'](made.id));
  await visit.look('third placed');
  await untilOffered(parts, visit, { step: 'third placed', least });
  await following.read();
  return { id: made.id, following };
}

/** Chooses an asset for the other widgets elsewhere, through the test control API, one directly after another, and then pays the first of them. */
async function payElsewhere(
  parts: TourParts,
  visit: Visit,
  { asset, others }: { asset: string; others: readonly [Followed, ...Followed[]] },
): Promise<void> {
  const { control, api, worker } = parts;
  if (!control.declared) return;
  for (const { id } of others) await control.chooseAgain(id, { asset });
  const isTold = () => others.every(({ id }) => told(visit, id, 1));
  await api.until(async () => undefined, isTold, worker.target.deadlines.finalMs);
  for (const { following } of others) await following.read();
  await payOnChain(parts, others[0].following, { asset });
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
 * Opens a page with the widgets of several checkouts. Nobody touches the first one, which expires; the others are placed when the page is loaded, and chosen
 * elsewhere, one directly after another, when nothing was answered for a while. The second one is paid. Empty if the target refuses so short a life.
 */
export const twinTour = (parts: TourParts): Promise<TwinEnd> =>
  oncePerRun(parts, 'two widgets', async () => {
    const none = { pages: {}, reads: [], own: [], others: [] };
    const { worker, api } = parts;
    const place = worker.target.widget;
    if (!place) return none;
    const { widget, inCrypto, plan } = await fixedPlans(parts);
    const second = opened(parts, await api.control(inCrypto ?? plan, `the second of two widgets of ${widget.id}`));
    const body = checkoutBody('NO_PRICE', { expiresAt: expiry(targetNow(widget.options), shortMinutes) });
    const made = await api.control(create.checkout(widget.id, body), `a checkout that is left alone in ${widget.id}`);
    if (made.class === 'refused') return none;
    const first = opened(parts, made);
    const following = follow(parts, widget.id, first.created);
    const others: [Followed, ...Followed[]] = [{ id: second.id, following: follow(parts, widget.id, second.created) }];
    const address = await served(parts, shopPage(place.host, first.id), place.domain);
    const opening = { way: 'widget', created: first.created, opens: first.id, address, domain: place.domain } as const;
    const page = await visiting(parts, { ...opening, approved: true }, async (visit) => {
      await visit.look('opened');
      await untilOffered(parts, visit, { step: 'opened' });
      await following.read();
      await placeLate(parts, visit, second.id);
      await others[0].following.read();
      const third = await placeThird(parts, visit, widget.id);
      if (third) others.push(third);
      await outage(visit.page);
      await payElsewhere(parts, visit, { asset: assetInTurn(parts, widget, 'asset of a widget'), others });
      await following.until(['EXPIRED'], shortMinutes * 60_000 + worker.target.deadlines.finalMs);
      await api.until(
        async () => undefined,
        () => told(visit, first.id, 1),
        worker.target.deadlines.finalMs,
      );
      await visit.look('expired');
    });
    const own = following.reads;
    const twins = others.map((one) => ({ checkout: one.id, reads: one.following.reads }));
    return { pages: { page }, reads: [...own, ...twins.flatMap(({ reads }) => reads)], own, others: twins };
  });
