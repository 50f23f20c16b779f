import { Decimal, type Money, ZERO } from '../core/money.ts';
import { platformFee } from '../state/pricing.ts';
import type { Request } from '../state/records.ts';

/** What the payer is expected to pay: the price plus the fee if the payer bears it; undefined without a price. */
export function payAmount(request: Request): Money | undefined {
  return request.price?.converted.plus(request.payerFee ?? ZERO);
}

/** What was paid in the asset of the request; undefined before that, zero when something else was paid. */
export function paidAmount({ asset, transfer }: Request): Money | undefined {
  return transfer && (transfer.asset === asset ? transfer.amount : ZERO);
}

/** The fee that the merchant bears: on what was paid, or before that on what is expected. */
export function merchantFee(request: Request): Money | undefined {
  if (request.payerFee) return ZERO;
  const base = paidAmount(request) ?? payAmount(request);
  return base && Decimal.min(base, platformFee(request.asset, base));
}

/** What is credited to the merchant, or will be: the payment without the fee, whoever bears it. */
export function processingAmount(request: Request): Money | undefined {
  const base = paidAmount(request) ?? payAmount(request);
  return base && Decimal.max(ZERO, base.minus(request.payerFee ?? merchantFee(request) ?? ZERO));
}
