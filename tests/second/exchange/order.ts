import { checkScale, type Fields } from '../core/fields.ts';
import { newId } from '../core/ids.ts';
import { type Money, ZERO } from '../core/money.ts';
import { badRequest, unprocessable } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import { claimClientOrderId, readClientOrderId } from '../domain/clientorder.ts';
import { currencyOf } from '../domain/currencies.ts';
import type { Payment } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { PAIRS, type Pair, quoteAmount } from './pairs.ts';

const SETTLE_MS = 1200;
const HOME_CHAINS: Record<string, string> = { BTC: 'BITCOIN', ETH: 'ETHEREUM', TRX: 'TRON', USDT: 'TRON' };

/** An exchange that is about to be made: buy or sell an amount of the base asset of a pair. */
export interface Exchange {
  pair: Pair;
  side: 'BUY' | 'SELL';
  amount: Money;
  clientOrderId?: string | undefined;
}

/** Takes an exchange order from its body; the amount is in the base asset of the pair. */
export function createExchange(world: World, account: Account, fields: Fields): string {
  const symbol = fields.needText('symbolPair');
  const pair = PAIRS.find((candidate) => candidate.symbol === symbol);
  if (pair === undefined) throw badRequest('unknown symbolPair', 'symbolPair');
  const side = fields.oneOf('side', ['BUY', 'SELL'] as const);
  if (side === undefined) throw badRequest('side is required', 'side');
  const amount = fields.needPositive('amount');
  checkScale(amount, currencyOf(pair.base).scale, 'amount');
  const clientOrderId = readClientOrderId(fields, account);
  const legs = startExchange(world, account, { pair, side, amount, clientOrderId });
  claimClientOrderId(clientOrderId, account);
  world.clock.after(SETTLE_MS, () => finishExchange(world, legs));
  return legs[0].orderId;
}

/** The two payments of an exchange: what is given and what is received. */
export type Legs = [given: Payment, received: Payment];

/** Takes the given amount from the balance and records both legs of an exchange at today's price. */
export function startExchange(world: World, account: Account, exchange: Exchange): Legs {
  const { pair, side, amount, clientOrderId } = exchange;
  if (amount.lt(pair.minLimit) || amount.gt(pair.maxLimit)) {
    throw unprocessable(`an exchange of ${pair.symbol} must be from ${pair.minLimit} to ${pair.maxLimit}`, 'amount');
  }
  const quote = quoteAmount(pair, amount, side === 'BUY' ? pair.ask : pair.bid);
  const baseSide = { currency: pair.base, amount };
  const quoteSide = { currency: pair.quote, amount: quote };
  const [given, received] = side === 'BUY' ? [quoteSide, baseSide] : [baseSide, quoteSide];
  account.ledger.debit(given.currency, given.amount);
  const orderId = newId('ORD');
  const add = (transactionType: 'DEBIT' | 'CREDIT', leg: { currency: string; amount: Money }) =>
    world.payments.add({
      account,
      source: 'API',
      orderId,
      orderType: 'EXCHANGE',
      transactionType,
      status: 'NEW',
      method: 'CRYPTOCOIN',
      currency: leg.currency,
      blockchain: HOME_CHAINS[leg.currency],
      amount: leg.amount,
      fee: ZERO,
      createdAt: world.clock.stamp(),
      clientOrderId,
    });
  return [add('DEBIT', given), add('CREDIT', received)];
}

/** Ends an exchange well: the received amount is credited. */
export function finishExchange(world: World, legs: Legs): void {
  for (const leg of legs) world.payments.move(leg, { status: 'SUCCESS' });
}
