import type { Pair } from '../../domain/exchangePairs.ts';
import { money, type RoundingMode, rounded } from '../../domain/money.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** The part of itself by which a price of a live market rises with each request: a hundred-thousandth. */
const RISE = '0.00001';

/** The number of decimals of a moving price. */
const PRICE_SCALE = 8;

/** A price between bid and ask; `share` 0 is the bid, 1 the ask. */
const between = ({ bid, ask }: Pair, share: string) => bid.plus(ask.minus(bid).times(share));

const roundedBy = (roundingMode: RoundingMode): Variant['rules'] => ({
  pairsOffered: (pairs) => pairs.map((pair) => ({ ...pair, roundingMode })),
});

/** Decimals of amounts in a currency. */
const decimalsOf = (currency: string) => ({ IDR: 0, USDT: 6 })[currency] ?? 2;

/**
 * The factors for the limits of a pair, one for each successive request. The list repeats after its end, and several successive requests get the same factor.
 */
const RAISED = ['1', '1', '1', '1.1', '1.1', '1.04', '1', '1', '1.04', '1.1'];

const OPEN_PRICE = '§ Exchange says only that rates have bid and ask, not at which price an order trades';
const OPEN_MODE = '§ Exchange rate, roundingMode: "observed value HALF_EVEN", not the only one';

