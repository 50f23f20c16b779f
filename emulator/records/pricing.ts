import type { CheckoutType, FeePayer, Project, Quote } from '../domain/acquiring.ts';
import { type Asset, rateOf } from '../domain/assets.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Rules } from '../rules/index.ts';

/** The inputs of a price: an amount in a currency, the asset in which the payer pays, and the project. `checkout` is null for a standalone request. */
export interface PriceRequest {
  readonly project: Project;
  readonly asset: Asset;
  readonly amount: Money;
  readonly amountIn: string;
  readonly checkout: CheckoutType | null;
}

/** Calculates the price of a request. Throws a Refusal for a currency without a rate, and for an amount outside the asset's limits. */
export function quoteOf(rules: Rules, { project, asset, amount, amountIn, checkout }: PriceRequest): Quote {
  const rate = rateOf(asset.currency, amountIn);
  if (rate === undefined) throw new Refusal('bad_value', 'The currency of the amount is not a known one');
  const converted = rules.convertedOf(amount, rate);
  const compared = rules.amountCompared(converted, amount, checkout);
  if (!rules.assetAmountAccepted(compared, asset.minLimit, asset.maxLimit)) {
    throw new Refusal('bad_amount', 'The amount is outside the limits of the asset');
  }
  const own = amountIn === asset.currency;
  return {
    amount,
    amountIn,
    convertPair: own ? null : `${asset.currency}${amountIn}`,
    convertRate: own ? null : rate,
    ...priceOf(rules, converted, { project, isOwn: own, feePaidBy: rules.feePayerOf(project.feePaidBy, checkout) }),
  };
}

type Price = Pick<Quote, 'converted' | 'payerFee' | 'merchantFee' | 'payAmount' | 'processingAmount'>;

/** Who pays the fees of which project, and whether the price is in the very currency that is paid. */
interface PricedBy {
  readonly project: Project;
  readonly feePaidBy: FeePayer;
  readonly isOwn: boolean;
}

/** The fees of a converted amount, and the resulting amounts for payer and merchant. */
export function priceOf(rules: Rules, converted: Money, { project, feePaidBy, isOwn }: PricedBy): Price {
  const fee = rules.platformFeeOf(converted, project.fixedFee, project.percentFee);
  const of = { isOwn, converted, isHidden: project.hideFee };
  const payerFee = rules.payerFeeOf(fee, feePaidBy, of);
  const merchantFee = rules.merchantFeeOf(fee, feePaidBy, of);
  const payAmount = rules.payAmountOf(converted, payerFee, of);
  const processingAmount = rules.processingAmountOf(payAmount, payerFee.plus(merchantFee));
  return { converted, payerFee, merchantFee, payAmount, processingAmount };
}
