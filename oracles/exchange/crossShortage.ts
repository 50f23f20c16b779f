import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { limitsIn, ratesIn } from '../answers/exchangeLists.ts';
import { amountIn } from '../answers/searchPage.ts';
import { type Fees, feeInterpretations } from '../balances/feeInterpretations.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';

/** The requested pay-out: its currency, the currency it is bought with, the amount, and the fee of the method. */
export interface CrossPayoutRequest {
  wanted: string;
  from: string;
  amount: string;
  fees: Fees;
  /** The decimals of the paying currency, if the methods list shows them. */
  quotePlaces?: number;
  /** A pay-out in the same currency that was on its way before, and which the balance had paid already. */
  earlier?: string;
}

/** True for a pay-out that has ended otherwise than in SUCCESS: what it took returns. */
export const isReturned = (payment: ExactObject): boolean => {
  const status = textField(payment, 'status') ?? '';
  return isFinalStatus(status) && status !== 'SUCCESS';
};

/** Returns the possible drops of the balance by the pay-out, one for each interpretation of its fee. */
export function drops({ amount, fees }: CrossPayoutRequest): Decimal[] {
  return feeInterpretations('paid out', decimal(amount), fees).map(({ drop }) => drop);
}

/**
 * Returns the possible amounts to buy, one for each interpretation of the fee. Only the amount that the balance lacks is bought (§ Payments, rule 2: a pay-out
 * of 30 with a balance of 10 buys 20).
 */
export const shorts = (short: CrossPayoutRequest, had: Decimal): Decimal[] =>
  drops(short).map((drop) => drop.minus(had));

/** Returns the amount of the order that bought the wanted currency; undefined if none is shown. */
export function orderedIn({ wanted }: CrossPayoutRequest, orders: readonly ExactObject[]): Decimal | undefined {
  const order = orders.find((one) => textField(one, 'currency') === wanted);
  return order && amountIn(order)?.abs();
}

/** A request that was sent, on the account that sent it. */
type SentRequest = CrossPayoutRequest & { round: { created: string } };

/** The lowest and the highest minimum that the lists of a run show for the pair which buys what is short. */
interface LeastOrder {
  lowest: Decimal;
  highest: Decimal;
}

/** Returns the minimum of the automatic exchange order; undefined if no list shows it, or if a second pair has the same assets the other way round. */
function leastOrder(record: RunRecord, { wanted, from, round }: SentRequest): LeastOrder | undefined {
  const { account } = record.exchange(round.created).line.request;
  const rates = record.of('GET /v1/user/exchange/rates', account).flatMap(ratesIn);
  if (rates.some(({ base, quote }) => base === from && quote === wanted)) return undefined;
  const pair = rates.find(({ base, quote }) => base === wanted && quote === from)?.pair;
  const [first, ...others] = record
    .of('GET /v1/user/exchange/limits', account)
    .flatMap(limitsIn)
    .flatMap(({ symbolPair, minLimit }) => (symbolPair === pair && minLimit ? [minLimit] : []));
  if (!first) return undefined;
  const [lowest, highest] = [
    others.reduce((one, other) => (other.lt(one) ? other : one), first),
    others.reduce((one, other) => (other.gt(one) ? other : one), first),
  ];
  return { lowest, highest };
}

/** What the automatic exchange of a pay-out may buy. */
export interface Buying {
  /** True if an exchange order may have this amount. */
  fits(amount: Decimal): boolean;
  /** True if what is short may be below the minimum of the pair. Whether such a pay-out is refused, or buys it or the minimum, is not shown. */
  isBelowLeast: boolean;
  /** Returns what an order of this amount shows about such a pay-out; undefined if nothing. */
  lessonOf(amount: Decimal | undefined): string | undefined;
  /** The amounts that may have been bought, as far as the balances tell. */
  amounts: readonly Decimal[];
  /** The same amounts in words. */
  words: string;
}

/**
 * Returns what a pay-out may buy whose balance was `had` and is `has`: what the balance lacks (§ Payments, rule 2) or, if that is below the minimum of the pair,
 * also the minimum or more. Whether the limits of exchange orders (§ Limits) bind the automatic one too is not shown.
 */
export function buyingOf(
  record: RunRecord,
  request: SentRequest,
  { had, has }: { had: Decimal; has: Decimal },
): Buying {
  const needed = shorts(request, had);
  const least = leastOrder(record, request);
  const isBelowLeast = least !== undefined && needed.some((one) => one.gt(0) && one.lt(least.highest));
  const isMissing = (amount: Decimal) => needed.some((one) => one.eq(amount));
  const fits = (amount: Decimal) => isMissing(amount) || (isBelowLeast && amount.gte(least.lowest));
  const fromBalance = isBelowLeast ? drops(request).map((drop) => has.minus(had).plus(drop)) : [];
  const words = [
    ...needed.map((one) => one.toFixed()),
    ...(isBelowLeast ? [`at least ${least.lowest.toFixed()}`] : []),
  ];
  const amounts = [...needed, ...fromBalance].filter((one) => one.gt(0) && fits(one));
  const lessonOf = (amount: Decimal | undefined) => {
    if (!isBelowLeast || !amount) return undefined;
    return isMissing(amount) ? 'buys what is missing' : 'buys the minimum or more';
  };
  return { fits, isBelowLeast, lessonOf, amounts, words: [...new Set(words)].join(' or ') };
}
