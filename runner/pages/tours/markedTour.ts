import type { fixedCheckout } from '../../../generators/payloads/checkout.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import { withBody } from '../../../traffic/transport/requestPlan.ts';
import type { Visit } from '../visit.ts';
import { goBack } from './hostedTour.ts';
import { assetInTurn, checkAddress, fixedPlans, opened } from './records.ts';
import { follow, oncePerRun, type TourEnd, type TourParts, towardsPayment, visiting } from './tour.ts';

/** What a text leaves behind if it runs as code. The text itself does not contain it. */
const mark = 'assay-mark';

/** The id of an element that a text makes if it is shown as markup. */
const markId = 'assayMark';

const code = `console.error('assay-'+'mark')`;

/** A name with markup, and an address with a script: both are to do nothing (WID-07). */
const hostileTexts = {
  name: `Tea"><img src=x onerror="${code}"><b id=${markId}>tea</b><script>${code}</script>`,
  returnUrl: `javascript:${code}//`,
};

/** Returns what of a hostile text had an effect on a page; undefined if nothing had. */
async function effectOn({ page }: Visit, said: readonly string[]): Promise<string | undefined> {
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

/** Opens the page of a checkout that preselects an asset and has hostile texts, chooses, and follows the way back. One POST serves both. */
export const markedTour = (parts: TourParts): Promise<MarkedEnd> =>
  oncePerRun(parts, 'marked', async () => {
    const { widget, plan } = await fixedPlans(parts);
    const asset = assetInTurn(
      parts,
      { ...widget, assets: widget.assets.slice(widget.assets.length > 1 ? 1 : 0) },
      'preselected asset of a page',
    );
    const body = { ...(plan.body as ReturnType<typeof fixedCheckout>), preselectedCryptoCurrency: asset };
    const { name, returnUrl } = hostileTexts;
    // Checkouts may share a clientOrderId; each has a page of its own all the same.
    const clientOrderId = textField((await parts.api.control(plan)).sent, 'clientOrderId') ?? '';
    const made = await firstAccepted(parts, [
      [
        'the id of another, a preselection, markup and a script',
        withBody(plan, { ...body, name, returnUrl, clientOrderId }),
      ],
      ['a preselection, markup and a script', withBody(plan, { ...body, name, returnUrl })],
      ['a preselection and markup', withBody(plan, { ...body, name })],
      ['a preselection', withBody(plan, body)],
    ]);
    const { created, id, address } = opened(parts, made);
    await checkAddress(parts, { created, address });
    const sent = { name: textField(created.sent, 'name'), returnUrl: textField(created.sent, 'returnUrl') };
    const taken = [...(sent.name === name ? ['name'] : []), ...(sent.returnUrl === returnUrl ? ['returnUrl'] : [])];
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      const said: string[] = [];
      visit.page.on('console', (message) => said.push(message.text()));
      const check = async () => {
        visit.marked ??= await effectOn(visit, said);
      };
      await visit.look('opened');
      await check();
      await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
      await check();
      await goBack(parts, visit, { asset, returnUrl });
      await check();
      // A script in the address has nowhere to lead, and without one the page may show no way back.
      visit.stuck = undefined;
      await following.read();
    });
    return { pages: { page }, reads: following.reads, asset, taken };
  });
