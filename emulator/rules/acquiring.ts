import type { Project } from '../acquiring.ts';
import { FAMILIES } from '../addresses.ts';
import { type Money, roundUp, ZERO } from '../money.ts';
import type { RuleKinds } from './kind.ts';

/** Decimals of computed crypto amounts. */
const SCALE = 5;
const REQUEST_WINDOW_MS = 600_000;

/** How checkouts, requests and bundles are made (§ Crypto acquiring). */
export const acquiringRules = {
  /** A project takes the assets that are enabled in it. */
  assetEnabled(enabled: readonly string[], asset: string): boolean {
    return enabled.includes(asset);
  },
  /** The crypto amount that a fiat amount comes to, rounded up to 5 decimals. */
  convertedOf(amount: Money, rate: Money): Money {
    return roundUp(amount.div(rate), SCALE);
  },
  /** The platform fee: fixed part and percent of the amount, rounded up to 5 decimals. */
  platformFeeOf(amount: Money, fixed: Money, percent: Money): Money {
    return roundUp(amount.times(percent).div(100).plus(fixed), SCALE);
  },
  /** The fee that is added to what the payer pays: only where the end user pays it. */
  payerFeeOf(fee: Money, feePaidBy: Project['feePaidBy']): Money {
    return feePaidBy === 'payer' ? fee : ZERO;
  },
  /** What the payer is expected to pay. */
  payAmountOf(converted: Money, payerFee: Money): Money {
    return converted.plus(payerFee);
  },
  /** What is credited: the amount paid less the fees. */
  processingAmountOf(payAmount: Money, fee: Money): Money {
    return payAmount.minus(fee);
  },
  /** An amount of an asset lies within the limits of the asset. */
  assetAmountAccepted(amount: Money, minLimit: Money, maxLimit: Money): boolean {
    return amount.gte(minLimit) && amount.lte(maxLimit);
  },
  /** amount and amountIn come together or not at all. */
  amountPairAccepted(amount: boolean, amountIn: boolean): boolean {
    return amount === amountIn;
  },
  /** A FIXED_PRICE checkout needs its amount, another type takes none. */
  needsFixedAmount(type: string): boolean {
    return type === 'FIXED_PRICE';
  },
  /** How long a payer has for a request. */
  requestWindowMs(): number {
    return REQUEST_WINDOW_MS;
  },
  /** An address of one EVM blockchain serves the other EVM blockchains of the bundle; a chain serves its own assets. */
  addressShared(held: string, wanted: string): boolean {
    return held === wanted || (FAMILIES[held] === 'evm' && FAMILIES[wanted] === 'evm');
  },
};

/** How each rule of this group can be broken mechanically. */
export const acquiringKinds: RuleKinds<typeof acquiringRules> = {
  assetEnabled: 'predicate',
  convertedOf: 'amount',
  platformFeeOf: 'amount',
  payerFeeOf: 'amount',
  payAmountOf: 'amount',
  processingAmountOf: 'amount',
  assetAmountAccepted: 'predicate',
  amountPairAccepted: 'predicate',
  needsFixedAmount: 'predicate',
  requestWindowMs: 'choice',
  addressShared: 'predicate',
};
