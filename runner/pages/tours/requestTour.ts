import { requestBody } from '../../../generators/payloads/acquiringRequest.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { create } from '../../../traffic/transport/requestPlan.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
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
}

/** Opens the page and the widget with the id of a request in an asset that was made through the API (REQ-09). */
export const requestTour = (parts: TourParts, asset: string): Promise<TourEnd> =>
  oncePerRun(parts, `request in ${asset}`, async () => {
    const { widget, plan } = await fixedPlans(parts);
    const checkout = opened(parts, await parts.api.control(plan));
    await checkAddress(parts, checkout);
    const { own, other = own } = projectPrices(widget, parts.log);
    const price = pricesIn(widget.options.json).find((one) => one.asset === asset && one.isOwn) ?? other;
    const { created, id } = opened(parts, await parts.api.control(create.request(widget.id, requestBody(price))));
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
