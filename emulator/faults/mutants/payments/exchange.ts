import { roundDown, rounded } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** How far off the rate the mutants price: two percent. */
const OFF = '1.02';

/** So many times its balance the mutant of credit lets an order cost. */
const CREDIT = '1.1';

/** How long the mutant of a race overlooks what was taken, in milliseconds. */
const RACE_MS = 250;

/** Mutants of exchange orders (§ Exchange). */
export const exchangeMutants: readonly Mutant[] = [
  {
    name: 'exchange-rounds-half-up',
    breaks: 'XCH-03',
    level: 'state',
    because: 'amounts are rounded as the language does by default, whatever the rate says',
    rules: { quoteOf: (amount, price, { scale }) => rounded(amount.times(price), scale, 'HALF_UP') },
  },
  {
    name: 'exchange-cuts-off',
    breaks: 'XCH-03',
    level: 'state',
    because: 'what is below the last decimal place is cut off',
    rules: { quoteOf: (amount, price, { scale }) => roundDown(amount.times(price), scale) },
  },
  {
    name: 'no-selling',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'only buying was ever switched on',
    rules: { sideAccepted: (side) => side === 'BUY' },
  },
  {
    name: 'exchange-of-the-least-refused',
    breaks: 'XCH-04a',
    level: 'request',
    because: 'the minimum of a pair is compared with less-than-or-equal',
    rules: { exchangeReaches: (amount, minLimit) => amount.gt(minLimit) },
  },
  {
    name: 'exchange-answers-payment-id',
    breaks: 'XCH-04a',
    level: 'answer',
    because: 'the answer names the payment that the order made',
    rules: {
      orderIdText: (orderId, operation) => (operation === 'createExchange' ? orderId.replace(/^ORD/, 'PMT') : orderId),
    },
  },
  {
    name: 'buys-at-the-bid',
    breaks: 'XCH-04b',
    level: 'state',
    because: 'both sides trade at the bid since the spread was given up',
    rules: { priceOf: ({ bid }) => bid },
  },
  {
    name: 'sells-an-amount-in-quote',
    breaks: 'XCH-04b',
    level: 'state',
    because: 'the amount of a sale is what the merchant wants to get',
    rules: { amountIn: (side) => (side === 'SELL' ? 'quote' : 'base') },
  },
  {
    name: 'priced-off-the-rate',
    breaks: 'XCH-04c',
    level: 'state',
    because: 'a margin of two percent is taken beside the spread that is shown',
    rules: { priceOf: ({ bid, ask }, side) => (side === 'BUY' ? ask.times(OFF) : bid.div(OFF)) },
  },
  {
    name: 'cross-payout-priced-off-the-rate',
    breaks: 'XCH-04c',
    level: 'state',
    because: 'an exchange that a pay-out makes by itself costs two percent more',
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
    name: 'any-side-buys',
    breaks: 'XCH-05',
    level: 'request',
    because: 'what is not SELL is taken for BUY',
    rules: { sideAccepted: () => true },
  },
  {
    name: 'unknown-pair-is-the-first',
    breaks: 'XCH-05',
    level: 'request',
    because: 'a pair that is not found falls back to the default pair',
    rules: {
      pairFound: (pairs, symbol, where) =>
        conformingRules.pairFound(pairs, symbol, where) ?? (where === 'order' ? pairs[0] : undefined),
    },
  },
  {
    name: 'exchange-over-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the maximum of a pair is for the dashboard only',
    rules: { exchangeWithin: () => true },
  },
  {
    name: 'exchange-under-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the minimum of a pair is for the dashboard only',
    rules: { exchangeReaches: () => true },
  },
  {
    name: 'sale-over-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the maximum of a pair is looked at when its base asset is bought',
    rules: { exchangeWithin: (amount, maxLimit, side) => side === 'SELL' || amount.lte(maxLimit) },
  },
  {
    name: 'sale-under-limit',
    breaks: 'XCH-05',
    level: 'request',
    because: 'the minimum of a pair is looked at when its base asset is bought',
    rules: { exchangeReaches: (amount, minLimit, side) => side === 'SELL' || amount.gte(minLimit) },
  },
  {
    name: 'exchange-without-side-buys',
    breaks: 'XCH-05',
    level: 'request',
    because: 'an order that names no side gets the default of its form',
    rules: { sideUnsaid: () => 'BUY' },
  },
  {
    name: 'exchange-refused-but-held',
    breaks: 'XCH-05',
    level: 'state',
    because: 'what an order costs is held before its limits are looked at, and stays held',
    rules: { exchangeHeldThough: (cost) => cost },
  },
  {
    name: 'exchange-refused-but-settled',
    breaks: 'XCH-05',
    level: 'state',
    because: 'the limits of a pair are looked at once the order is on the books',
    rules: {
      recordedThough: (code, operation) =>
        operation === 'createExchange' && (code === 'below_minimum' || code === 'above_maximum'),
    },
  },
  {
    name: 'exchange-overdraws',
    breaks: 'XCH-08',
    level: 'state',
    because: 'the balance is not looked at before an exchange',
    rules: { exchangeCovered: () => true },
  },
  {
    name: 'exchange-on-credit',
    breaks: 'XCH-08',
    level: 'state',
    because: 'a tenth more than the balance is let through, as a margin for prices that move',
    rules: { exchangeCovered: (balance, cost) => balance.times(CREDIT).gte(cost) },
  },
  {
    name: 'exchanges-race',
    breaks: 'XCH-08',
    level: 'state',
    because: 'an exchange looks at a balance that is a quarter of a second old',
    rules: { takenCountsAfterMs: () => RACE_MS },
  },
  {
    name: 'exchange-moves-one-leg',
    breaks: 'BAL-02',
    level: 'state',
    because: 'what an exchange costs is booked, what it brings is forgotten',
    rules: { legMoved: (leg) => leg === 'quote' },
  },
  {
    name: 'exchange-never-settled',
    breaks: 'BAL-02',
    level: 'state',
    because: 'the order is answered and recorded, and its settlement is lost',
    rules: { legMoved: () => false },
  },
];
