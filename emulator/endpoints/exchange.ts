import { transfer } from '../domain/books.ts';
import { type Pair, symbolOf } from '../domain/exchangePairs.ts';
import type { Answer } from '../domain/httpMessages.ts';
import type { JsonRecord } from '../domain/json.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { jsonAnswer, orderAnswer } from '../http/answers.ts';
import { amountOf, text } from '../http/bodyFields.ts';
import { readRequestBody } from '../http/requestBody.ts';
import type { Context, Endpoint } from '../instance/context.ts';
import type { Instance } from '../instance/instance.ts';
import { spendable } from '../instance/recentDebits.ts';
import {
  type Condition,
  clientOrderIdOf,
  firstRefusal,
  freshClientOrderId,
  repeatedAnswer,
  useClientOrderId,
} from '../orders/order.ts';
import { costOf, executeTrade, pairsNow, pricedOrder, type Trade } from '../orders/trade.ts';
import { type ListOrSingle, SIDES } from '../rules/exchange.ts';
import type { Rules } from '../rules/index.ts';

/** GET /v1/user/exchange/limits. */
export const listLimits: Endpoint = ({ world, rules, operation }) =>
  jsonAnswer(
    pairsNow(world, rules).map((pair) => limitRecord(pair, 'list', rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/limits/{symbolPair}. Refused for an unknown pair. */
export const getLimit: Endpoint = (context) => single(context, limitRecord);

/** GET /v1/user/exchange/rates. */
export const listRates: Endpoint = ({ world, rules, operation }) =>
  jsonAnswer(
    ratedPairs(world, rules).map((pair) => rateRecord(pair, 'list', rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/rates/{symbolPair}. Refused for an unknown pair. */
export const getRate: Endpoint = (context) => single(context, rateRecord);

const ratedPairs = (world: Instance, rules: Rules): Pair[] => pairsNow(world, rules).filter(rules.rateListed);

type PairRecord = (pair: Pair, told: ListOrSingle, rules: Rules) => JsonRecord;

function single({ world, rules, operation, parameters: [symbol = ''] }: Context, record: PairRecord): Answer {
  const pairs = operation === 'getRate' ? ratedPairs(world, rules) : pairsNow(world, rules);
  const pair = rules.pairFound(pairs, symbol, 'path');
  const told = pair === undefined ? rules.unknownPairAnswer() : record(pair, 'single', rules);
  if (told === undefined) throw new Refusal('unknown_pair', 'There is no such pair');
  return jsonAnswer(told, operation, rules);
}

/** POST /v1/user/exchange: settles the order immediately at the current rate. */
export const createExchange: Endpoint = (context) => {
  const { world, rules, operation } = context;
  const body = readRequestBody(context);
  const [symbol, named] = [text(body, 'symbolPair'), text(body, 'side') ?? rules.sideUnsaid()];
  if (!symbol || !named) throw new Refusal('missing_field', 'symbolPair or side is missing');
  const amount = amountOf(body, 'amount', rules);
  const pair = rules.pairFound(pairsNow(world, rules), symbol, 'order');
  if (pair === undefined) throw new Refusal('bad_value', 'symbolPair is not known');
  if (!rules.sideAccepted(named)) throw new Refusal('bad_value', 'side is neither BUY nor SELL');
  const trade = pricedOrder(context, { pair, side: SIDES.find((side) => side === named) ?? 'BUY', amount });
  const clientOrderId = clientOrderIdOf(context, body);
  const refusal = firstRefusal(conditions(context, trade, clientOrderId));
  const repeated = repeatedAnswer(context, clientOrderId, refusal);
  if (repeated !== undefined) return repeated;
  if (refusal !== undefined) hold(context, trade, refusal.code);
  if (refusal !== undefined && !rules.recordedThough(refusal.code, operation)) throw refusal;
  const orderId = executeTrade(context, trade, clientOrderId);
  const answer = orderAnswer(orderId, operation, rules);
  useClientOrderId(context, clientOrderId, answer);
  if (refusal !== undefined) throw refusal;
  return answer;
};

/** Holds the part of a refused order's cost that a rule keeps. */
function hold({ world, rules, account }: Context, trade: Trade, code: RefusalCode): void {
  const { currency, amount } = costOf(trade);
  transfer(world.books, { currency, amount: rules.exchangeHeldThough(amount, code), from: account, to: 'held' });
}

/** Decimals of an order's amount: those of the smallest unit in any pair. */
const AMOUNT_SCALE = 8;

function conditions(context: Context, trade: Trade, clientOrderId: string | null): Condition[] {
  const { rules } = context;
  const { amount, pair } = trade;
  const cost = costOf(trade);
  return [
    [rules.withinScale(amount, AMOUNT_SCALE), 'bad_amount', `amount has more than ${AMOUNT_SCALE} decimals`],
    [rules.exchangeReaches(amount, pair.minLimit, trade.side), 'below_minimum', 'amount is below minLimit'],
    [rules.exchangeWithin(amount, pair.maxLimit, trade.side), 'above_maximum', 'amount is above maxLimit'],
    freshClientOrderId(context, clientOrderId),
    [
      rules.exchangeCovered(spendable(context, cost.currency), cost.amount),
      'insufficient_funds',
      'The balance is too small',
    ],
  ];
}

const limitRecord: PairRecord = (pair, told, rules) =>
  rules.dressed(
    rules.limitShown({ symbolPair: symbolOf(pair), minLimit: pair.minLimit, maxLimit: pair.maxLimit }, told),
    'limit',
  );

const rateRecord: PairRecord = ({ base, quote, ...pair }, told, rules) => {
  const { bid, ask, scale, roundingMode } = pair;
  const record = { baseAsset: base, quoteAsset: quote, bid, ask, scale, roundingMode, pair: `${base}${quote}` };
  return rules.dressed(rules.rateShown(record, told), 'rate');
};
