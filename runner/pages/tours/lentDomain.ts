import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { addressesIn } from '../../../oracles/pages/view/shownAddress.ts';
import type { ViewNode } from '../../../oracles/pages/view/viewNodes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { WidgetPlace } from '../../../traffic/target/file/targetFile.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { lentDomain } from '../../browser/openBrowsers.ts';
import { shopPage } from '../inPage.ts';
import { opened } from './records.ts';
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
  const { control, projects, readBacks, worker } = parts;
  const last = (await projects.all()).slice(2).at(-1);
  const isFull = worker.run.selection.profile === 'full';
  const isOther = isFull || drawnNumber(worker, 'project of a linked domain') % 2 === 0;
  if (!last || !isOther || !readBacks.has('checkout')) return first;
  const link = await control.tryPaymentLink(last.id, { ...checkoutBody('NO_PRICE') });
  if (!link) return first;
  const { created, id: opens } = opened(
    parts,
    await readBacks.read('checkout', { project: last.id, id: link.checkout }),
  );
  return { ...first, project: last.id, created, opens };
}

/**
 * Links a domain through the test control API, opens a widget on it, takes the domain away again and reloads the page until it shows nothing, for as long as a
 * service may know its domains by heart. Undefined where the control API does not offer that.
 */
export async function onLentDomain(parts: TourParts, embedded: Lent): Promise<string | undefined> {
  const { api, control, worker } = parts;
  if (!control.declared) return undefined;
  const { project, created, opens, place } = await lentTo(parts, embedded);
  const name = lentDomain(place);
  if (!(await control.tryDomain(project, { name, state: 'SUCCESS', linked: true }))) return undefined;
  const address = await served(parts, shopPage(place.host, opens), name);
  const first = drawnNumber(worker, 'end of a linked domain') % afterwards.length;
  const tried = worker.run.selection.profile === 'full' ? afterwards : afterwards.slice(first, first + 1);
  let isShown = false;
  const page = await visiting(
    parts,
    { way: 'widget', created, opens, address, domain: name, approved: false },
    async (visit) => {
      isShown = isFilled(await visit.look('opened'));
      const again = async () => {
        await visit.go(address);
        isShown = isFilled(await visit.look('linked'));
      };
      if (!isShown) await api.until(again, () => isShown, worker.target.deadlines.visibleMs);
      for (const { step, state } of tried) {
        await control.tryDomain(project, { name, state, linked: false });
        if (!isShown) continue;
        const reload = async () => {
          await visit.go(address);
          await visit.look(step);
        };
        await api.until(reload, () => !isFilled(visit.nodes), worker.target.deadlines.visibleMs);
      }
    },
  );
  return page;
}
