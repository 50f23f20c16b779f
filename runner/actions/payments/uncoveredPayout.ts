import { LosslessNumber } from 'lossless-json';
import { type Fees, feeInterpretations } from '../../../oracles/balances/moneyConservation.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { Method } from '../inputs/methods.ts';

/** A pair that an exchange can be ordered in, its base asset bought with its quote asset (§ Exchange rate, § Exchange limit). */
interface Pair {
  symbolPair: string;
  base: string;
  quote: string;
  ask: Decimal;
  minLimit: Decimal;
  maxLimit: Decimal;
}

/** A pay-out of more than the balance holds, by so much that an exchange of the pair can make it good. */
export interface UncoveredPayout {
  symbolPair: string;
  wanted: string;
  from: string;
  /** The balance before it, the amount, and what the amount and its fee lack at the most; decimals. */
  balance: string;
  amount: string;
  short: string;
}

const largest = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.gt(one) ? other : one));

/** Prices move: of what is paid with there must be this many times as much as it costs now. */
const margin = 2;

/**
 * The pay-out that lacks a little more than the least that the method pays and the pair trades; undefined where a maximum or
 * the other balance stands against it.
 */
export function uncoveredPayout(
  method: Method,
  { pair, balance, purse }: { pair: Pair; balance: Decimal; purse: Decimal },
): UncoveredPayout | undefined {
  const least = largest([method.minLimit ?? decimal('10'), pair.minLimit]);
  const amount = roundTo(balance.plus(least.times(2)), method.scale, 'UP');
  const taken = feeInterpretations('paid out', amount, feesOf(method)).map(({ drop }) => drop);
  const short = largest(taken).minus(balance);
  // What it empties is bought back, for the next run.
  const cost = short.plus(balance).times(pair.ask).times(margin);
  if (method.maxLimit?.lt(amount) || pair.maxLimit.lt(short) || purse.lt(cost)) return undefined;
  const texts = { balance: balance.toFixed(), amount: amount.toFixed(), short: short.toFixed() };
  return { symbolPair: pair.symbolPair, wanted: pair.base, from: pair.quote, ...texts };
}

/** What the methods list charges for a payment by this method. */
export function feesOf({ percent, fixed, leastFee, scale }: Method): Fees {
  const least = leastFee && { least: leastFee.toFixed() };
  return { percent: percent.toFixed(), fixed: fixed.toFixed(), ...least, scale };
}

/**
 * The bodies that ask for it, the one of the table first (§ Payments, pay-out body). The text also knows a body that names the
 * target asset `asset` (rule 2); assets are spelt in two ways, and clients of this family send its amount as a text.
 */
export function crossBodies(
  { wanted, from, amount }: UncoveredPayout,
  { cryptoAddress, blockchain }: { cryptoAddress: string; blockchain: string },
): Record<string, unknown>[] {
  const exact = new LosslessNumber(amount);
  const route = { currency: wanted, method: 'CRYPTOCOIN', blockchain };
  const named = { asset: wanted, crossPayoutAsset: from };
  const full = { asset: `${blockchain}_${wanted}`, crossPayoutAsset: `${blockchain}_${from}` };
  return [
    { ...route, amount: exact, cryptoAddress, crossPayoutAsset: from },
    { ...named, amount: exact, cryptoAddress },
    { ...named, amount, cryptoAddress },
    { ...full, amount, cryptoAddress },
  ];
}
