import { type Json, type JsonObject, num, numOrNull } from '../core/json.ts';
import type { Project, SuggestedAmounts } from '../domain/account.ts';
import type { Asset } from '../state/assets.ts';
import { amountCurrencies, type Limits, limitsIn } from '../state/pricing.ts';
import { enabledAssets } from './enabled.ts';

/** The deposit options of a project: its assets with their limits and fees. */
export function depositOptions(project: Project): JsonObject {
  const assets = enabledAssets(project);
  const perAsset = (show: (asset: Asset) => Json) => byAsset(assets, show);
  return {
    suggestedAmounts: project.suggested ? suggestedView(project.suggested) : null,
    cryptoCurrencies: assets.map((asset) => asset.id),
    minLimits: perAsset((asset) => num(asset.minLimit)),
    maxLimits: perAsset((asset) => num(asset.maxLimit)),
    limits: perAsset((asset) => limitsView(limitsIn(asset, asset.currency))),
    amountInOptions: perAsset(amountInView),
    merchantPercentPlatformFees: perAsset((asset) => num(asset.percentFee)),
    merchantFixedPlatformFees: perAsset((asset) => num(asset.fixedFee)),
    payerPercentPlatformFees: {},
    payerFixedPlatformFees: {},
  };
}

/** A map from asset identifier to something about the asset. */
export function byAsset(assets: Asset[], show: (asset: Asset) => Json): JsonObject {
  return Object.fromEntries(assets.map((asset) => [asset.id, show(asset)]));
}

/** The JSON form of the predefined amounts of a widget. */
export function suggestedView(suggested: SuggestedAmounts): JsonObject {
  return {
    currency: suggested.currency,
    amounts: suggested.amounts.map(num),
    allowManualInput: suggested.allowManualInput,
  };
}

function amountInView(asset: Asset): JsonObject {
  return Object.fromEntries(amountCurrencies().map((code) => [code, limitsView(limitsIn(asset, code))]));
}

function limitsView(limits: Limits): JsonObject {
  return {
    minLimit: num(limits.minLimit),
    maxLimit: num(limits.maxLimit),
    convertPair: limits.convertPair ?? null,
    convertRate: numOrNull(limits.convertRate),
  };
}
