import { expiry, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { currencyOf } from '../../../schemas/domain/assets.ts';
import { urlOf } from '../../../schemas/domain/urlOf.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { textField } from '../../../traffic/journal/runRecord.ts';
import { create, type Plan } from '../../../traffic/transport/requestPlan.ts';
import { projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnNumber } from '../../actions/inputs/turns.ts';
import { targetNow } from '../../worker/targetNow.ts';
import { knownHosts, mayOpen } from '../pageGuard.ts';
import type { TourParts } from './tour.ts';

const stable = ['USDT', 'USDC'];

/** True for an asset in which a sandbox balance may be spent (§ Sandbox). */
export const isStable = (asset: string): boolean => stable.includes(currencyOf(asset));

/** True if a sandbox balance may be spent in an asset of a project. */
export const canSettle = ({ assets }: Widget): boolean => assets.some(isStable);

/** Returns the assets of a project in which its sandbox balance may be spent, in their order; all assets if there is none. */
export function payable({ assets }: Widget): readonly string[] {
  const some = assets.filter(isStable);
  return (some.length > 0 ? some : assets).toSorted();
}

/** Returns an asset of a project for a page; nights take turns. */
export function assetInTurn({ worker }: TourParts, widget: Widget, what: string): string {
  const all = payable(widget);
  return all[drawnNumber(worker, what) % Math.max(1, all.length)] ?? '';
}

/** Returns a created checkout or request with the address of its page; stops the test if it was not created. */
export function opened({ log }: TourParts, created: Exchange): { created: Exchange; id: string; address: string } {
  const id = textField(created.json, 'id');
  const address = textField(created.json, 'acquiringUrl');
  if (created.class === 'accepted' && id !== undefined) return { created, id, address: address ?? '' };
  return log.stop({ code: 'controlFailed', control: created.request, seen: created.seen, exchanges: [created.id] });
}

/**
 * Makes a checkout of a project by a payment link, which costs no POST, and reads it, after its asset was chosen if one is named. Undefined where the target makes
 * none.
 */
export async function madeByLink(
  parts: TourParts,
  { project, body, asset }: { project: string; body: object; asset?: string },
) {
  const { control, readBacks } = parts;
  if (!control.declared || !readBacks.has('checkout')) return undefined;
  const link = await control.tryPaymentLink(project, body);
  if (!link) return undefined;
  if (asset !== undefined) await control.chooseAgain(link.checkout, { asset });
  const made = opened(parts, await readBacks.read('checkout', { project, id: link.checkout }));
  return { ...made, url: link.url };
}

/** Stops the test if the page of a record must not be opened from here. */
export async function checkAddress(
  { worker, log }: TourParts,
  { created, address }: { created: Exchange; address: string },
): Promise<void> {
  const exchanges = [created.id];
  const url = urlOf(address);
  if (!url) log.stop({ code: 'noEvidence', wanted: 'a checkout with an absolute acquiringUrl', exchanges });
  if (await mayOpen(address, knownHosts([worker.target.baseUrl]))) return;
  const reason = `the page is at ${url?.host}, which has no public address, so it is not opened`;
  log.stop({ code: 'notApplicable', reason, exchanges });
}

/** Returns the first project, and the plans of its checkouts: the same that other requirements send once in a run. */
export async function fixedPlans(parts: TourParts) {
  const [widget] = await parts.projects.all();
  const { otherOfAll, ownOfAll } = projectPrices(widget, parts.log);
  const at = (price: typeof ownOfAll, minutes: number): Plan =>
    create.checkout(widget.id, fixedCheckout(price, expiry(targetNow(widget.options), minutes)));
  const { minutes, plan } = await parts.checkoutLifetime((some) => at(otherOfAll ?? ownOfAll, some));
  return { widget, plan, inCrypto: otherOfAll ? at(ownOfAll, minutes) : undefined };
}
