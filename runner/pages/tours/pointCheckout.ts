import { checkoutBody, expiry, fixedCheckout } from '../../../generators/payloads/checkout.ts';
import { pricesIn } from '../../../oracles/answers/depositPrices.ts';
import { currencyOf, type Price } from '../../../schemas/domain/assets.ts';
import { decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { CheckoutBody } from '../../../schemas/requestTypes.ts';
import { drawnWord } from '../../../traffic/journal/ownIds.ts';
import { create, type Plan, withBody } from '../../../traffic/transport/requestPlan.ts';
import { priceInCoin, projectPrices } from '../../actions/acquiring/projectPrices.ts';
import type { Widget } from '../../actions/acquiring/projects.ts';
import { drawnItem } from '../../actions/inputs/turns.ts';
import { targetNow } from '../../worker/targetNow.ts';
import { hostileTextsOf, spellings } from '../hostileTexts.ts';
import { type Point, pointName } from '../point.ts';
import { type Limits, limitsOf, middle } from './amounts.ts';
import { fixedPlans, madeByLink, opened } from './records.ts';
import { returnInTurn } from './returnAddresses.ts';
import { firstAccepted, type TourParts } from './tour.ts';

/** The minutes that a checkout lives which is to expire. */
export const shortMinutes = 0.12;

/** The minutes that a checkout lives for more than a day. */
export const minutesOverADay = [4.6 * 1440, 33.3 * 1440, 421.7 * 1440] as const;

/**
 * The minutes that a checkout lives long: for hours, days, more weeks than a timer counts in milliseconds, or more than a year; three at least, which no
 * language says without a number. None is a whole hour.
 */
const longMinutes = [3.4 * 60, 19.7 * 60, ...minutesOverADay] as const;

/** The most characters of an id before the markup in it, so that both are within the length that orders allow (§ Limits). */
const mostKey = 150;

/** How long the end of a checkout that is to expire is awaited at most, ms, without what a target takes to notice it. */
export const shortMs = shortMinutes * 60_000;

/** The minutes that the checkout of a point lives which is to expire: longer if somebody is to choose before, which takes a busy machine some seconds. */
export const minutesToExpiry = ({ visit }: Point): number =>
  visit === 'chosen in another tab' ? 3 * shortMinutes : shortMinutes;

/** A checkout of a point, as its first record shows it. */
export interface PointCheckout extends ReturnType<typeof opened> {
  /** The address of its payment link; undefined without one. */
  link: string | undefined;
}

/** What is drawn for a point, by the name of the drawing. */
export const drawing = (what: string, point: Point) => `${what} of ${pointName(point)}`;

/** The projects from the first on whose widgets are opened, so that others stay without a linked domain. */
const embeddedProjects = 2;

/** Returns whether the widget of a project shows on the approved domain, which is linked to the first project, and to another one by a test control API. */
async function isEmbedded({ worker, control, projects }: TourParts, { id }: Widget): Promise<boolean> {
  const { widget } = worker.target;
  const [first] = await projects.all();
  if (widget === undefined || id === first.id) return widget !== undefined;
  return control.declared && (await control.tryDomain(id, { name: widget.domain, state: 'SUCCESS', linked: true }));
}

/** Returns the project of a point: one with predefined amounts where it needs them, else any; for a widget, one that shows it. Undefined if there is none. */
export async function projectFor(parts: TourParts, point: Point): Promise<Widget | undefined> {
  const all = await parts.projects.all();
  const needsAmounts = point.type === 'SUGGESTED_FIXED_PRICE';
  const [first, ...others] = all.filter(({ settings }) => !needsAmounts || settings.suggested !== undefined);
  if (!first) return undefined;
  const drawn = (some: readonly [Widget, ...Widget[]]) => drawnItem(parts.worker, drawing('project', point), some);
  // The first project is the one with the most assets in most target files.
  const isFirst = !needsAmounts && point.asset === 'the last asset';
  if (point.way !== 'widget') return isFirst ? first : drawn([first, ...others]);
  const chosen = isFirst ? first : drawn([first, ...others.slice(0, embeddedProjects - 1)]);
  if (await isEmbedded(parts, chosen)) return chosen;
  return first !== chosen && (await isEmbedded(parts, first)) ? first : undefined;
}

/** Returns the asset of a point. */
export function assetFor(parts: TourParts, point: Point, { assets }: Widget): string {
  const [first = '', ...others] = assets;
  const last = others.at(-1) ?? first;
  const [between = last, ...more] = others.slice(0, -1);
  if (point.asset === 'the first asset') return first;
  return point.asset === 'the last asset' ? last : drawnItem(parts.worker, drawing('asset', point), [between, ...more]);
}

/** The part of a limit that is a large amount. */
const part = 3;

function fixedAt({ amount }: Point, price: Price, expiresAt: string): CheckoutBody {
  const body = fixedCheckout(price, expiresAt);
  const small = decimal(String(body.fixedAmount?.amount ?? 1));
  const most = price.maxLimit ?? small.times(100);
  if (amount === 'small') return body;
  const other = roundTo(most.div(part), 0, 'DOWN').plus('0.37');
  return other.gt(most) || other.lt(small) ? body : fixedCheckout(price, expiresAt, other);
}

/** Returns the currency of the amounts that the end user of a point decides. */
export const currencyAt = (point: Point, { settings }: Widget, asset: string): string =>
  (point.type === 'NO_PRICE' ? currencyOf(asset) : settings.suggested?.currency) ?? '';

/** Returns the limits of the amounts that the end user of a point decides; undefined where a merchant sets the price. */
export function limitsAt(point: Point, widget: Widget, asset: string): Limits | undefined {
  const currency = currencyAt(point, widget, asset);
  const price = pricesIn(widget.options.json).find((one) => one.asset === asset && one.currency === currency);
  return price && point.type !== 'FIXED_PRICE' ? limitsOf(price) : undefined;
}

/** Returns the amount that a payer enters for a point; undefined where an option is picked or there is nothing to enter. */
export function amountFor(point: Point, widget: Widget, asset: string): string | undefined {
  const { suggested } = widget.settings;
  const limits = limitsAt(point, widget, asset);
  if (!limits) return undefined;
  if (point.type === 'NO_PRICE') return middle(limits).toFixed();
  return suggested?.manualInput === true && point.amount !== 'small'
    ? middle(limits).plus('0.37').toFixed()
    : undefined;
}

/** The texts of a checkout: names that are markup, and addresses that run scripts or have something particular. */
function textsFor(parts: TourParts, point: Point) {
  const { names, short, address } = hostileTextsOf(parts.worker.run.seed);
  const name = `${drawnWord(pointName(point))} ${drawnItem(parts.worker, drawing('name', point), names)}`;
  const spelled = (what: string) => address(drawnItem(parts.worker, drawing(what, point), spellings));
  const hostile = point.links === 'links that run scripts';
  const way = (what: string) => (hostile ? spelled(what) : returnInTurn(parts, `${what} ${pointName(point)}`).url);
  const at = (url: string, end: string) => (hostile ? url : url.replace('merchant.', `${end}.merchant.`));
  return {
    own: {
      name,
      clientOrderId: `${[...parts.worker.freshKey()].slice(0, mostKey).join('')}${short}`,
      returnUrl: way('return'),
    },
    links:
      point.links === 'returnUrl alone'
        ? {}
        : { successfulLink: at(way('success'), 'paid'), failureLink: at(way('failure'), 'failed') },
  };
}

/** Returns what the checkout of a point preselects: its asset, or the currency of that; undefined without a preselection. */
export const preselectedFor = ({ preselection }: Point, asset: string): string | undefined =>
  preselection === 'not preselected' ? undefined : preselection === 'preselected' ? asset : currencyOf(asset);

/** Creates the checkout of a point: by a payment link where the test control API makes them, which costs no POST, else through the API. Undefined if the target does not take it. */
export async function checkoutFor(
  parts: TourParts,
  point: Point,
  { widget, asset }: { widget: Widget; asset: string },
): Promise<PointCheckout | undefined> {
  const { log } = parts;
  const { plan } = await fixedPlans(parts);
  const usual = (plan.body as CheckoutBody).expiresAt ?? '';
  const now = targetNow(widget.options);
  const minutes = drawnItem(parts.worker, drawing('life', point), longMinutes);
  const expiresAt =
    point.end === 'expired'
      ? expiry(now, minutesToExpiry(point))
      : point.life === 'hours to months'
        ? expiry(now, minutes)
        : usual;
  const { otherOfAll, ownOfAll } = projectPrices(widget, log);
  const { own, links } = textsFor(parts, point);
  const named = preselectedFor(point, asset);
  const preselected = named === undefined ? {} : { preselectedCryptoCurrency: named };
  const price = drawnItem(parts.worker, drawing('price', point), [
    otherOfAll ?? ownOfAll,
    priceInCoin(widget, asset) ?? ownOfAll,
  ]);
  const bare =
    point.type === 'FIXED_PRICE' ? fixedAt(point, price, expiresAt) : checkoutBody(point.type, { expiresAt });
  const body = { ...bare, ...preselected, ...own };
  const byLink = await madeByLink(parts, { project: widget.id, body: { ...body, ...links } });
  if (byLink) {
    const { url, ...record } = byLink;
    return { ...record, link: url };
  }
  if (point.way === 'payment link') return undefined;
  const all = create.checkout(widget.id, bare);
  const plans: (readonly [string, Plan])[] = [
    [`for ${pointName(point)}`, withBody(all, body)],
    [`for ${pointName(point)}, with a plain name`, withBody(all, { ...bare, ...preselected })],
    [`for ${pointName(point)}, to live as others do`, withBody(all, { ...bare, expiresAt: usual })],
  ];
  const made = await firstAccepted(parts, point.end === 'expired' ? plans.slice(0, 2) : plans);
  // The interface does not show how short a life may be.
  return made.class === 'refused' ? undefined : { ...opened(parts, made), link: undefined };
}
