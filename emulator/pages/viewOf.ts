import { canSettle } from '../acquiring/balanceSettlement.ts';
import type { AcquiringRequest, Checkout, Quote } from '../domain/acquiring.ts';
import { ASSETS, type Asset, rateOf } from '../domain/assets.ts';
import { type Instant, localText } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import type { Demand, Look, Offer, PageView, ShownAmount, ShownLimits, ShownText } from '../domain/pageView.ts';
import { priceOf } from '../records/pricing.ts';
import { enabledAssets } from '../records/projectAssets.ts';
import type { Rules } from '../rules/index.ts';
import type { TextOnPage } from '../rules/pages/disclosure.ts';
import type { CheckoutVisit } from './pageContext.ts';
import { qrCode } from './qrCode.ts';

/** Longer than anybody has a page open. */
const NEVER_MS = 3_600_000;

const shown = (amount: Money, currency: string): ShownAmount => ({ amount: amount.toFixed(), currency });

const timeOf = (instant: Instant): string => `${localText(instant, 3)}Z`;

/** Everything that the page of a checkout shows now. */
export function viewOf(visit: CheckoutVisit): PageView {
  const { instance, rules, checkout, now } = visit;
  const { project, fixedAmount } = checkout;
  const request = instance.requests.get(checkout.requestId ?? '');
  const offered = offeredAssets(visit);
  return {
    id: checkout.id,
    type: checkout.type,
    status: rules.statusOnPage(checkout.status, checkout, { now, ...(request && { request }) }),
    reason: rules.reasonOnPage(rules.checkoutReason(checkout.problem, checkout.status)),
    name: textOf(visit, 'name', checkout.name),
    merchant: textOf(visit, 'merchant', project.name) ?? { text: '', as: 'text' },
    order: textOf(visit, 'order', checkout.clientOrderId),
    price: fixedAmount && shown(rules.priceOnPage(fixedAmount.amount, checkout.type), fixedAmount.currency),
    offers: offered.map((asset) => offerOf(rules, checkout, asset)),
    suggestions: suggestionsOf(rules, checkout),
    preselected: rules.preselectedOnPage(checkout.preselected, offered, checkout.type),
    demand: request ? demandOf(visit, request) : null,
    returnTo: wayBackOf(rules, checkout),
    now: timeOf(now),
    endsAt: endShown(visit, rules.endOnPage(request?.paymentWindowEndsAt, checkout.expiresAt, checkout.type)),
    look: lookOf(rules, checkout),
  };
}

/** The end of the time left as the page counts it down. */
function endShown({ rules, checkout, now }: CheckoutVisit, end: Instant): string {
  const leftMs = Date.parse(timeOf(end)) - Date.parse(timeOf(now));
  const shownMs = rules.timeLeftOnPage(leftMs, checkout);
  return shownMs === leftMs ? timeOf(end) : new Date(Date.parse(timeOf(now)) + shownMs).toISOString();
}

/** The assets that the page of a checkout offers. */
export function offeredAssets({ instance, rules, checkout }: CheckoutVisit): readonly Asset[] {
  const { project, type, fixedAmount } = checkout;
  const enabled = enabledAssets(rules, project, instance.served);
  return rules.assetsOnPage(enabled, { known: ASSETS, type, price: fixedAmount?.currency ?? null });
}

const textOf = ({ rules, checkout }: CheckoutVisit, field: TextOnPage, text: string | null): ShownText | null =>
  text === null || text === '' ? null : { text, as: rules.textShownAs(field, text, checkout.status) };

function offerOf(rules: Rules, checkout: Checkout, asset: Asset): Offer {
  const { id, currency, name, blockchain, tokenStandard } = asset;
  return {
    asset: id,
    currency,
    name,
    network: blockchain,
    standard: tokenStandard,
    estimate: estimateOf(rules, checkout, asset),
    limits: limitsOf(rules, asset),
  };
}

function limitsOf(rules: Rules, asset: Asset): ShownLimits {
  const { minLimit, maxLimit } = rules.limitsOnPage(asset, asset);
  return { min: minLimit.toFixed(), max: maxLimit.toFixed(), currency: asset.currency };
}

