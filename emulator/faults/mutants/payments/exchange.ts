import { roundDown, rounded } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** The factor by which the mutants misprice: two percent. */
const OFF = '1.02';

/** The credit mutant accepts an order that costs up to this multiple of the balance. */
const CREDIT = '1.1';

/** How long the race mutant overlooks a debit, in milliseconds. */
const RACE_MS = 250;

/** Mutants of exchange orders (§ Exchange). */
export const exchangeMutants: readonly Mutant[] = [
  {
    name: 'exchange-rounds-half-up',
    breaks: 'XCH-03',
    level: 'state',
    because: 'amounts are rounded by the language’s default, whatever the rate says',
    rules: { quoteOf: (amount, price, { scale }) => rounded(amount.times(price), scale, 'HALF_UP') },
  },
  {
    name: 'exchange-cuts-off',
    breaks: 'XCH-03',
    level: 'state',
    because: 'digits below the last decimal place are truncated',
    rules: { quoteOf: (amount, price, { scale }) => roundDown(amount.times(price), scale) },
  },
  {
    name: 'no-selling',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'only buying was enabled',
    rules: { sideAccepted: (side) => side === 'BUY' },
  },
  {
    name: 'exchange-of-the-least-refused',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'an amount equal to the minimum of a pair is refused',
    rules: { exchangeReaches: (amount, { minLimit }) => amount.gt(minLimit) },
  },
  {
    name: 'exchange-of-the-most-refused',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'an amount equal to the maximum of a pair is refused',
    rules: { exchangeWithin: (amount, { maxLimit }) => amount.lt(maxLimit) },
  },
  {
    name: 'exchange-answers-payment-id',
    breaks: 'XCH-04a',
    level: 'answer',
    because: 'the answer holds the id of the payment instead of the order',
    rules: {
      orderIdText: (orderId, operation) => (operation === 'createExchange' ? orderId.replace(/^ORD/, 'PMT') : orderId),
    },
  },
  {
    name: 'buys-at-the-bid',
    breaks: 'XCH-04b',
    level: 'state',
    because: 'both sides trade at the bid, without a spread',
    rules: { priceOf: ({ bid }) => bid },
  },
  {
    name: 'sells-an-amount-in-quote',
    breaks: 'XCH-04b',
    level: 'state',
    because: 'the amount of a sale is taken in the quote asset',
    rules: { amountIn: (side) => (side === 'SELL' ? 'quote' : 'base') },
  },
  {
    name: 'priced-off-the-rate',
    breaks: 'XCH-04c',
    level: 'state',
    because: 'a margin of two percent is taken in addition to the spread shown',
    rules: { priceOf: ({ bid, ask }, side) => (side === 'BUY' ? ask.times(OFF) : bid.div(OFF)) },
  },
  {
    name: 'fiat-bought-off-the-rate',
    breaks: 'XCH-04c',
    level: 'state',
    because: 'what is bought with money in cents costs two percent more, since the margin of the card desk is added',
    rules: {
      priceOf: (pair, side, automatic) =>
        side === 'BUY' && pair.scale === 2 ? pair.ask.times(OFF) : conformingRules.priceOf(pair, side, automatic),
    },
  },
  {
    name: 'cross-payout-priced-off-the-rate',
    breaks: 'XCH-04c',
    level: 'state',
    because: 'the automatic exchange of a cross payout costs two percent more',
    rules: {
      priceOf: (pair, side, automatic) =>
        automatic
          ? side === 'BUY'
            ? pair.ask.times(OFF)
            : pair.bid.div(OFF)
          : conformingRules.priceOf(pair, side, automatic),
    },
  },
  {
    name: 'purchase-of-much-shown-after-commission',
    breaks: 'XCH-04c',
    level: 'answer',
    because: 'a purchase above a threshold is listed without what the desk keeps, though the whole is credited',
    rules: {
      recordShown: (record, _place, { orderType, transactionType, amount }) =>
        orderType === 'EXCHANGE' && transactionType === 'CREDIT' && amount.gt(150)
          ? { ...record, amount: roundDown(amount.times('0.98'), 2) }
          : record,
    },
  },
  {
    name: 'any-side-buys',
    breaks: 'XCH-05',
    level: 'request',
    because: 'any side but SELL is treated as BUY',
    rules: { sideAccepted: () => true },
  },
  {
    name: 'unknown-pair-is-the-first',
    breaks: 'XCH-05',
    level: 'request',
    because: 'an unknown pair falls back to the default pair',
    rules: {
      pairFound: (pairs, symbol, where) =>
        conformingRules.pairFound(pairs, symbol, where) ?? (where === 'order' ? pairs[0] : undefined),
    },
  },
  {
    name: 'fiat-pairs-sell-over-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the maximum of a sale is taken in cents where the desk settles in cents',
    rules: {
      exchangeWithin: (amount, { maxLimit }, side) =>
        amount.lte(side === 'SELL' && maxLimit.gt(1000) ? maxLimit.times(100) : maxLimit),
    },
  },
  {
    name: 'exchange-over-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'only the dashboard enforces the maximum of a pair',
    rules: { exchangeWithin: () => true },
  },
  {
    name: 'exchange-under-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'only the dashboard enforces the minimum of a pair',
    rules: { exchangeReaches: () => true },
  },
  {
    name: 'sale-over-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the maximum of a pair is checked only when its base asset is bought',
    rules: { exchangeWithin: (amount, { maxLimit }, side) => side === 'SELL' || amount.lte(maxLimit) },
  },
  {
    name: 'sale-under-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the minimum of a pair is checked only when its base asset is bought',
    rules: { exchangeReaches: (amount, { minLimit }, side) => side === 'SELL' || amount.gte(minLimit) },
  },
  {
    name: 'exchange-without-side-buys',
    breaks: 'XCH-05',
    level: 'request',
    because: 'an order without a side gets the default of its form',
    rules: { sideUnsaid: () => 'BUY' },
  },
  {
    name: 'exchange-refused-but-held',
    breaks: 'XCH-05',
    level: 'state',
    because: 'the cost of an order is held before its limits are checked, and stays held',
    rules: { exchangeHeldThough: (cost) => cost },
  },
  {
    name: 'exchange-refused-but-settled',
    breaks: 'XCH-05',
    level: 'state',
    because: 'the limits of a pair are checked after the order is booked',
    rules: {
      recordedThough: (code, operation) =>
        operation === 'createExchange' && (code === 'below_minimum' || code === 'above_maximum'),
    },
  },
  {
    name: 'exchange-overdraws',
    breaks: 'XCH-08',
    level: 'state',
    because: 'the balance is not checked before an exchange',
    rules: { exchangeCovered: () => true },
  },
  {
    name: 'exchange-on-credit',
    breaks: 'XCH-08',
    level: 'state',
    because: 'an order may cost a tenth more than the balance, as a margin for moving prices',
    rules: { exchangeCovered: (balance, cost) => balance.times(CREDIT).gte(cost) },
  },
  {
    name: 'exchanges-race',
    breaks: 'XCH-08',
    level: 'state',
    because: 'an exchange checks a balance that is a quarter of a second old',
    rules: { takenCountsAfterMs: () => RACE_MS },
  },
  {
    name: 'exchange-moves-one-leg',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the cost of an exchange is booked, but its proceeds are not',
    rules: { legMoved: (leg) => leg === 'quote' },
  },
  {
    name: 'exchange-never-settled',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the order is answered and recorded, but never settled',
    rules: { legMoved: () => false },
  },
];
