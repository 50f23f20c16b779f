import type { Hono } from 'hono';
import { num } from '../core/json.ts';
import { currencyOf } from '../domain/currencies.ts';
import { createExchange } from '../exchange/order.ts';
import { limitView, PAIRS, pairOf, rateView } from '../exchange/pairs.ts';
import type { World } from '../state/world.ts';
import { bodyFields, type Env, json, plainOrderId } from './env.ts';

/** Adds the endpoints of the exchange and the wallet. */
export function addExchangeRoutes(app: Hono<Env>, world: World): void {
  app.get('/v1/user/exchange/limits', () => json(PAIRS.map(limitView)));
  app.get('/v1/user/exchange/limits/:symbolPair', (call) => json(limitView(pairOf(call.req.param('symbolPair')))));
  app.get('/v1/user/exchange/rates', () => json(PAIRS.map(rateView)));
  app.get('/v1/user/exchange/rates/:symbolPair', (call) => json(rateView(pairOf(call.req.param('symbolPair')))));
  app.post('/v1/user/exchange', (call) => plainOrderId(createExchange(world, call.get('account'), bodyFields(call))));
  app.get('/v1/user/wallet/balances', (call) => {
    const entries = call.get('account').ledger.entries();
    return json(
      entries.map(([code, balance]) => ({ type: currencyOf(code).kind, currency: code, balance: num(balance) })),
    );
  });
}
