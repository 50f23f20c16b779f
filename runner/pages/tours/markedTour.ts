import { checkoutBody, type fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create, withBody } from '../../../traffic/transport/requestPlan.ts';
import { effectOn, hostileNames, type Spelling, scriptAddresses } from '../hostileTexts.ts';
import { goBack } from './hostedTour.ts';
import { assetInTurn, checkAddress, fixedPlans, opened } from './records.ts';
import { firstAccepted, follow, oncePerRun, type TourEnd, type TourParts, towardsPayment, visiting } from './tour.ts';

/** The end of a tour on a checkout with hostile texts: which of them the target took, and what was preselected. */
export interface MarkedEnd extends TourEnd {
  asset: string;
  taken: readonly string[];
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
    const name = hostileNames['an element'];
    const returnUrl = scriptAddresses['javascript:'];
    // Checkouts may share a clientOrderId; each has a page of its own all the same.
    const clientOrderId = textField((await parts.api.control(plan)).sent, 'clientOrderId') ?? '';
    const made = await firstAccepted(parts, [
      [
        'with the id of another, a preselection, markup and a script',
        withBody(plan, { ...body, name, returnUrl, clientOrderId }),
      ],
      ['with a preselection, markup and a script', withBody(plan, { ...body, name, returnUrl })],
      ['with a preselection and markup', withBody(plan, { ...body, name })],
      ['with a preselection', withBody(plan, body)],
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

/** Opens the page of a checkout whose way back runs a script in some spelling, and whose name is markup; the names take turns. */
export const spelledTour = (parts: TourParts, spelling: Spelling): Promise<MarkedEnd> =>
  oncePerRun(parts, `marked with ${spelling}`, async () => {
    const [widget] = await parts.projects.all();
    const names = Object.values(hostileNames);
    const name = names[Object.keys(scriptAddresses).indexOf(spelling) % names.length] ?? '';
    const returnUrl = scriptAddresses[spelling];
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
      const said: string[] = [];
      visit.page.on('console', (message) => said.push(message.text()));
      await visit.look('opened');
      visit.marked = await effectOn(visit, said);
    });
    return { pages: { page }, reads: [], asset: '', taken: [spelling] };
  });
