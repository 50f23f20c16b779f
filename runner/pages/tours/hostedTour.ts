import { isPaid } from '../../../oracles/pages/ending.ts';
import { choicesIn } from '../../../oracles/pages/view/choices.ts';
import { leadsNowhere } from '../../../oracles/pages/view/leadsNowhere.ts';
import { addressesIn } from '../../../oracles/pages/view/shownAddress.ts';
import { wayBackIn } from '../../../oracles/pages/view/wayBack.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { urlOf } from '../../../schemas/domain/urlOf.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { nextDeed } from '../deeds.ts';
import { doDeed } from '../doDeed.ts';
import type { Visit } from '../visit.ts';
import { fundsFor, isOver, readCalmly, settleFromBalance } from './balance.ts';
import { assetInTurn, checkAddress, fixedPlans, opened, payable } from './records.ts';
import {
  type Follower,
  follow,
  lackOf,
  oncePerRun,
  type TourEnd,
  type TourParts,
  towardsPayment,
  visiting,
} from './tour.ts';

/** The most currencies whose networks are looked at. */
const mostCurrencies = 6;

/** Looks at the networks of each currency. Returns the currency at which the page went on to where to pay, if it did. */
export async function survey({ worker }: TourParts, visit: Visit): Promise<string | undefined> {
  const locators = worker.target.page ?? {};
  const act = { asset: '', locators };
  if (choicesIn(visit.nodes).length === 0) {
    const deed = nextDeed({ nodes: visit.nodes, wish: { asset: '' }, done: new Set(), locators: {} });
    if (deed?.key.startsWith('unfold ')) await doDeed(visit, deed, act);
    await visit.look('showing a list');
  }
  const bare = choicesIn(visit.nodes).flatMap(({ currency, chain }) =>
    currency !== undefined && chain === undefined ? [currency] : [],
  );
  for (const currency of [...new Set(bare)].slice(0, mostCurrencies)) {
    const choice = choicesIn(visit.nodes).find((one) => one.currency === currency && one.chain === undefined);
    if (!choice) return undefined;
    await doDeed(visit, { key: `choose ${choice.text}`, does: 'press', node: choice.node }, act);
    const nodes = await visit.look(`showing ${currency}`);
    if (addressesIn(nodes).length > 0) return currency;
  }
  return undefined;
}

/** How long a page with nothing to press may take to lead back by itself, ms. */
const returnsMs = 30_000;

/** Waits until a page leads back by itself, and looks at it if it does not. */
async function awaitReturn(visit: Visit): Promise<void> {
  const untilMs = Date.now() + returnsMs;
  while (visit.led.length === 0 && Date.now() < untilMs) await visit.page.waitForTimeout(200);
  if (visit.led.length === 0) await visit.look('stayed');
}

const hostNow = ({ page }: Visit) => urlOf(page.url())?.host;

/** Follows what leads back to the merchant: a link to returnUrl, or what says so. A page may also lead back by itself. */
export async function goBack(
  { worker }: TourParts,
  visit: Visit,
  { asset, returnUrl, isOver }: { asset: string; returnUrl: string | undefined; isOver: boolean },
): Promise<void> {
  const locators = worker.target.page ?? {};
  if (visit.led.length > 0) return;
  const links = visit.nodes.filter(({ role }) => role === 'link');
  const host = urlOf(returnUrl)?.host;
  const byAddress = links.find(({ url }) => host !== undefined && urlOf(url)?.host === host);
  const node = byAddress ?? wayBackIn(visit.nodes, [host, hostNow(visit)]);
  visit.goesBack();
  const isDone =
    locators.return !== undefined
      ? await doDeed(visit, { key: 'go back', does: 'locator', field: 'return' }, { asset, locators })
      : node !== undefined && (await doDeed(visit, { key: 'go back', does: 'press', node }, { asset, locators }));
  if (isDone) await visit.look('returned');
  else if (isOver && host !== undefined && locators.return === undefined && leadsNowhere(visit.nodes))
    await awaitReturn(visit);
  else visit.stuck ??= { lacks: 'what leads back to the merchant', field: 'return' };
}

/** Goes back to the merchant from the page of a checkout that was paid. */
export async function leaveOncePaid(
  parts: TourParts,
  visit: Visit,
  { asset, created, following }: { asset: string; created: Exchange; following: Follower },
): Promise<void> {
  if (!isPaid(parts.worker.record, following.reads)) return;
  await goBack(parts, visit, { asset, returnUrl: textField(created.json, 'returnUrl'), isOver: true });
}

/** The end of a hosted tour: the asset that was chosen, too. */
export interface HostedEnd extends TourEnd {
  asset: string;
  /** The reads of the balances around a settlement: before, after and a moment later. */
  balances: readonly string[];
}

/** Returns the currencies in which a sandbox balance settles the checkouts of a project. */
export const balanceCurrencies = (widget: Widget): string[] => [...new Set(payable(widget).map(currencyOf))];

/** Returns the currency of a night's main tour: the first of those that SBX-06 tries. */
function currencyOfNight({ worker }: TourParts, widget: Widget): string {
  const names = balanceCurrencies(widget);
  return combinationsOf({ id: 'SBX-06', names }, worker.run.selection)[0] ?? names[0] ?? '';
}

/** Opens the page of a FIXED_PRICE checkout, chooses an asset, settles it from the sandbox balance where that is possible, and goes back to the merchant. */
export async function hostedTour(parts: TourParts, wanted?: string): Promise<HostedEnd> {
  const { widget, plan } = await fixedPlans(parts);
  const main = currencyOfNight(parts, widget);
  const currency = wanted ?? main;
  const key = currency === main ? undefined : `a checkout paid in ${currency}`;
  return oncePerRun(parts, `hosted in ${currency}`, async () => {
    const { created, id, address } = opened(parts, await parts.api.control(plan, key));
    await checkAddress(parts, { created, address });
    const assets = widget.assets.filter((one) => currencyOf(one) === currency);
    let asset = assetInTurn(parts, { ...widget, assets }, 'asset of a hosted page');
    let funds: string | undefined;
    let balances: string[] = [];
    const following = follow(parts, widget.id, created);
    const page = await visiting(parts, { way: 'hosted', created, opens: id, address }, async (visit) => {
      await visit.look('opened');
      const taken = key === undefined ? await survey(parts, visit) : undefined;
      if (key !== undefined) await visit.look('again');
      else if (taken === undefined) {
        await visit.go(address);
        await visit.look('again');
      } else
        asset =
          widget.assets.find((one) => currencyOf(one) === taken && addressesIn(visit.nodes, one).length > 0) ?? asset;
      const pursuit = await towardsPayment(parts, visit, { step: 'chosen', wish: { asset } });
      if (!pursuit.isReached) visit.stuck = lackOf(pursuit);
      await following.read();
      if (pursuit.isReached) {
        funds = (await fundsFor(parts, asset)).read;
        await settleFromBalance(parts, visit, { asset, following });
        if (isOver(parts, following)) balances = [funds, ...(await readCalmly(parts, asset))];
      }
      const returnUrl = textField(created.json, 'returnUrl');
      await goBack(parts, visit, { asset, returnUrl, isOver: isOver(parts, following) });
    });
    const around = { balances, beside: balances, ...(funds !== undefined && { funds }) };
    return { pages: { page }, reads: following.reads, asset, ...around };
  });
}
