import { checkoutBody, type fixedCheckout } from '../../../generators/payloads/checkout.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import { create, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import { hostileTextsOf, type Spelling, spellings } from '../hostileTexts.ts';
import { watching } from '../watching.ts';
import { goBack } from './hostedTour.ts';
import { assetInTurn, checkAddress, fixedPlans, opened } from './records.ts';
import { firstAccepted, follow, oncePerRun, type TourEnd, type TourParts, towardsPayment, visiting } from './tour.ts';

/** The end of a tour on a checkout with hostile texts: which of them the target took, and what was preselected. */
export interface MarkedEnd extends TourEnd {
  asset: string;
  taken: readonly string[];
}

/** A name with markup, and an address with a script: both are to do nothing (WID-07). */
interface Hostile {
  name: string;
  returnUrl: string;
}

/** The checkouts that preselect an asset and have hostile texts. */
export const markedKinds = ['with a price', 'without a price'] as const;

/** One of `markedKinds`. */
export type MarkedKind = (typeof markedKinds)[number];

/** A body to try first, and those to try if the target refuses it, each with what it has. */
async function plansFor(
  parts: TourParts,
  { kind, asset, name, returnUrl }: Hostile & { kind: MarkedKind; asset: string },
): Promise<(readonly [string, Plan])[]> {
  const { widget, plan } = await fixedPlans(parts);
  const preselected = { preselectedCryptoCurrency: asset };
  if (kind === 'without a price') {
    const free = create.checkout(widget.id, checkoutBody('NO_PRICE', preselected));
    const clientOrderId = `${parts.worker.freshKey()}${name}`;
    return [
      [
        'with a preselection, no price, and markup in its id',
        withBody(free, { ...(free.body as object), clientOrderId }),
      ],
      ['with a preselection and no price', free],
    ];
  }
  const body = { ...(plan.body as ReturnType<typeof fixedCheckout>), ...preselected };
  // Checkouts may share a clientOrderId; each has a page of its own all the same.
  const clientOrderId = textField((await parts.api.control(plan)).sent, 'clientOrderId') ?? '';
  return [
    [
      'with the id of another, a preselection, markup and a script',
      withBody(plan, { ...body, name, returnUrl, clientOrderId }),
    ],
    ['with a preselection, markup and a script', withBody(plan, { ...body, name, returnUrl })],
    ['with a preselection and markup', withBody(plan, { ...body, name })],
    ['with a preselection', withBody(plan, body)],
  ];
}

/** Returns the kind of a night: the first of those that CHK-06 tries. */
const kindOfNight = ({ worker }: TourParts): MarkedKind => {
  const [first] = combinationsOf({ id: 'CHK-06', names: markedKinds }, worker.run.selection);
  return markedKinds.find((one) => one === first) ?? markedKinds[0];
};

const takenOf = ({ sent }: Exchange, { name, returnUrl }: Hostile): string[] => {
  const has = { name, returnUrl, clientOrderId: name };
  return Object.entries(has).flatMap(([at, text]) => (textField(sent, at)?.includes(text) ? [at] : []));
};

/** Opens the page of a checkout that preselects an asset and has hostile texts, chooses, and follows the way back. One POST serves both. */
export const markedTour = (parts: TourParts, kind = kindOfNight(parts)): Promise<MarkedEnd> =>
  oncePerRun(parts, `marked ${kind}`, async () => {
    const [widget] = await parts.projects.all();
    const assets = widget.assets.slice(widget.assets.length > 1 ? 1 : 0);
    const asset = assetInTurn(parts, { ...widget, assets }, 'preselected asset of a page');
    const texts = hostileTextsOf(parts.worker.run.seed);
    const hostile = { name: texts.names[0], returnUrl: texts.address('javascript:') };
    const made = await firstAccepted(parts, await plansFor(parts, { kind, asset, ...hostile }));
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      const check = watching(visit, texts);
      await visit.look('opened');
      await check();
      await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
      await check();
      await goBack(parts, visit, { asset, returnUrl: textField(created.sent, 'returnUrl'), isOver: false });
      await check();
      // A script in the address has nowhere to lead, and without one the page may show no way back.
      visit.stuck = undefined;
      await following.read();
    });
    return { pages: { page }, reads: following.reads, asset, taken: takenOf(created, hostile) };
  });

/** Opens the page of a checkout whose way back runs a script in some spelling, and whose name is markup; the names take turns. */
export const spelledTour = (parts: TourParts, spelling: Spelling): Promise<MarkedEnd> =>
  oncePerRun(parts, `marked with ${spelling}`, async () => {
    const [widget] = await parts.projects.all();
    const texts = hostileTextsOf(parts.worker.run.seed);
    const name = texts.names[spellings.indexOf(spelling) % texts.names.length] ?? '';
    const returnUrl = texts.address(spelling);
    const body = checkoutBody('NO_PRICE', { returnUrl });
    const plan = create.checkout(widget.id, body);
    const made = await firstAccepted(parts, [
      [`with markup and the address ${spelling}`, withBody(plan, { ...body, name })],
      [`with the address ${spelling}`, plan],
    ]);
    if (made.class === 'refused') return { pages: {}, reads: [], asset: '', taken: [] };
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      const check = watching(visit, texts);
      await visit.look('opened');
      await check();
    });
    return { pages: { page }, reads: [], asset: '', taken: [spelling] };
  });
