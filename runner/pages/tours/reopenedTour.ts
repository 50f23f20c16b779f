import { stringify } from 'lossless-json';
import { checkoutBody, expiry, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import type { LinkArgs } from '../../../oracles/pages/links.ts';
import type { VisitArgs } from '../../../oracles/pages/opening.ts';
import type { OnceArgs } from '../../../oracles/pages/settledOnce.ts';
import { muchLater } from '../../../oracles/pages/toldEnds.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { drawnWord } from '../../../traffic/journal/ownIds.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { targetNow } from '../../worker/targetNow.ts';
import { knownHosts } from '../pageGuard.ts';
import { settleLate } from './balance.ts';
import { payOnChain, shortShare } from './payOnChain.ts';
import { shortMinutes, shortMs } from './pointCheckout.ts';
import { assetInTurn, checkAddress, fixedPlans, madeByLink, opened } from './records.ts';
import { follow, oncePerRun, type TourEnd, type TourParts, visiting } from './tour.ts';

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
  /** What became of a settlement that went out after the expiry of another link's checkout. */
  late?: OnceArgs;
  /** Pages of checkouts that were paid or ended in a conflict, opened when their time had passed too. */
  ended: readonly VisitArgs[];
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

/** Makes payment links with the clientOrderId of an earlier checkout, which the text allows; what the target refuses is left out. */
async function linksMade(parts: TourParts): Promise<(LinkArgs & { url: string })[]> {
  const { control, readBacks, api, projects } = parts;
  const { plan } = await fixedPlans(parts);
  const earlier = await api.control(plan);
  const clientOrderId = textField(earlier.json, 'clientOrderId') ?? '';
  const made: (LinkArgs & { url: string })[] = [];
  for (const { project, body } of linksLike(parts, await projects.all(), plan.body as CheckoutBody)) {
    const wanted = JSON.parse(stringify({ ...body, clientOrderId }) ?? '{}') as LinkArgs['wanted'];
    const link = await control.tryPaymentLink(project, wanted);
    if (!link) continue;
    const { id: read } = await readBacks.read('checkout', { project, id: link.checkout });
    made.push({ read, project, wanted, url: link.url, earlier: earlier.id, checkout: link.checkout });
  }
  return made;
}

/** Checkouts that end before their time: one is paid what is due, and one only a share of it. */
const earlyEnds = ['paid', 'in conflict'] as const;

/** Makes checkouts that expire soon, and ends them before, by payments on the chain. Returns what opens their pages. */
async function endedEarly(parts: TourParts): Promise<(() => Promise<VisitArgs>)[]> {
  const { projects, log } = parts;
  const [widget] = await projects.all();
  const { otherOfAll, ownOfAll } = projectPrices(widget, log);
  const openings: (() => Promise<VisitArgs>)[] = [];
  for (const name of earlyEnds) {
    const body = fixedCheckout(otherOfAll ?? ownOfAll, expiry(targetNow(widget.options), shortMinutes));
    const asset = assetInTurn(parts, widget, `asset of a link that is ${name}`);
    const made = await madeByLink(parts, { project: widget.id, body, asset });
    if (!made) continue;
    const { created, id: opens, url: address } = made;
    const following = follow(parts, widget.id, created);
    await following.read();
    const share = name === 'in conflict' ? { share: shortShare(parts.worker, 1) } : {};
    if (!(await payOnChain(parts, following, { asset, ...share }))) continue;
    openings.push(async () => {
      const opening = { way: 'hosted', created, opens, address } as const;
      await checkAddress(parts, opening);
      const page = await visiting(parts, opening, async (visit) => void (await visit.look(muchLater)));
      return { page, reads: following.reads };
    });
  }
  return openings;
}

/** Opens the page of a link whose checkout expires soon, presses what settles it, and lets that go out only after the end. Meanwhile something else is done. */
async function settledTooLate(parts: TourParts, meanwhile: () => Promise<void>): Promise<LinksEnd['late']> {
  const { projects, log, worker } = parts;
  const [widget] = await projects.all();
  const { otherOfAll, ownOfAll } = projectPrices(widget, log);
  const body = fixedCheckout(otherOfAll ?? ownOfAll, expiry(targetNow(widget.options), shortMinutes));
  const asset = assetInTurn(parts, widget, 'asset of a link that expires');
  const made = await madeByLink(parts, { project: widget.id, body, asset });
  if (!made) return void (await meanwhile());
  const { created, id: opens, url: address } = made;
  await checkAddress(parts, { created, address });
  const following = follow(parts, widget.id, created);
  let balances: readonly string[] = [];
  const page = await visiting(parts, { way: 'hosted', created, opens, address }, async (visit) => {
    await visit.look('opened');
    await following.read();
    const known = knownHosts([worker.target.baseUrl, address]);
    const sendLate = await settleLate(parts, visit, { asset, following, known });
    // A page may try again what did not go out.
    await visit.go(address);
    await meanwhile();
    await following.until(['EXPIRED'], shortMs + worker.target.deadlines.finalMs);
    balances = (await sendLate?.())?.balances ?? [];
  });
  return balances.length === 0 ? undefined : { page, reads: following.reads, balances };
}

/** Opens the pages of payment links that have the clientOrderId of an earlier checkout, the last one in a second browser too. */
export const linksTour = (parts: TourParts): Promise<LinksEnd> =>
  oncePerRun(parts, 'links with one id', async () => {
    if (!parts.control.declared || !parts.readBacks.has('checkout'))
      return { pages: {}, reads: [], made: [], ended: [] };
    const made = await linksMade(parts);
    const openings = await endedEarly(parts);
    const pages: Record<string, string> = {};
    const late = await settledTooLate(parts, async () => {
      for (const [nth, { read, url, checkout: opens }] of [...made, ...made.slice(-1)].entries()) {
        const created = parts.worker.record.exchange(read);
        if (created.class !== 'accepted') continue;
        await checkAddress(parts, { created, address: url });
        const opening = { way: 'hosted', created, opens, address: url } as const;
        pages[`link ${nth}`] = await visiting(parts, opening, async (visit) => void (await visit.look('opened')));
      }
    });
    const ended: VisitArgs[] = [];
    // The late settlement waited until a checkout expired that was made after them.
    for (const open of late ? openings : []) ended.push(await open());
    return {
      pages: {
        ...pages,
        ...(late && { late: late.page }),
        ...Object.fromEntries(ended.map(({ page }, nth) => [`ended ${nth}`, page])),
      },
      reads: [...made.map(({ read }) => read), ...(late?.reads ?? []), ...ended.flatMap(({ reads }) => reads)],
      made: made.map(({ url: _, ...one }) => one),
      ended,
      beside: [...made.slice(0, 1).map(({ earlier }) => earlier), ...(late?.balances ?? [])],
      ...(late && { late }),
    };
  });
