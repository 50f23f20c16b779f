import { LosslessNumber } from 'lossless-json';
import { barePayout } from '../../../generators/payloads/payment.ts';
import { type Fees, feeInterpretations } from '../../../oracles/balances/feeInterpretations.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { PayoutBody } from '../../../schemas/requestTypes.ts';
import type { Method } from '../inputs/methods.ts';

/** A pair for which an exchange can be ordered; its base asset is bought with its quote asset (§ Exchange rate, § Exchange limit). */
interface Pair {
  symbolPair: string;
  base: string;
  quote: string;
  ask: Decimal;
  minLimit: Decimal;
  maxLimit: Decimal;
}

/** A pay-out above the balance. An exchange of the pair can supply the missing amount. */
export interface UncoveredPayout {
  symbolPair: string;
  wanted: string;
  from: string;
  /** The balance before the pay-out, the amount of the pay-out, and the largest excess of amount and fee over the balance; decimals. */
  balance: string;
  amount: string;
  short: string;
  /** The minimum of the pair. */
  least: string;
}

const largest = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.gt(one) ? other : one));

/** The paying balance must hold this many times the current cost, because prices move. */
const margin = 2;

/** What a pay-out is made from: the pair, the two balances, and how much is short. */
interface Shortfall {
  pair: Pair;
  balance: Decimal;
  purse: Decimal;
  times: number;
  isBelowLeast: boolean;
}

/** The least amount of a pay-out by a method. */
export const leastOf = (method: Method): Decimal => method.minLimit ?? decimal('10');

/** The most that a pay-out takes from the balance: its amount with its fees, whichever way these are read. */
export const takenBy = (method: Method, amount: Decimal) =>
  largest(feeInterpretations('paid out', amount, feesOf(method)).map(({ drop }) => drop));

/** Returns the amount of a pay-out that lacks `times` the minimum of the method or of the pair, or with its fee `times` the minimum of the pair. */
function shortAmount(method: Method, { pair, balance, times, isBelowLeast }: Shortfall): Decimal {
  const least = isBelowLeast ? pair.minLimit : largest([leastOf(method), pair.minLimit]);
  const amount = balance.plus(least.times(times));
  const fee = isBelowLeast ? takenBy(method, amount).minus(amount) : decimal('0');
  return roundTo(amount.minus(fee), method.scale, times === 0 || isBelowLeast ? 'DOWN' : 'UP');
}

/**
 * Returns the pay-out that exceeds the balance by `times` the minimum of the method and of the pair, whichever is larger, or by less than the minimum of the
 * pair. Returns undefined if nothing is short (a method without fees takes no more than the balance), if a limit forbids this amount, or if the balance of the quote asset does not cover the exchange.
 */
export function uncoveredPayout(method: Method, shortfall: Shortfall): UncoveredPayout | undefined {
  const { pair, balance, purse: quoteBalance, times, isBelowLeast } = shortfall;
  const amount = shortAmount(method, shortfall);
  const short = takenBy(method, amount).minus(balance);
  // The cost includes the emptied balance, because the run buys it back for the next run.
  const cost = largest([short, pair.minLimit]).plus(balance).times(pair.ask).times(margin);
  const isTradable = isBelowLeast
    ? short.gt(0) && short.lt(pair.minLimit)
    : short.gt(0) && (times === 0 || short.gte(pair.minLimit)) && short.lte(pair.maxLimit);
  const isPayable = amount.gte(method.minLimit ?? 0) && !method.maxLimit?.lt(amount);
  if (!isTradable || !isPayable || quoteBalance.lt(cost)) return undefined;
  const texts = {
    balance: balance.toFixed(),
    amount: amount.toFixed(),
    short: short.toFixed(),
    least: pair.minLimit.toFixed(),
  };
  return { symbolPair: pair.symbolPair, wanted: pair.base, from: pair.quote, ...texts };
}

/**
 * Returns the amount that buys the former balance back, at least the minimum of the pair. A pay-out that was refused or has failed leaves the balance, which must
 * not grow with each run. A balance that is not shown counts as spent.
 */
export function toBuyBack({ balance, least }: Pick<UncoveredPayout, 'balance' | 'least'>, left = decimal('0')): string {
  return largest([decimal(balance).minus(left), decimal(least)]).toFixed();
}

/** Returns the fees of the methods list for a payment by this method. */
export function feesOf({ percent, fixed, leastFee, scale }: Method): Fees {
  const least = leastFee && { least: leastFee.toFixed() };
  return { percent: percent.toFixed(), fixed: fixed.toFixed(), ...least, scale };
}

/** Where a pay-out goes to, and the id of its method if the body names the method by it. */
interface Destination {
  cryptoAddress: string;
  blockchain: string;
  paymentMethodId?: string;
}

/** The forms of the body of a cross payout, in the order of `crossBodies`. */
export const crossForms = [
  'as the table has it',
  'with an asset',
  'with an asset, the amount as text',
  'with assets and chains, the amount as text',
] as const;

/** One form of the body of a cross payout. */
export type CrossForm = (typeof crossForms)[number];

/**
 * Returns the possible bodies of a pay-out that the balance does not cover, starting with the body in the table (§ Payments, pay-out body). The text also shows
 * a body that names the target asset `asset` (rule 2). Assets are spelled in two ways, and clients of similar interfaces send the amount in this body as text.
 */
export function crossBodies(
  { wanted, from, amount }: UncoveredPayout,
  { cryptoAddress, blockchain, paymentMethodId }: Destination,
): [PayoutBody, ...Record<string, unknown>[]] {
  const exact = new LosslessNumber(amount);
  const route =
    paymentMethodId === undefined ? { currency: wanted, method: 'CRYPTOCOIN', blockchain } : { paymentMethodId };
  const named = { asset: wanted, crossPayoutAsset: from };
  const full = { asset: `${blockchain}_${wanted}`, crossPayoutAsset: `${blockchain}_${from}` };
  return [
    barePayout({ ...route, amount: exact, cryptoAddress, crossPayoutAsset: from }),
    barePayout({ ...named, amount: exact, cryptoAddress }),
    ...[named, full].map((one) => ({ ...barePayout({ ...one, amount: exact, cryptoAddress }), amount })),
  ];
}
