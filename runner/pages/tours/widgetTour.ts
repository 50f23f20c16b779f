import { hasChanged } from '../../../oracles/pages/ending.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { addressesIn } from '../../../oracles/pages/view/shownAddress.ts';
import { textOf } from '../../../oracles/pages/view/viewNodes.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { nextDeed } from '../deeds.ts';
import { doDeed } from '../doDeed.ts';
import { forge } from '../forge.ts';
import { shopPage } from '../inPage.ts';
import { loadNarrow, measure, measureLater } from '../measure.ts';
import type { Visit } from '../visit.ts';
import { fundsFor, settleFromBalance } from './balance.ts';
import { inFrames, linkElsewhere, onForeignDomains, onForeignLater } from './foreignPlaces.ts';
import { onLentDomains, onNeighbours } from './lentDomain.ts';
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
  untilOffered,
  visiting,
} from './tour.ts';

/** Pays the request of a checkout: from the sandbox balance, else through the test control API. Returns the read of the balances before. */
async function settle(parts: TourParts, visit: Visit, paying: { asset: string; following: Follower }): Promise<string> {
  const { read } = await fundsFor(parts, paying.asset);
  if (await settleFromBalance(parts, visit, paying)) return read;
  if (await payOnChain(parts, paying.following, { asset: paying.asset })) await visit.look('over');
  return read;
}

/** Waits until the events of the last status may have come. */
export async function untilAnnounced(visit: Visit, { worker, api }: TourParts, following: Follower): Promise<void> {
  if (!hasChanged(worker.record, following.reads)) return;
  const last = following.reads.at(-1);
  const status = last === undefined ? undefined : textField(worker.record.exchange(last).json, 'status');
  const isTold = () =>
    visit.events.some(
      ({ name, ours, value }) => name === 'statusChanged' && ours !== true && value.includes(`"${status}"`),
    );
  if (status !== undefined) await api.until(async () => undefined, isTold, worker.target.deadlines.finalMs);
}

/** Opens the widget again, whose checkout is no longer new. It may ask first whether its end user goes on. */
async function reopen(
  { api, worker }: TourParts,
  visit: Visit,
  { address, asset }: { address: string; asset: string },
): Promise<void> {
  await visit.go(address);
  const isDrawn = () => visit.nodes.some((node) => textOf(node).trim() !== '');
  await api.until(() => visit.look('reopened'), isDrawn, worker.target.deadlines.visibleMs);
  if (addressesIn(visit.nodes).length + choicesIn(visit.nodes).length > 0) return;
  const locators = worker.target.page ?? {};
  const deed = nextDeed({ nodes: visit.nodes, wish: { asset }, done: new Set(), locators });
  if (!deed?.key.startsWith('go ') || !(await doDeed(visit, deed, { asset, locators }))) return;
  await visit.look('reopened');
}

/** Forges the end with success into a widget, and then one without. */
async function forgeEnds({ worker }: TourParts, visit: Visit, checkout: string): Promise<void> {
  await visit.look('before forging');
  for (const status of ['SUCCESS', drawnItem(worker, 'forged end', ['CONFLICT', 'EXPIRED'])]) {
    const tried = await forge(visit.page, { checkout, heard: visit.events, status });
    visit.forged.push(...tried.map((one) => `${status} in ${one}`));
    await visit.look(`after forging ${status}`);
  }
}

/** The end of a tour of the widget. */
export interface WidgetEnd extends TourEnd {
  /** The reads until a status was forged. */
  before: readonly string[];
}

/** Returns where the widget comes from; stops the test if the target file does not say it. */
export function placeOf({ worker, log }: TourParts): WidgetPlace {
  const wanted = 'the host of the widget and an approved, linked domain';
  const hint = 'the target file names none under widget';
  return worker.target.widget ?? log.stop({ code: 'missing', wanted, hint, exchanges: [] });
}

/** Opens the widget of a checkout on its domain and on others, follows it until it is paid, and tries to forge its status. Stops the test without a domain. */
export async function widgetTour(parts: TourParts): Promise<WidgetEnd> {
  const place = placeOf(parts);
  return oncePerRun(parts, 'widget', async () => {
    const { widget, plan, inCrypto } = await fixedPlans(parts);
    const made = inCrypto
      ? await parts.api.control(inCrypto, `a checkout in crypto of ${widget.id}`)
      : await parts.api.control(plan);
    const { created, id: opens } = opened(parts, made);
    const embedded = { created, opens, place };
    const asset = assetInTurn(parts, widget, 'asset of a widget');
    const following = follow(parts, widget.id, created);
    await linkElsewhere(parts, place);
    const pages = await onForeignDomains(parts, embedded);
    Object.assign(pages, await onLentDomains(parts, { ...embedded, project: widget.id }));
    const address = await served(parts, shopPage(place.host, opens), place.domain);
    let before: readonly string[] = [];
    let funds: string | undefined;
    pages['page'] = await visiting(
      parts,
      { way: 'widget', created, opens, address, domain: place.domain, approved: true },
      async (visit) => {
        await visit.look('opened');
        await following.read();
        await measure(visit);
        await loadNarrow(visit, address);
        await untilOffered(parts, visit, { step: 'again' });
        const frames = visit.page
          .frames()
          .filter((frame) => frame.parentFrame() !== null && /^https?:/.test(frame.url()));
        Object.assign(
          pages,
          await inFrames(
            parts,
            embedded,
            frames.map((frame) => frame.url()),
          ),
        );
        const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
        if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
        await following.read();
        await untilAnnounced(visit, parts, following);
        await measureLater(visit);
        if (pursuit.isReached) await reopen(parts, visit, { address, asset });
        Object.assign(pages, await onForeignLater(parts, embedded, 'after the choice'));
        await forgeEnds(parts, visit, opens);
        await following.read();
        before = [...following.reads];
        if (pursuit.isReached) funds = await settle(parts, visit, { asset, following });
        await untilAnnounced(visit, parts, following);
        Object.assign(pages, await onForeignLater(parts, embedded, 'after the end'));
      },
    );
    Object.assign(pages, await onNeighbours(parts, { project: widget.id, place }));
    return { pages, reads: following.reads, before, ...(funds !== undefined && { funds }) };
  });
}
