import { type JsonObject, num } from '../core/json.ts';
import { formatInstant } from '../core/time.ts';
import type { Asset } from '../state/assets.ts';
import { platformFee, priceIn } from '../state/pricing.ts';
import type { Checkout } from '../state/records.ts';
import { byAsset, suggestedView } from './options.ts';
import { requestView } from './requestview.ts';

/** The JSON form of a checkout. */
export function checkoutView(checkout: Checkout): JsonObject {
  const { assets, fixedAmount, project, type } = checkout;
  return {
    id: checkout.id,
    type,
    status: checkout.status,
    reason: checkout.reason ?? null,
    name: checkout.name,
    clientOrderId: checkout.clientOrderId,
    projectId: project.id,
    projectName: project.name,
    merchantDomain: project.domain,
    fixedAmount: fixedAmount && { amount: num(fixedAmount.amount), currency: fixedAmount.currency },
    suggestedAmounts:
      type === 'SUGGESTED_FIXED_PRICE' && project.suggested ? suggestedView(project.suggested) : undefined,
    preselectedCryptoCurrency: checkout.preselected,
    cryptoCurrencies: assets.map((asset) => asset.id),
    cryptoCurrenciesByBlockchain: byBlockchain(assets),
    cryptoCurrencyDetails: byAsset(assets, detailsView),
    estimatedPayAmounts: fixedAmount ? byAsset(assets, (asset) => num(estimate(checkout, asset))) : {},
    request: checkout.request ? requestView(checkout.request) : null,
    acquiringUrl: checkout.acquiringUrl,
    returnUrl: checkout.returnUrl,
    successfulLink: null,
    failureLink: null,
    expiresAt: formatInstant(checkout.expiresAt),
    createdAt: formatInstant(checkout.createdAt),
  };
}

function estimate(checkout: Checkout, asset: Asset) {
  if (checkout.fixedAmount === undefined) throw new Error('a checkout without a price has no estimate');
  const { converted } = priceIn(asset, checkout.fixedAmount.amount, checkout.fixedAmount.currency);
  return checkout.project.feePaidBy === 'PAYER' ? converted.plus(platformFee(asset, converted)) : converted;
}

function byBlockchain(assets: Asset[]): JsonObject {
  const groups: Record<string, string[]> = {};
  for (const asset of assets) {
    groups[asset.blockchain] ??= [];
    groups[asset.blockchain]?.push(asset.id);
  }
  return groups;
}

function detailsView(asset: Asset): JsonObject {
  return {
    name: asset.name,
    currency: asset.currency,
    blockchain: asset.blockchain,
    tokenStandard: asset.tokenStandard,
    scale: asset.scale,
    minLimit: num(asset.minLimit),
    maxLimit: num(asset.maxLimit),
  };
}
