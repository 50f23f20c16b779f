import { jsonAnswer, orderAnswer } from '../answer.ts';
import { amountOf, readBody, text } from '../body.ts';
import { balanceOf } from '../books.ts';
import type { Context, Endpoint } from '../context.ts';
import type { JsonRecord } from '../json.ts';
import { type Condition, clientOrderIdOf, firstObjection, freshClientOrderId, useClientOrderId } from '../order.ts';
import { type Pair, symbolOf } from '../pairs.ts';
import { Refusal } from '../refusal.ts';
import { SIDES } from '../rules/exchange.ts';
import type { Rules } from '../rules.ts';
import { carryOut, costOf, priced, type Trade } from '../trade.ts';

/** GET /v1/user/exchange/limits. */
export const listLimits: Endpoint = ({ world, rules, operation }) =>
  jsonAnswer(
    world.pairs.map((pair) => limitRecord(pair, rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/limits/{symbolPair}. Refused for an unknown pair. */
export const getLimit: Endpoint = (context) =>
  jsonAnswer(limitRecord(pairNamed(context), context.rules), context.operation, context.rules);

/** GET /v1/user/exchange/rates. */
export const listRates: Endpoint = ({ world, rules, operation }) =>
  jsonAnswer(
    world.pairs.map((pair) => rateRecord(pair, rules)),
    operation,
    rules,
  );

/** GET /v1/user/exchange/rates/{symbolPair}. Refused for an unknown pair. */
export const getRate: Endpoint = (context) =>
  jsonAnswer(rateRecord(pairNamed(context), context.rules), context.operation, context.rules);

/** POST /v1/user/exchange: settled at once at the rate of the moment; the amount is in the base asset. */
export const createExchange: Endpoint = (context) => {
  const { world, rules, operation } = context;
  const body = readBody(context.call.body);
  const [symbol, asked] = [text(body, 'symbolPair'), text(body, 'side')];
  if (!symbol || !asked) throw new Refusal('missing_field', 'symbolPair or side is missing');
  const amount = amountOf(body, 'amount', rules);
  const pair = world.pairs.find((known) => symbolOf(known) === symbol);
  if (pair === undefined) throw new Refusal('bad_value', 'symbolPair is not known');
  if (!rules.sideAccepted(asked)) throw new Refusal('bad_value', 'side is neither BUY nor SELL');
  const trade = priced(context, { pair, side: SIDES.find((side) => side === asked) ?? 'BUY', amount });
  const clientOrderId = clientOrderIdOf(context, body);
  const refusal = firstObjection(conditions(context, trade, clientOrderId));
  if (refusal !== undefined && !rules.recordedThough(refusal.code, operation)) throw refusal;
  const { orderId } = carryOut(context, trade, clientOrderId);
  useClientOrderId(context, clientOrderId);
  if (refusal !== undefined) throw refusal;
  return orderAnswer(orderId, operation, rules);
};

/** Decimals of an order's amount: as many as the smallest coin of the pairs has. */
const AMOUNT_SCALE = 8;

function conditions(context: Context, trade: Trade, clientOrderId: string | null): Condition[] {
  const { rules, account } = context;
  const { amount, pair } = trade;
  const cost = costOf(trade);
  return [
    [rules.withinScale(amount, AMOUNT_SCALE), 'bad_amount', `amount has more than ${AMOUNT_SCALE} decimals`],
    [rules.exchangeReaches(amount, pair.minLimit), 'below_minimum', 'amount is below minLimit'],
    [rules.exchangeWithin(amount, pair.maxLimit), 'above_maximum', 'amount is above maxLimit'],
    freshClientOrderId(context, clientOrderId),
    [
      rules.fundsSuffice(balanceOf(account, cost.currency), cost.amount, cost.amount),
      'insufficient_funds',
      'The balance is too small',
    ],
  ];
}

function pairNamed({ world, parameters: [symbol] }: Context): Pair {
  const pair = world.pairs.find((known) => symbolOf(known) === symbol);
  if (pair === undefined) throw new Refusal('unknown_pair', 'There is no such pair');
  return pair;
}

const limitRecord = (pair: Pair, rules: Rules): JsonRecord =>
  rules.dressed({ symbolPair: symbolOf(pair), minLimit: pair.minLimit, maxLimit: pair.maxLimit }, 'limit');

const rateRecord = (pair: Pair, rules: Rules): JsonRecord =>
  rules.dressed(
    {
      baseAsset: pair.base,
      quoteAsset: pair.quote,
      bid: pair.bid,
      ask: pair.ask,
      scale: pair.scale,
      roundingMode: 'HALF_EVEN',
      pair: symbolOf(pair),
    },
    'rate',
  );
