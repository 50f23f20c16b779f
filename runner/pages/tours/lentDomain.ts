import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { addressesIn } from '../../../oracles/pages/view/shownAddress.ts';
import type { ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { lentDomains } from '../../browser/openBrowsers.ts';
import { shopPage } from '../inPage.ts';
import type { Visit } from '../visit.ts';
import { visitOn } from './foreignPlaces.ts';
import { madeByLink } from './records.ts';
import { served } from './served.ts';
import { type TourParts, visiting } from './tour.ts';

/** What becomes of a domain that was linked. Nights take turns; a full run tries all. */
const afterwards = [
  { step: 'no longer linked', state: 'SUCCESS' },
  { step: 'no longer approved', state: 'REJECTED' },
] as const;

const isFilled = (nodes: readonly ViewNode[]) => choicesIn(nodes).length > 0 || addressesIn(nodes).length > 0;

/** A checkout whose widget is opened on a domain that is linked for a moment. */
interface Lent {
  project: string;
  created: Exchange;
  opens: string;
  place: WidgetPlace;
}

/**
 * Returns the checkout whose widget is opened, and its project: that of the approved domain, or in a full run and on every other night the last one, which may have no other domain. Its
 * checkout comes from a payment link, which costs no POST.
 */
async function lentTo(parts: TourParts, first: Lent): Promise<Lent> {
  const { projects, worker } = parts;
  const last = (await projects.all()).slice(2).at(-1);
  const isFull = worker.run.selection.profile === 'full';
  const isOther = isFull || drawnNumber(worker, 'project of a linked domain') % 2 === 0;
  if (!last || !isOther) return first;
  const made = await madeByLink(parts, { project: last.id, body: checkoutBody('NO_PRICE') });
  return made ? { ...first, project: last.id, created: made.created, opens: made.id } : first;
}

/** Opens the widget on a domain that is linked, until it shows its checkout or a service has had the time to learn of the link; then something more is done. */
async function onLinked(
  parts: TourParts,
  { created, opens, place, domain }: Omit<Lent, 'project'> & { domain: string },
  walk: (visit: Visit, at: { address: string; isShown: boolean }) => Promise<void> = async () => undefined,
): Promise<string> {
  const address = await served(parts, shopPage(place.host, opens), domain);
  const opening = { way: 'widget', created, opens, address, domain, approved: false } as const;
  return visiting(parts, opening, async (visit) => {
    let isShown = isFilled(await visit.look('opened'));
    const again = async () => {
      await visit.go(address);
      isShown = isFilled(await visit.look('linked'));
    };
    if (!isShown) await parts.api.until(again, () => isShown, parts.worker.target.deadlines.visibleMs);
    await walk(visit, { address, isShown });
  });
}

/** Takes the link of a domain away, in one way after the other, and reloads its page until it shows nothing, for as long as a service may know its domains by heart. */
async function unlink(
  { api, control, worker }: TourParts,
  visit: Visit,
  { project, name, address, isShown }: { project: string; name: string; address: string; isShown: boolean },
): Promise<void> {
  const first = drawnNumber(worker, 'end of a linked domain') % afterwards.length;
  const tried = worker.run.selection.profile === 'full' ? afterwards : afterwards.slice(first, first + 1);
  for (const { step, state } of tried) {
    await control.tryDomain(project, { name, state, linked: false });
    if (!isShown) continue;
    const reload = async () => {
      await visit.go(address);
      await visit.look(step);
    };
    await api.until(reload, () => !isFilled(visit.nodes), worker.target.deadlines.visibleMs);
  }
}

/**
 * Opens the widget of the last project, which has no linked domain, on one that is linked to the first project alone, and takes that away again. Comes last, since
 * what was linked and no longer is may matter to a careless service.
 */
export async function onNeighbours(parts: TourParts, { project, place }: Pick<Lent, 'project' | 'place'>) {
  const { control, projects } = parts;
  const last = (await projects.all()).slice(2).at(-1);
  const made = last && (await madeByLink(parts, { project: last.id, body: checkoutBody('NO_PRICE') }));
  if (!made) return {};
  const [domain] = lentDomains(place);
  const link = (linked: boolean) => control.tryDomain(project, { name: domain, state: 'SUCCESS', linked });
  if (!(await link(true))) return {};
  const embedded = { created: made.created, opens: made.id, place };
  const page = await visitOn(parts, embedded, { domain, html: shopPage(place.host, made.id) });
  await link(false);
  return { 'foreign once it is linked to the first project alone': page };
}

/**
 * Links domains to a project through the test control API, opens a widget on each, takes the first one away again, and opens the widget on one that is left.
 * Nothing is opened where the control API does not offer that.
 */
export async function onLentDomains(parts: TourParts, embedded: Lent): Promise<Record<string, string>> {
  const { control, worker } = parts;
  if (!control.declared) return {};
  const { project, ...lent } = await lentTo(parts, embedded);
  const [name, ...others] = lentDomains(lent.place);
  const isLinked = (one: string) => control.tryDomain(project, { name: one, state: 'SUCCESS', linked: true });
  if (!(await isLinked(name))) return {};
  const pages: Record<string, string> = {};
  const linked: string[] = [];
  for (const domain of others) if (await isLinked(domain)) linked.push(domain);
  for (const domain of linked) pages[`lent ${domain}`] = await onLinked(parts, { ...lent, domain });
  pages['lent'] = await onLinked(parts, { ...lent, domain: name }, (visit, at) =>
    unlink(parts, visit, { project, name, ...at }),
  );
  const left = linked[drawnNumber(worker, 'domain that stays linked') % Math.max(1, linked.length)];
  if (left !== undefined) pages[`lent ${left}, still`] = await onLinked(parts, { ...lent, domain: left });
  for (const domain of linked) await control.tryDomain(project, { name: domain, state: 'SUCCESS', linked: false });
  return pages;
}
