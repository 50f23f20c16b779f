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
  acceptsOrderId,
  type Condition,
  clientOrderIdOf,
  firstRefusal,
  freshClientOrderId,
  mayOrder,
  type Named,
  repeatedAnswer,
  useClientOrderId,
} from '../orders/order.ts';
import { costOf, executeTrade, failTrade, pairsNow, pricedOrder, type Trade } from '../orders/trade.ts';
import type { Rules } from '../rules/index.ts';
import { type ListOrSingle, SIDES } from '../rules/payments/exchange.ts';

/** GET /v1/user/exchange/limits. */
export const listLimits: Endpoint = ({ instance, rules, operation }) =>
  jsonAnswer(
    pairsNow(instance, rules).map((pair) => limitRecord(pair, 'list', rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/limits/{symbolPair}. Throws a Refusal for an unknown pair. */
export const getLimit: Endpoint = (context) => single(context, limitRecord);

/** GET /v1/user/exchange/rates. */
export const listRates: Endpoint = ({ instance, rules, operation }) =>
  jsonAnswer(
    ratedPairs(instance, rules).map((pair) => rateRecord(pair, 'list', rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/rates/{symbolPair}. Throws a Refusal for an unknown pair. */
export const getRate: Endpoint = (context) => single(context, rateRecord);

const ratedPairs = (instance: Instance, rules: Rules): Pair[] => pairsNow(instance, rules).filter(rules.rateListed);

type PairRecord = (pair: Pair, view: ListOrSingle, rules: Rules) => JsonRecord;

function single({ instance, rules, operation, parameters: [symbol = ''] }: Context, record: PairRecord): Answer {
  const pairs = operation === 'getRate' ? ratedPairs(instance, rules) : pairsNow(instance, rules);
  const pair = rules.pairFound(pairs, symbol, 'path');
  const value = pair === undefined ? rules.unknownPairAnswer() : record(pair, 'single', rules);
  if (value === undefined) throw new Refusal('unknown_pair', 'There is no such pair');
  return jsonAnswer(value, operation, rules);
}

/** POST /v1/user/exchange: settles the order immediately at the current rate. */
export const createExchange: Endpoint = (context) => {
  const { instance, rules, operation } = context;
  const body = readRequestBody(context);
  const [symbol, named] = [text(body, 'symbolPair'), text(body, 'side') ?? rules.sideUnsaid()];
  if (!symbol || !named) throw new Refusal('missing_field', 'symbolPair or side is missing');
  const amount = amountOf(body, 'amount', rules);
  const pair = rules.pairFound(pairsNow(instance, rules), symbol, 'order');
  if (pair === undefined) throw new Refusal('bad_value', 'symbolPair is not known');
  if (!rules.sideAccepted(named)) throw new Refusal('bad_value', 'side is neither BUY nor SELL');
  const trade = pricedOrder(context, { pair, side: SIDES.find((side) => side === named) ?? 'BUY', amount });
  const clientOrderId = clientOrderIdOf(context, body);
  const order = { clientOrderId, side: trade.side };
  const refusal = firstRefusal(conditions(context, trade, order));
  const repeated = repeatedAnswer(context, order, refusal);
  if (repeated !== undefined) return repeated;
  const isLate =
    rules.exchangeChecked() === 'later' && ['below_minimum', 'above_maximum'].includes(refusal?.code ?? '');
  if (isLate) return orderAnswer(failTrade(context, trade, clientOrderId), context);
  if (refusal !== undefined) hold(context, trade, refusal.code);
  if (refusal !== undefined && !rules.recordedThough(refusal.code, operation)) throw refusal;
  const orderId = executeTrade(context, trade, clientOrderId);
  const answer = orderAnswer(orderId, context);
  useClientOrderId(context, order, answer);
  if (refusal !== undefined) throw refusal;
  return answer;
};

/** Takes money for a refused order from the account and holds it. A rule sets the part of the cost that is held. */
function hold({ instance, rules, account }: Context, trade: Trade, code: RefusalCode): void {
  const { currency, amount } = costOf(trade);
  transfer(instance.books, { currency, amount: rules.exchangeHeldThough(amount, code), from: account, to: 'held' });
}

/** The maximum number of decimals of an order's amount; the smallest unit of all pairs has this number of decimals. */
const AMOUNT_SCALE = 8;

function conditions(context: Context, trade: Trade, order: Named): Condition[] {
  const { rules } = context;
  const { amount, pair } = trade;
  const cost = costOf(trade);
  return [
    [rules.withinScale(amount, AMOUNT_SCALE), 'bad_amount', `amount has more than ${AMOUNT_SCALE} decimals`],
    [rules.exchangeReaches(amount, pair, trade.side), 'below_minimum', 'amount is below minLimit'],
    [rules.exchangeWithin(amount, pair, trade.side), 'above_maximum', 'amount is above maxLimit'],
    freshClientOrderId(context, order),
    mayOrder(context),
    acceptsOrderId(context),
    [
      rules.exchangeCovered(spendable(context, cost.currency), cost.amount),
      'insufficient_funds',
      'The balance is too small',
    ],
  ];
}

const limitRecord: PairRecord = (pair, view, rules) =>
  rules.dressed(
    rules.limitShown({ symbolPair: symbolOf(pair), minLimit: pair.minLimit, maxLimit: pair.maxLimit }, view),
    'limit',
  );

const rateRecord: PairRecord = ({ base, quote, ...pair }, view, rules) => {
  const { bid, ask, scale, roundingMode } = pair;
  const record = { baseAsset: base, quoteAsset: quote, bid, ask, scale, roundingMode, pair: `${base}${quote}` };
  return rules.dressed(rules.rateShown(record, view), 'rate');
};
