import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { drawnItem, drawnNumber } from '../../actions/inputs/turns.ts';
import { foreignDomains } from '../../browser/openBrowsers.ts';
import { framePage, hushed, shopPage, told } from '../inPage.ts';
import { screens, type Visit } from '../visit.ts';
import type { VisitOpening } from '../visitOpening.ts';
import { served } from './served.ts';
import { type TourParts, visiting } from './tour.ts';

/** A checkout whose widget is opened in several places. */
export interface Embedded {
  created: Exchange;
  opens: string;
  place: WidgetPlace;
}

type Screen = NonNullable<VisitOpening['screen']>;

type Visits = readonly (readonly [name: string, make: () => Promise<string>])[];

const look = async (visit: Visit) => void (await visit.look('opened'));

/** Has one of the foreign domains approved and linked to another project, where a test control API offers that; it stays foreign to the first project. */
export async function linkElsewhere({ projects, control }: TourParts, place: WidgetPlace): Promise<void> {
  const other = (await projects.all())[1];
  const name = foreignDomains(place)[2];
  if (other && name !== undefined && control.declared)
    await control.tryDomain(other.id, { name, state: 'SUCCESS', linked: true });
}

/** How many pages are open at once on which nothing may come: they are waited for longest, but more would keep the browser busy. */
const atOnce = 2;

/** Makes visits, some at once, and returns their ids by name. */
async function together(visits: Visits): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (let from = 0; from < visits.length; from += atOnce)
    await Promise.all(
      visits.slice(from, from + atOnce).map(async ([name, make]) => {
        pages[name] = await make();
      }),
    );
  return pages;
}

/** Opens the widget on a domain that nobody approved, on a page of ours. */
export async function visitOn(
  parts: TourParts,
  { created, opens }: Embedded,
  {
    domain,
    html,
    screen = screens.desktop,
    tail = '',
  }: { domain: string; html: string; screen?: Screen; tail?: string },
): Promise<string> {
  const address = `${await served(parts, html, domain)}${tail}`;
  return visiting(parts, { way: 'widget', created, opens, address, domain, approved: false, screen }, look);
}

/** Returns one of the foreign domains, which the seed draws for a moment. */
function domainAt({ worker }: TourParts, { place }: Embedded, moment: string): string {
  const [first = '', ...others] = foreignDomains(place);
  return drawnItem(worker, `foreign domain ${moment}`, [first, ...others]);
}

/** Returns what a night tries of some visits: one that the seed draws. A full run tries all. */
function ofNight({ worker }: TourParts, name: string, visits: Visits): Visits {
  const first = drawnNumber(worker, name) % visits.length;
  return worker.run.selection.profile === 'full' ? visits : visits.slice(first, first + 1);
}

/** Opens the widget on domains that nobody approved, also where the page does not tell its service where it is. */
export function onForeignDomains(parts: TourParts, embedded: Embedded): Promise<Record<string, string>> {
  const { created, opens, place } = embedded;
  const html = shopPage(place.host, opens);
  const plain = foreignDomains(place).map(
    (domain, nth) => [`foreign ${nth + 1}`, () => visitOn(parts, embedded, { domain, html })] as const,
  );
  const domain = domainAt(parts, embedded, 'in disguise');
  const tail = `?from=${place.domain}#${place.domain}`;
  const inSandbox = async () => {
    const inner = await served(parts, html, domain);
    const address = await served(parts, framePage(inner, 'allow-scripts'), domain);
    return visiting(parts, { way: 'framed', created, opens, address, domain, approved: false }, look);
  };
  const disguised = ofNight(parts, 'disguise of a foreign domain', [
    ['foreign without a referrer', () => visitOn(parts, embedded, { domain, html: hushed(html) })],
    ['framed in a sandbox', inSandbox],
    [
      'foreign with the approved domain in its address',
      () => visitOn(parts, embedded, { domain, html: told(html), tail }),
    ],
  ]);
  return together([...plain, ...disguised]);
}

/** The moments of a checkout after its opening at which its widget is opened on a foreign domain once more. */
const moments = ['after the choice', 'after the end'] as const;

/** Opens the widget once more on a foreign domain, on some screen, if the night tries it at this moment. */
export async function onForeignLater(
  parts: TourParts,
  embedded: Embedded,
  moment: (typeof moments)[number],
): Promise<Record<string, string>> {
  const both: [Screen, Screen] = [screens.desktop, screens.phone];
  const screen = drawnItem(parts.worker, `screen of a foreign domain ${moment}`, both);
  const visit = { domain: domainAt(parts, embedded, moment), html: shopPage(embedded.place.host, embedded.opens) };
  const all = moments.map((one) => [`foreign ${one}`, () => visitOn(parts, embedded, { ...visit, screen })] as const);
  return together(ofNight(parts, 'moment of a foreign domain', all).filter(([name]) => name === `foreign ${moment}`));
}

/** Opens the widget in a frame of a foreign domain on the approved one, and the frames that the widget itself has on a foreign one. */
export async function inFrames(
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
