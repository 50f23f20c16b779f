import type { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import type { RequestBody } from '../../schemas/requestTypes.ts';
import { justAbove, justBelow } from '../amounts/nextDouble.ts';
import { amountWithin, jsonNumber } from '../amounts/prices.ts';

const unitOf = (limit: Decimal) => decimal('10').pow(-limit.decimalPlaces());

/**
 * Returns an amount above zero and below a limit. The amount is one unit of the last digit below the limit; for a converted currency it is half the limit,
 * since the rate may change meanwhile.
 */
function below(limit: Decimal, isOwn: boolean): Decimal {
  const less = isOwn ? justBelow(limit, unitOf(limit)) : roundTo(limit.div(2), 2, 'DOWN');
  return less.gt(0) ? less : limit.div(2);
}

const above = (limit: Decimal, isOwn: boolean) =>
  isOwn ? justAbove(limit, unitOf(limit)) : roundTo(limit.times(2), 0, 'UP');

/** Returns amounts outside the limits of a price, by the limit (REQ-08a). A limit that the list does not name has no amount. */
export function outsidePrice({
  isOwn,
  minLimit,
  maxLimit,
}: Price): Partial<Record<'minLimit' | 'maxLimit', LosslessNumber>> {
  return {
    ...(minLimit && { minLimit: jsonNumber(below(minLimit, isOwn)) }),
    ...(maxLimit && { maxLimit: jsonNumber(above(maxLimit, isOwn)) }),
  };
}

/** Builds the body of a request in an asset with what every request needs, the given fields, and no others. */
export function bareRequest(cryptoCurrency: string, fields: Partial<RequestBody> = {}): RequestBody {
  return { ...fields, cryptoCurrency };
}

/** Builds the body of a fixed-price request with every field except clientOrderId. */
export function requestBody(price: Price, amount = jsonNumber(amountWithin(price))): RequestBody {
  return bareRequest(price.asset, { amount, amountIn: price.currency });
}

/** A well-formed asset that no service has. */
export const unknownAsset = 'NOCHAIN_QQQ';

/** The assets that interface.md itself shows (§ Crypto acquiring request). */
export const documentedAssets = ['ETHEREUM_USDT', 'ETHEREUM_USDC', 'TRON_USDT', 'SOLANA_USDT', 'SOLANA_USDC'];
