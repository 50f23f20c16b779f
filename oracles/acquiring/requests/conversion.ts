import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { FeeAmounts, RequestAmounts } from './requestAmounts.ts';

/** Calculates the fee on an amount from the fixed part and the percentage; undefined if neither is shown. */
export function feeOn({ fixed, percent }: FeeAmounts, amount: Decimal): Decimal | undefined {
  if (!fixed && !percent) return undefined;
  const zero = decimal('0');
  return (fixed ?? zero).plus(amount.times(percent ?? zero).div(100));
}

const plain = (name: string) => name.replace(/[^a-z0-9]/gi, '').toUpperCase();

/**
 * Returns the direction of a rate. 'crypto first' means from the crypto currency into the other one; it is also the direction without a pair, as in known
 * targets. A pair of other currencies has no direction.
 */
export function rateDirection({
  pair,
  currency,
  amountIn,
}: Pick<RequestAmounts, 'pair' | 'currency' | 'amountIn'>): 'crypto first' | 'crypto last' | 'neither' {
  const [plainPair, crypto, other] = [plain(pair ?? ''), plain(currency), plain(amountIn)];
  if (pair === undefined || plainPair.endsWith(`${crypto}${other}`)) return 'crypto first';
  return plainPair.startsWith(other) && plainPair.endsWith(crypto) ? 'crypto last' : 'neither';
}

/** Calculates the exact amount of a request in its crypto currency; undefined if no usable rate is shown. */
export function exactConversion(figures: RequestAmounts): Decimal | undefined {
  const { amount, amountIn, currency, rate } = figures;
  if (!rate) return amountIn === currency ? amount : undefined;
  if (!rate.gt(0)) return undefined;
  return rateDirection(figures) === 'crypto last' ? amount.times(rate) : amount.div(rate);
}
