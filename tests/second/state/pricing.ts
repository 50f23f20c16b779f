import { type Money, percentOf, roundDown, roundUp } from '../core/money.ts';
import { CURRENCY_CODES, currencyOf, marketRate } from '../domain/currencies.ts';
import type { Asset } from './assets.ts';

/** An amount asked for in some currency, and what it is in the crypto currency. */
export interface Price {
  amount: Money;
  amountIn: string;
  converted: Money;
  convertPair: string;
  convertRate: Money;
}

/** Converts an amount into the currency of an asset, rounded up to its decimals. */
export function priceIn(asset: Asset, amount: Money, amountIn: string): Price {
  const convertRate = marketRate(amountIn, asset.currency);
  const converted = roundUp(amount.times(convertRate), asset.scale);
  return { amount, amountIn, converted, convertRate, convertPair: `${amountIn}${asset.currency}` };
}

/** The platform fee on an amount of an asset: fixed plus percent, rounded up to its decimals. */
export function platformFee(asset: Asset, amount: Money): Money {
  return roundUp(asset.fixedFee.plus(percentOf(amount, asset.percentFee)), asset.scale);
}

/** True when an amount of an asset lies within its limits. */
export function withinLimits(asset: Asset, amount: Money): boolean {
  return amount.gte(asset.minLimit) && amount.lte(asset.maxLimit);
}

/** The limits of an asset, told in some currency. */
export interface Limits {
  minLimit: Money;
  maxLimit: Money;
  convertPair?: string;
  convertRate?: Money;
}

/** The limits of an asset in another currency, rounded inwards so that both ends are payable. */
export function limitsIn(asset: Asset, amountIn: string): Limits {
  const { minLimit, maxLimit } = asset;
  if (amountIn === asset.currency) return { minLimit, maxLimit };
  const convertRate = marketRate(amountIn, asset.currency);
  const { scale } = currencyOf(amountIn);
  return {
    minLimit: roundUp(minLimit.dividedBy(convertRate), scale),
    maxLimit: roundDown(maxLimit.dividedBy(convertRate), scale),
    convertPair: `${amountIn}${asset.currency}`,
    convertRate,
  };
}

/** The currencies in which an amount of an asset can be asked for. */
export function amountCurrencies(): readonly string[] {
  return CURRENCY_CODES;
}
