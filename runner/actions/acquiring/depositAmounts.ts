import { numberIn } from '../../../oracles/answers/exchangeLists.ts';
import type { AddressTerms } from '../../../oracles/webhooks/deposits/deposits.ts';
import { type Decimal, decimal, type Exact, roundTo } from '../../../schemas/json/exact.ts';
import { field } from '../../../traffic/journal/runRecord.ts';

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