function estimateOf(rules: Rules, { fixedAmount, project, type }: Checkout, asset: Asset): ShownAmount | null {
  const rate = fixedAmount && rateOf(asset.currency, fixedAmount.currency);
  if (!fixedAmount || !rate) return null;
  const isOwn = asset.currency === fixedAmount.currency;
  const by = { project, isOwn, feePaidBy: rules.feePayerOf(project.feePaidBy, type) };
  const { payAmount } = priceOf(rules, rules.convertedOf(fixedAmount.amount, rate), by);
  return shown(rules.estimateShown(payAmount, { amount: fixedAmount.amount, rate }), asset.currency);
}

function suggestionsOf(rules: Rules, { type, suggested, project }: Checkout): PageView['suggestions'] {
  const settings = project.suggested;
  if (type !== 'SUGGESTED_FIXED_PRICE' || settings === null || suggested === null) return null;
  const amounts = rules.amountsOnPage(suggested, { manual: settings.manual, sent: suggested.length });
  return {
    currency: settings.currency,
    amounts: amounts.map((amount) => amount.toFixed()),
    isFree: rules.manualOnPage(settings.manual, amounts),
  };
}

/** The amount due as the page shows it. */
const dueOf = (
  { rules, checkout: { type } }: CheckoutVisit,
  { asset, project }: AcquiringRequest,
  { payAmount, converted, amountIn }: NonNullable<AcquiringRequest['quote']>,
): Money => {
  const isOwn = amountIn === asset.currency;
  return rules.dueOnPage(payAmount, asset, { type, converted, isOwn, isFeeHidden: project.hideFee });
};

/** The address of the first request in an asset, which only a careless service looks for. */
const earlierAddress = (
  { instance }: CheckoutVisit,
  { id }: Asset,
  isSo: (one: AcquiringRequest) => boolean = () => true,
): string | undefined => [...instance.requests.values()].find((one) => one.asset.id === id && isSo(one))?.address;

/** Returns whether a request is of the same order of the same project as another one. */
const isOfOrder =
  ({ project, clientOrderId }: AcquiringRequest) =>
  (one: AcquiringRequest): boolean =>
    one.project.id === project.id && clientOrderId !== null && one.clientOrderId === clientOrderId;

/** The fee of a payer as the page shows it. */
function feeOf(rules: Rules, { amount, amountIn, converted, payerFee }: Quote, { currency }: Asset): ShownAmount {
  const own = payerFee.times(amount).div(converted).toDecimalPlaces(2);
  const fee = rules.feeAs({ amount: payerFee, currency }, { amount: own, currency: amountIn });
  return shown(fee.amount, fee.currency);
}

/** What the end user of a request has to pay. */
function demandOf(visit: CheckoutVisit, request: AcquiringRequest): Demand {
  const { rules, checkout } = visit;
  const { asset, quote, incoming, project } = request;
  const address = rules.addressOnPage(request.address, asset, checkout.type);
  const fee = quote && feeOf(rules, quote, asset);
  const isFeeShown = quote?.payerFee.isZero() === false && rules.feeOnPage(project.hideFee, asset.currency);
  return {
    currency: asset.currency,
    network: rules.networkOnPage(asset, checkout.type),
    standard: asset.tokenStandard,
    address,
    due: quote && shown(dueOf(visit, request, quote), asset.currency),
    limits: quote === null ? limitsOf(rules, asset) : null,
    fee: isFeeShown ? fee : null,
    qr: rules.qrShown()
      ? qrCode(
          rules.addressInCode(address, asset, {
            ofAnybody: () => earlierAddress(visit, asset) ?? address,
            ofOrder: () => earlierAddress(visit, asset, isOfOrder(request)) ?? address,
          }),
        )
      : null,
    paid: incoming && shown(rules.paidOnPage(incoming.amount, quote?.payAmount), incoming.asset.currency),
    transaction: incoming?.txHash ?? null,
    isBalanceOffered: rules.balanceOffered(canSettle(visit, { checkout, request }), checkout.type, request),
  };
}

function wayBackOf(rules: Rules, checkout: Checkout): PageView['returnTo'] {
  const back = rules.wayBack(checkout);
  const url = back && rules.linkShown(back.url, { kind: back.kind, status: checkout.status });
  return back && url ? { ...back, url } : null;
}

/** How the pages of a service look. */
const lookOf = (rules: Rules, checkout: Checkout): Look => ({
  language: rules.pageLanguage(),
  wording: rules.pageWording(),
  control: rules.pageControl(),
  first: rules.pageChoosesFirst(),
  order: rules.pageOrder(),
  returns: rules.pageReturns(),
  pollMs: rules.newsAwaited(checkout.status, checkout) ? rules.pagePollMs() : NEVER_MS,
});
