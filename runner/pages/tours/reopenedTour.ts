import { stringify } from 'lossless-json';
import { checkoutBody, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import type { LinkArgs } from '../../../oracles/pages/links.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { drawnWord } from '../../../traffic/journal/ownIds.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { checkAddress, fixedPlans, opened } from './records.ts';
import { oncePerRun, type TourEnd, type TourParts, visiting } from './tour.ts';

/** Opens the page of a checkout again, when others were created after it and it may be over. */
export const reopenedTour = (parts: TourParts, created: string): Promise<TourEnd> =>
  oncePerRun(parts, `of ${created} again`, async () => {
    const made = opened(parts, parts.worker.record.exchange(created));
    await checkAddress(parts, made);
    const { id: opens, address } = made;
    const opening = { way: 'hosted', created: made.created, opens, address } as const;
    const page = await visiting(parts, opening, async (visit) => void (await visit.look('opened')));
    return { pages: { page }, reads: [] };
  });

/** The end of a tour on payment links whose clientOrderId an earlier checkout has, too. */
export interface LinksEnd extends TourEnd {
  made: readonly LinkArgs[];
}

/** A payment link to make: its project, and the body of its checkout. */
interface Link {
  project: string;
  body: CheckoutBody;
}

/** Returns links that differ from an earlier checkout in their amount, their type and their project, one after another. */
function linksLike(
  { log }: TourParts,
  [first, ...others]: readonly [Widget, ...Widget[]],
  plain: CheckoutBody,
): Link[] {
  const { otherOfAll, ownOfAll } = projectPrices(first, log);
  const { expiresAt = '' } = plain;
  const price = otherOfAll ?? ownOfAll;
  const amounts = [price.minLimit?.times('17.31'), price.minLimit?.times('23.47')].flatMap(
    (one) => one?.toDecimalPlaces(2) ?? [],
  );
  const [other = first] = others;
  const bodies = [
    ...amounts.map((amount) => ({ project: first.id, body: fixedCheckout(price, expiresAt, amount) })),
    { project: first.id, body: checkoutBody('NO_PRICE', { expiresAt }) },
    { project: other.id, body: checkoutBody('NO_PRICE', { expiresAt }) },
  ];
  return bodies.map(({ project, body }, nth) => ({
    project,
    body: { ...body, name: `${drawnWord(`a link, ${nth}`)} ${drawnWord(`of links, ${nth}`)}` },
  }));
}

/**
 * Makes payment links with the clientOrderId of an earlier checkout, which the text allows, and opens their pages; the last one in a second browser too. What
 * the target refuses is left out.
 */
export const linksTour = (parts: TourParts): Promise<LinksEnd> =>
  oncePerRun(parts, 'links with one id', async () => {
    const { control, readBacks, api, projects } = parts;
    if (!control.declared || !readBacks.has('checkout')) return { pages: {}, reads: [], made: [] };
    const { plan } = await fixedPlans(parts);
    const earlier = await api.control(plan);
    const clientOrderId = textField(earlier.json, 'clientOrderId') ?? '';
    const made: (LinkArgs & { url: string })[] = [];
    for (const { project, body } of linksLike(parts, await projects.all(), plan.body as CheckoutBody)) {
      const wanted = JSON.parse(stringify({ ...body, clientOrderId }) ?? '{}') as LinkArgs['wanted'];
      const link = await control.tryPaymentLink(project, wanted);
      if (!link) continue;
      const { id: read } = await readBacks.read('checkout', { project, id: link.checkout });
      made.push({ read, project, wanted, url: link.url });
    }
    const pages: Record<string, string> = {};
    for (const [nth, { read, url }] of [...made, ...made.slice(-1)].entries()) {
      const { created, id: opens } = opened(parts, parts.worker.record.exchange(read));
      await checkAddress(parts, { created, address: url });
      const opening = { way: 'hosted', created, opens, address: url } as const;
      pages[`link ${nth}`] = await visiting(parts, opening, async (visit) => void (await visit.look('opened')));
    }
    const reads = made.map(({ read }) => read);
    return { pages, reads, made: made.map(({ url: _, ...one }) => one), beside: [earlier.id] };
  });
