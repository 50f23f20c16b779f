import { type JsonObject, num } from '../core/json.ts';
import { notFound } from '../core/problem.ts';
import { isCurrency, marketRate } from '../domain/currencies.ts';
import { findAsset } from '../state/assets.ts';

/** The acquiring rate between two assets, each an asset identifier or a currency code. */
export function acquiringRate(baseAsset: string, quoteAsset: string): JsonObject {
  return { rate: num(marketRate(currencyCode(baseAsset), currencyCode(quoteAsset))), baseAsset, quoteAsset };
}

function currencyCode(asset: string): string {
  const code = isCurrency(asset) ? asset : findAsset(asset)?.currency;
  if (code === undefined) throw notFound('asset');
  return code;
}
