import { hasChanged } from '../../../oracles/pages/ending.ts';
import { textOf } from '../../../oracles/pages/view/viewNodes.ts';
import { hasOtherLayout, isDesktopWidth } from '../../../oracles/pages/widget.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { foreignDomains } from '../../browser/openBrowsers.ts';
import { forge } from '../forge.ts';
import { framePage, shopPage } from '../inPage.ts';
import { screens, type Visit } from '../visit.ts';
import { awaitBox, type Box } from '../widgetBox.ts';
import { settleFromBalance } from './balance.ts';
import { onLentDomain } from './lentDomain.ts';
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

/** A checkout whose widget is opened in several places. */
interface Embedded {
  created: Exchange;
  opens: string;
  place: WidgetPlace;
}

const look = async (visit: Visit) => void (await visit.look('opened'));

/** Has one of the foreign domains approved and linked to another project, where a test control API offers that; it stays foreign to the first project. */
async function linkElsewhere({ projects, control }: TourParts, place: WidgetPlace): Promise<void> {
  const other = (await projects.all())[1];
  const name = foreignDomains(place)[2];
  if (other && name !== undefined && control.declared)
    await control.tryDomain(other.id, { name, state: 'SUCCESS', linked: true });
}

/** How many pages are open at once on which nothing may come: they are waited for longest, but more would keep the browser busy. */
const atOnce = 2;

/** Makes visits, some at once, and returns their ids by name. */
async function together(
  visits: readonly (readonly [string, () => Promise<string>])[],
): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (let from = 0; from < visits.length; from += atOnce)
    await Promise.all(
      visits.slice(from, from + atOnce).map(async ([name, make]) => {
        pages[name] = await make();
      }),
    );
  return pages;
}

/** Opens the widget on domains that nobody approved. */
async function onForeignDomains(
  parts: TourParts,
  { created, opens, place }: Embedded,
): Promise<Record<string, string>> {
  const visits = foreignDomains(place).map((domain, nth) => {
    const make = async () => {
      const address = await served(parts, shopPage(place.host, opens), domain);
      return visiting(parts, { way: 'widget', created, opens, address, domain, approved: false }, look);
    };
    return [`foreign ${nth + 1}`, make] as const;
  });
  return together(visits);
}

/** Opens the widget in a frame of a foreign domain on the approved one, and the frames that the widget itself has on a foreign one. */
async function inFrames(
  parts: TourParts,
  { created, opens, place }: Embedded,
  frames: readonly string[],
): Promise<Record<string, string>> {
  const [domain = ''] = foreignDomains(place);
  const inner = await served(parts, shopPage(place.host, opens), domain);
  const outer = await served(parts, framePage(inner), place.domain);
  const opening = { way: 'framed', created, opens, domain, approved: false } as const;
  const framed = frames.slice(0, 2).map((frame) => served(parts, framePage(frame), domain));
  const visits = [outer, ...(await Promise.all(framed))].map(
    (address, nth) => [`framed ${nth + 1}`, () => visiting(parts, { ...opening, address }, look)] as const,
  );
  return together(visits);
}

/** The widths of a column around the widget, in CSS pixels: narrower than a screen with the mobile layout, and nearly as narrow as the widget. */
const columns = [600, 440] as const;

/** Looks at the widget in columns of a wide screen, since the screen decides on its layout. */
async function measureInColumns(visit: Visit): Promise<void> {
  for (const [nth, column] of columns.entries()) {
    await visit.page.evaluate(`document.querySelector('#column').style.width = '${column}px'`);
    // Some widgets look at their place only when the window changes.
    await visit.page.setViewportSize({ ...screens.desktop, width: screens.desktop.width - 1 - nth });
    await awaitBox(visit.page, ({ width }) => isDesktopWidth(width), visit.mostMs);
    await visit.look(`in a column of ${column} px`);
  }
  await visit.page.evaluate(`document.querySelector('#column').style.width = ''`);
}

/** Looks at the widget on each screen, when its layout has followed the window or was given the time for that. */
async function measure(visit: Visit): Promise<void> {
  let above: Box | undefined;
  for (const size of Object.values(screens)) {
    await visit.page.setViewportSize(size);
    const isMobile = size.width <= screens.mobile.width;
    const fits = (box: Box) => (isMobile ? hasOtherLayout(above, box) : isDesktopWidth(box.width));
    const box = await awaitBox(visit.page, fits, visit.mostMs);
    if (!isMobile) above = box;
    await visit.look(`at ${size.width} px`);
  }
  await measureInColumns(visit);
  await visit.page.setViewportSize(screens.desktop);
  await visit.look('again');
}

/** Pays the request of a checkout: from the sandbox balance, else through the test control API. */
async function settle(parts: TourParts, visit: Visit, paying: { asset: string; following: Follower }): Promise<void> {
  if (await settleFromBalance(parts, visit, paying)) return;
  if (await payOnChain(parts, paying.following, { asset: paying.asset })) await visit.look('settled');
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

/** Opens the widget again, whose checkout is no longer new. */
async function reopen({ api, worker }: TourParts, visit: Visit, address: string): Promise<void> {
  await visit.go(address);
  const isDrawn = () => visit.nodes.some((node) => textOf(node).trim() !== '');
  await api.until(() => visit.look('reopened'), isDrawn, worker.target.deadlines.visibleMs);
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
    const lent = await onLentDomain(parts, { ...embedded, project: widget.id });
    if (lent !== undefined) pages['lent'] = lent;
    const address = await served(parts, shopPage(place.host, opens), place.domain);
    let before: readonly string[] = [];
    pages['page'] = await visiting(
      parts,
      { way: 'widget', created, opens, address, domain: place.domain, approved: true },
      async (visit) => {
        await visit.look('opened');
        await following.read();
        await measure(visit);
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
        if (pursuit.isReached) await reopen(parts, visit, address);
        await visit.look('before forging');
        visit.forged.push(...(await forge(visit.page, { checkout: opens, heard: visit.events })));
        await visit.look('after forging');
        await following.read();
        before = [...following.reads];
        if (pursuit.isReached) await settle(parts, visit, { asset, following });
        await untilAnnounced(visit, parts, following);
      },
    );
    return { pages, reads: following.reads, before };
  });
}
