import { checkoutBody, expiry, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { requestRead } from '../../../oracles/pages/visits.ts';
import { decimal, isExactNumber } from '../../../schemas/json/exact.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { field, textField } from '../../../traffic/journal/runRecord.ts';
import { create, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { targetNow } from '../../worker/targetNow.ts';
import type { Visit } from '../visit.ts';
import { goBack } from './hostedTour.ts';
import { payOnChain } from './payOnChain.ts';
import { assetInTurn, checkAddress, fixedPlans, opened } from './records.ts';
import { returnInTurn } from './returnAddresses.ts';
import { type Follower, firstAccepted, follow, oncePerRun, type TourEnd, type TourParts, visiting } from './tour.ts';

/** The ends of checkouts whose pages are looked at: the type, and how it ends. */
export const ends = [
  'FIXED_PRICE underpaid',
  'NO_PRICE underpaid',
  'SUGGESTED_FIXED_PRICE underpaid',
  'FIXED_PRICE expired',
  'NO_PRICE expired',
] as const;

/** One of `ends`. */
export type End = (typeof ends)[number];

/** The minutes that a checkout lives which is to expire. */
const shortMinutes = 0.3;

/** The project that has predefined amounts, for a checkout which needs them; else the first. */
async function projectFor({ projects }: TourParts, end: End): Promise<Widget> {
  const all = await projects.all();
  const suggested = all.find(({ settings }) => settings.suggested !== undefined);
  return end.startsWith('SUGGESTED') ? (suggested ?? all[0]) : all[0];
}

/** Returns the plans of a checkout for an end: with an address to return to that has something particular, and without. */
async function plansFor(parts: TourParts, end: End, widget: Widget): Promise<(readonly [string, Plan])[]> {
  const { plan } = await fixedPlans(parts);
  const long = (plan.body as CheckoutBody).expiresAt ?? '';
  const expiresAt = end.endsWith('expired') ? expiry(targetNow(widget.options), shortMinutes) : long;
  const [type = ''] = end.split(' ');
  const { otherOfAll, ownOfAll } = projectPrices(widget, parts.log);
  const body =
    type === 'FIXED_PRICE' ? fixedCheckout(otherOfAll ?? ownOfAll, expiresAt) : checkoutBody(type, { expiresAt });
  const own = create.checkout(widget.id, body);
  const particular = returnInTurn(parts, end);
  return [
    [`to be ${end}`, withBody(own, { ...body, returnUrl: particular.url })],
    [`to be ${end}, with a plain address`, own],
  ];
}

/** Chooses through the test control API, and pays half of what is asked for. */
async function underpay(parts: TourParts, visit: Visit, of: { widget: Widget; id: string; following: Follower }) {
  const { control, worker } = parts;
  const { widget, id, following } = of;
  const asset = assetInTurn(parts, widget, 'asset of an underpaid page');
  const amount = widget.settings.suggested?.amounts[0];
  await control.chooseAgain(id, { asset, ...(amount !== undefined && { amount }) });
  await following.read();
  if (requestRead(worker.record, following.reads) === undefined) {
    await control.chooseAgain(id, { asset });
    await following.read();
  }
  await visit.go(visit.page.url());
  await visit.look('waiting', { asset });
  const request = requestRead(worker.record, following.reads);
  const asked = [field(request, 'payAmount'), field(request, 'minLimit')].find(isExactNumber);
  if (asked) await payOnChain(parts, following, { asset, amount: decimal(asked).div(2).toDecimalPlaces(4).toFixed() });
}

/** Opens the page of a checkout, has it end, and opens it again. Without a test control API, nothing is paid. */
export const endsTour = (parts: TourParts, end: End): Promise<TourEnd> =>
  oncePerRun(parts, end, async () => {
    if (end.endsWith('underpaid') && !parts.control.declared) return { pages: {}, reads: [] };
    const widget = await projectFor(parts, end);
    const made = await firstAccepted(parts, await plansFor(parts, end, widget));
    // The interface does not show how short a life may be.
    if (made.class === 'refused' && end.endsWith('expired')) return { pages: {}, reads: [] };
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      await following.read();
      if (end.endsWith('underpaid')) await underpay(parts, visit, { widget, id, following });
      else await following.until(['EXPIRED'], shortMinutes * 60_000 + parts.worker.target.deadlines.finalMs);
      await visit.go(address);
      await visit.look('over');
      await goBack(parts, visit, { asset: '', returnUrl: textField(created.json, 'returnUrl'), isOver: false });
    });
    return { pages: { page }, reads: following.reads };
  });
