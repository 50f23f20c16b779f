import { bareRequest, requestBody } from '../../../generators/payloads/acquiringRequest.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { isExactNumber } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { codesOn } from '../codes.ts';
import { shopPage } from '../inPage.ts';
import type { Visit } from '../visit.ts';
import { checkAddress, fixedPlans, opened } from './records.ts';
import { served } from './served.ts';
import { oncePerRun, type TourEnd, type TourParts, visiting } from './tour.ts';

/** Returns the address of a checkout's page with the id of another record in place of its own; undefined if the address has no id. */
function addressFor(address: string, checkout: string, other: string): string | undefined {
  const bare = (id: string) => id.replace(/^[A-Z]+-/, '');
  const replaced = address.replaceAll(checkout, other);
  const short = address.replaceAll(bare(checkout), bare(other));
  return replaced !== address ? replaced : short !== address ? short : undefined;
}

/** Looks at what shows a checkout, which the visit has opened, and then at the same with the id of a request. */
async function lookAtBoth(visit: Visit, address: string): Promise<void> {
  await visit.look('of its checkout');
  await visit.go(address);
  await visit.look('opened');
  const codes = await codesOn(visit);
  if (codes.length > 0) await visit.look('opened, with codes', { codes });
}

/** What a request of a tour is: with a price or without, and paid or not. The seed draws it, and a run that tries several assets tries each. */
function kindOf({ worker }: TourParts, nth: number) {
  const first = drawnNumber(worker, 'kind of a request on a page');
  return { hasPrice: (first + nth) % 2 === 0, isPaid: Math.floor((first + nth) / 2) % 2 === 1 };
}

/** Creates the request of a tour, and has it paid where it is to be. */
async function requestFor(parts: TourParts, widget: Widget, asset: string): Promise<Exchange> {
  const { own, other = own } = projectPrices(widget, parts.log);
  const price = pricesIn(widget.options.json).find((one) => one.asset === asset && one.isOwn) ?? other;
  const { hasPrice, isPaid } = kindOf(parts, widget.assets.indexOf(asset));
  const body = hasPrice ? requestBody(price) : bareRequest(asset);
  const pays = isPaid && parts.control.declared;
  const plan = create.request(widget.id, body);
  if (!pays) return parts.api.control(plan);
  // What is paid is no longer what other requirements expect of theirs.
  const made = await parts.api.control(plan, `a request in ${asset} that is paid`);
  const [address, due] = [textField(made.json, 'address'), field(made.json, hasPrice ? 'payAmount' : 'minLimit')];
  if (address !== undefined && isExactNumber(due))
    await parts.control.tryPay({ asset, address, amount: due.toString() });
  return made;
}

/** Opens the page and the widget with the id of a request in an asset that was made through the API (REQ-09). */
export const requestTour = (parts: TourParts, asset: string): Promise<TourEnd> =>
  oncePerRun(parts, `request in ${asset}`, async () => {
    const { widget, plan } = await fixedPlans(parts);
    const checkout = opened(parts, await parts.api.control(plan));
    await checkAddress(parts, checkout);
    const { created, id } = opened(parts, await requestFor(parts, widget, asset));
    const address = addressFor(checkout.address, checkout.id, id);
    const pages: Record<string, string> = {};
    if (address !== undefined)
      pages['page'] = await visiting(parts, { way: 'hosted', created, opens: id, address: checkout.address }, (visit) =>
        lookAtBoth(visit, address),
      );
    const embedding = parts.worker.target.widget;
    if (embedding) {
      const at = (one: string) => served(parts, shopPage(embedding.host, one), embedding.domain);
      const [ofCheckout, ofRequest] = [await at(checkout.id), await at(id)];
      pages['widget'] = await visiting(
        parts,
        { way: 'widget', created, opens: id, address: ofCheckout, domain: embedding.domain, approved: true },
        (visit) => lookAtBoth(visit, ofRequest),
      );
    }
    return { pages, reads: [] };
  });
