import { checkoutBody, type fixedCheckout } from '../../../generators/payloads/checkout.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { drawnWord } from '../../../traffic/journal/ownIds.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import { create, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import type { Visit } from '../visit.ts';
import { goBack } from './hostedTour.ts';
import { assetInTurn, checkAddress, fixedPlans, opened } from './records.ts';
import { follow, oncePerRun, type TourEnd, type TourParts, towardsPayment, visiting } from './tour.ts';

/** Texts that are to do nothing on a page, and what shows that they did something. */
interface HostileTexts {
  /** A name with markup, and an address with a script (WID-07). */
  name: string;
  returnUrl: string;
  /** What a text leaves behind if it runs as code. The text itself does not contain it. */
  mark: string;
  /** The id of an element that a text makes if it is shown as markup. */
  markId: string;
}

/** Returns the hostile texts of a run: its words are drawn, since a page could know the suite by constant ones. */
export function hostileTextsOf(seed: number): HostileTexts {
  const [word, first, second] = ['word', 'first half', 'second half'].map((of) => drawnWord(`${seed} ${of} of a mark`));
  const code = `console.error('${first}'+'${second}')`;
  return {
    name: `${word}"><img src=x onerror="${code}"><b id=${word}>${word}</b><script>${code}</script>`,
    returnUrl: `javascript:${code}//`,
    mark: `${first}${second}`,
    markId: `${word}`,
  };
}

/** Returns what of a hostile text had an effect on a page; undefined if nothing had. */
async function effectOn({ page }: Visit, said: readonly string[], texts: HostileTexts): Promise<string | undefined> {
  const { mark, markId } = texts;
  if (said.some((line) => line.includes(mark))) return 'a script in it ran';
  for (const frame of page.frames()) {
    const found = await frame
      .locator(`#${markId}`)
      .count()
      .catch(() => 0);
    if (found > 0) return 'its markup became an element of the page';
  }
  return undefined;
}

/** The end of a tour on a checkout with hostile texts: which of them the target took, and what was preselected. */
export interface MarkedEnd extends TourEnd {
  asset: string;
  taken: readonly string[];
}

/** Sends plans in their order until the target accepts one. */
async function firstAccepted({ api }: TourParts, plans: readonly (readonly [string, Plan])[]): Promise<Exchange> {
  let made: Exchange | undefined;
  for (const [key, plan] of plans) {
    made = await api.control(plan, `a checkout with ${key}`);
    if (made.class !== 'refused') return made;
  }
  return made as Exchange;
}

/** The checkouts that preselect an asset and have hostile texts. */
export const markedKinds = ['with a price', 'without a price'] as const;

/** One of `markedKinds`. */
export type MarkedKind = (typeof markedKinds)[number];

/** A body to try first, and those to try if the target refuses it, each with what it has. */
async function plansFor(
  parts: TourParts,
  { kind, asset, texts }: { kind: MarkedKind; asset: string; texts: HostileTexts },
): Promise<(readonly [string, Plan])[]> {
  const { widget, plan } = await fixedPlans(parts);
  const { name, returnUrl } = texts;
  const preselected = { preselectedCryptoCurrency: asset };
  if (kind === 'without a price') {
    const free = create.checkout(widget.id, checkoutBody('NO_PRICE', preselected));
    const clientOrderId = `${parts.worker.freshKey()}${name}`;
    return [
      ['a preselection, no price, and markup in its id', withBody(free, { ...(free.body as object), clientOrderId })],
      ['a preselection and no price', free],
    ];
  }
  const body = { ...(plan.body as ReturnType<typeof fixedCheckout>), ...preselected };
  // Checkouts may share a clientOrderId; each has a page of its own all the same.
  const clientOrderId = textField((await parts.api.control(plan)).sent, 'clientOrderId') ?? '';
  return [
    [
      'the id of another, a preselection, markup and a script',
      withBody(plan, { ...body, name, returnUrl, clientOrderId }),
    ],
    ['a preselection, markup and a script', withBody(plan, { ...body, name, returnUrl })],
    ['a preselection and markup', withBody(plan, { ...body, name })],
    ['a preselection', withBody(plan, body)],
  ];
}

/** Returns the kind of a night: the first of those that CHK-06 tries. */
const kindOfNight = ({ worker }: TourParts): MarkedKind => {
  const [first] = combinationsOf({ id: 'CHK-06', names: markedKinds }, worker.run.selection);
  return markedKinds.find((one) => one === first) ?? markedKinds[0];
};

const takenOf = ({ sent }: Exchange, { name, returnUrl }: HostileTexts): string[] => {
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
    const made = await firstAccepted(parts, await plansFor(parts, { kind, asset, texts }));
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      const said: string[] = [];
      visit.page.on('console', (message) => said.push(message.text()));
      const check = async () => {
        visit.marked ??= await effectOn(visit, said, texts);
      };
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
    return { pages: { page }, reads: following.reads, asset, taken: takenOf(created, texts) };
  });
