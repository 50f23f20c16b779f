import { partOf } from '../../../generators/amounts/prices.ts';
import { numberIn } from '../../../oracles/answers/exchangeLists.ts';
import type { AddressTerms } from '../../../oracles/webhooks/deposits/deposits.ts';
import { type Decimal, decimal, type Exact, roundTo } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';
import { belowMinimum } from './transfers.ts';

/** What is added to an amount, so that deposits have two decimals, one or none. */
const odds = ['1.37', '2', '0.7'].map((one) => decimal(one));

/** How large a deposit is: so many times the minimum and the fees, and a little more for the `nth`; at most what the project lists for the asset. */
interface DepositSizing {
  by: number;
  nth: number;
  most: Decimal | undefined;
}

/** Returns the maximum of an asset that deposit options list, in its own currency. */
export function mostOf(options: Exact | undefined, asset: string): Decimal | undefined {
  return numberIn(field(field(options, 'limits'), asset), 'maxLimit') ?? numberIn(field(options, 'maxLimits'), asset);
}

const tenths = 10;

/**
 * Returns an amount above the minimum and all fees, with no more decimals than any asset has. An amount above the maximum becomes a part of what lies between the
 * two.
 */
export function ampleAmount(terms: AddressTerms, { by, nth, most }: DepositSizing): Decimal {
  const { minLimit, fixedFee, networkFeeEstimate } = terms;
  const fees = fixedFee.plus(networkFeeEstimate);
  const least = minLimit.gt(fees) ? minLimit : fees;
  const odd = odds[nth % odds.length] ?? decimal('1');
  const amount = least.times(by).ceil().plus(odd.times(nth));
  if (!most || amount.lte(most)) return amount;
  const part = most
    .minus(least)
    .times(1 + (nth % (tenths - 2)))
    .div(tenths);
  return roundTo(least.plus(part), Math.max(2, least.decimalPlaces(), most.decimalPlaces()), 'DOWN');
}

/** Returns exactly the minimum if it leaves something after the fees, or else little more than they take. */
export function leastAmount({ minLimit, percentFee, fixedFee, networkFeeEstimate }: AddressTerms): Decimal {
  const part = decimal('1').minus(percentFee.div(100));
  const taken = fixedFee.plus(networkFeeEstimate.times(2)).div(part.gt(0) ? part : decimal('1'));
  const above = roundTo(taken.times(2), 2, 'UP').plus('0.01');
  return minLimit.gt(above) ? minLimit : above;
}

/** The decimals of drawn amounts, in turn: every coin has six. */
const places = [2, 6, 0, 4, 1, 3, 5] as const;

/** Drawn amounts are up to so many powers of ten times the least one. */
const magnitudes = 4;

/** One in so many drawn amounts is exactly the least one, and one is too little. */
const edgesOneIn = 8;

/**
 * Returns an amount to pay to a static address, as decimal text, by a drawn number of 16 bits: of any magnitude from the least one on, with none to six decimals, now
 * and then exactly the least one or less than the minimum. At most what the project lists for the asset.
 */
export function depositInTurn(terms: AddressTerms, drawn: number, most?: Decimal): string {
  const least = leastAmount(terms);
  const edge = drawn % edgesOneIn;
  if (edge === 1 && terms.minLimit.gt(0)) return belowMinimum(terms.minLimit);
  const times = decimal((10 ** (magnitudes * partOf(drawn))).toFixed(6));
  const amount = roundTo(least.times(times), places[drawn % places.length] ?? 2, 'UP');
  return (edge === 0 || most?.lt(amount) ? least : amount).toFixed();
}