/** Variants of the market (§ Exchange). */
export const marketVariants: readonly Variant[] = [
  {
    name: 'live-market',
    because: '§ Exchange rate: market prices move between two reads',
    rules: {
      pairPriced: (pair, served) => {
        const factor = money(RISE).times(served).plus(1);
        const moved = (price: Pair['bid']) => rounded(price.times(factor), PRICE_SCALE, 'HALF_EVEN');
        return { ...pair, bid: moved(pair.bid), ask: moved(pair.ask) };
      },
    },
  },
  {
    name: 'exchange-limits-that-move',
    because: '§ Exchange limit, minLimit and maxLimit: nothing says that they stay constant',
    rules: {
      pairPriced: ({ minLimit, maxLimit, ...pair }, served) => {
        const factor = RAISED[served % RAISED.length] ?? 1;
        return { ...pair, minLimit: minLimit.times(factor), maxLimit: maxLimit.times(factor) };
      },
    },
    differs: /"symbolPair"/,
  },
  {
    name: 'rate-without-scale',
    because: 'known from similar services: any answer may omit an optional field or set it to null',
    rules: { rateShown: ({ scale: _scale, ...record }) => record },
  },
  {
    name: 'exchange-at-mid-price',
    because: `${OPEN_PRICE}: halfway between the two`,
    rules: { priceOf: (pair) => between(pair, '0.5') },
  },
  {
    name: 'exchange-fee-in-the-spread',
    because: `${OPEN_PRICE}: a fee within the spread, of which the price uses a part`,
    rules: { priceOf: (pair, side) => between(pair, side === 'BUY' ? '0.8' : '0.2') },
  },
  { name: 'rates-round-half-up', because: OPEN_MODE, rules: roundedBy('HALF_UP') },
  { name: 'rates-round-down', because: OPEN_MODE, rules: roundedBy('DOWN') },
  {
    name: 'rates-of-another-scale',
    because: '§ Exchange rate, scale: any Integer',
    rules: { pairsOffered: (pairs) => pairs.map((pair) => ({ ...pair, scale: pair.scale === 0 ? 1 : 4 })) },
  },
  {
    name: 'limits-far-apart',
    because: '§ Exchange limit, "minLimit Number, maxLimit Number": very small and very large values are numbers too',
    rules: {
      pairsOffered: (pairs) =>
        pairs.map((pair) => ({ ...pair, minLimit: money('0.00000001'), maxLimit: money('9007199254740993000') })),
    },
    differs: /"symbolPair"/,
  },
  {
    name: 'cross-payouts-below-the-least-exchange-refused',
    because:
      '§ Payments, rule 2, and § Limits, exchange minimum: a pay-out that lacks less than an order may have can be refused',
    rules: { crossOrdered: (amount, minLimit) => (amount.lt(minLimit) ? undefined : amount) },
    differs: /"crossPayoutAsset"/,
  },
  {
    name: 'cross-payouts-buy-less-than-the-least',
    because:
      '§ Payments, rule 2: exactly the missing amount is bought, also below the minimum of orders that clients create',
    rules: { crossOrdered: (amount) => amount },
    differs: /"crossPayoutAsset"/,
  },
  {
    name: 'cross-payouts-buy-twice-the-least',
    because:
      '§ Limits, exchange minimum: how much is bought for a pay-out that lacks less than the minimum is not shown',
    rules: { crossOrdered: (amount, minLimit) => (amount.lt(minLimit) ? minLimit.times(2) : amount) },
    differs: /"crossPayoutAsset"/,
  },
  {
    name: 'exchange-limits-compared-rounded',
    because:
      '§ Exchange, amount, "Float": an amount is rounded to the decimals of its pair before it is compared with the limits',
    rules: {
      exchangeReaches: (amount, { minLimit, scale }) =>
        rounded(amount, Math.max(scale, minLimit.decimalPlaces()), 'HALF_UP').gte(minLimit),
      exchangeWithin: (amount, { maxLimit, scale }) =>
        rounded(amount, Math.max(scale, maxLimit.decimalPlaces()), 'HALF_UP').lte(maxLimit),
    },
  },
  {
    name: 'unknown-pair-bad-request',
    because: '§ Errors, "HTTP status codes for … missing resources: not shown": an unknown pair is answered with 400',
    rules: { refusalStatus: (code) => (code === 'unknown_pair' ? 400 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'unknown-pair-unprocessable',
    because: '§ Errors, "HTTP status codes for … missing resources: not shown": an unknown pair is answered with 422',
    rules: { refusalStatus: (code) => (code === 'unknown_pair' ? 422 : conformingRules.refusalStatus(code)) },
  },
  {
    name: 'exchanges-shown-nowhere',
    because: '§ Exchange does not say that its orders are payments: list and search do not show them',
    rules: { exchangeShown: () => false },
  },
  {
    name: 'amounts-in-decimals-of-their-currency',
    because:
      '§ Exchange rate, scale, "Integer": it may be the scale of the price, while amounts have the decimals of their currency',
    rules: {
      pairsOffered: (pairs) => pairs.map((pair) => ({ ...pair, scale: PRICE_SCALE })),
      quoteOf: (amount, price, { roundingMode, quote }) =>
        rounded(amount.times(price), decimalsOf(quote), roundingMode),
    },
  },
  {
    name: 'exchange-as-two-payments',
    because:
      '§ Exchange does not say how an order is shown: as a debit of one asset and a credit of the other with one orderId',
    rules: { legsShown: () => ['base', 'quote'] },
  },
  {
    name: 'balances-by-coin',
    because:
      '§ Balance, "Fields of the response: not shown": an object with a list, other names, several kinds of figures',
    rules: {
      balancesShown: (balances) => ({
        totalInUsd: 1_000_000,
        wallets: balances.map(({ currency, balance }) => ({
          walletId: 7,
          coin: { code: currency, precision: 8 },
          funds: { total: String(balance) },
          availableBalance: String(balance),
          locked: '0',
        })),
      }),
    },
  },
  {
    name: 'balances-in-a-map',
    because: '§ Balance, "Fields of the response: not shown": a map by currency',
    rules: {
      balancesShown: (balances) => ({
        data: Object.fromEntries(
          balances.map(({ currency, balance }) => [String(currency), { held: 0, free: balance ?? null }]),
        ),
      }),
    },
  },
  {
    name: 'balances-total-and-available',
    because: '§ Balance, "Fields of the response: not shown": total and available instead of a field balance',
    rules: {
      balancesShown: (balances) =>
        balances.map(({ currency, balance }) => ({ currency, total: balance, available: balance })),
    },
  },
];
