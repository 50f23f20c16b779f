import { type Money, roundUp } from '../core/money.ts';
import { badRequest } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import { currencyOf } from '../domain/currencies.ts';
import type { World } from '../state/world.ts';
import { type Exchange, finishExchange, startExchange } from './order.ts';
import { PAIRS } from './pairs.ts';

/** What a pay-out needs of a currency, and the asset from which the balance is filled up. */
export interface Need {
  currency: string;
  from: string;
  needed: Money;
}

/** Exchanges as much of another asset as the balance of a currency lacks for a pay-out. */
export function coverShortfall(world: World, account: Account, { currency, from, needed }: Need): void {
  const exchange = exchangeInto(currency, from, needed.minus(account.ledger.balance(currency)));
  if (exchange.amount.gt(0)) finishExchange(world, startExchange(world, account, exchange));
}

function exchangeInto(currency: string, from: string, shortfall: Money): Exchange {
  const buying = PAIRS.find((pair) => pair.base === currency && pair.quote === from);
  if (buying) return { pair: buying, side: 'BUY', amount: shortfall };
  const selling = PAIRS.find((pair) => pair.base === from && pair.quote === currency);
  if (selling === undefined) throw badRequest(`${from} cannot be exchanged into ${currency}`, 'crossPayoutAsset');
  const amount = roundUp(shortfall.dividedBy(selling.bid), currencyOf(selling.base).scale);
  return { pair: selling, side: 'SELL', amount };
}
