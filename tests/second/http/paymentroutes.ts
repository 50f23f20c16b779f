import type { Hono } from 'hono';
import { pageView, readPage } from '../core/page.ts';
import { createH2hPayin, submitCard } from '../payments/h2h.ts';
import { createPayin } from '../payments/payin.ts';
import { createPayout } from '../payments/payout.ts';
import { readFilter } from '../payments/search.ts';
import { NEWEST_FIRST, readSort } from '../payments/sort.ts';
import { methodView } from '../state/methods.ts';
import { paymentView } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { bodyFields, type Call, type Env, json, plainOrderId } from './env.ts';

/** Adds the endpoints of payments and payment methods. */
export function addPaymentRoutes(app: Hono<Env>, world: World): void {
  const { payments } = world;
  app.get('/v1/user/methods', () => json(world.methods.map(methodView)));
  app.get('/v1/user/payments', (call) => json(payments.of(call.get('account')).map(paymentView)));
  app.get('/v1/user/payments/:id', (call) =>
    json(paymentView(payments.findOf(call.get('account'), call.req.param('id')))),
  );
  app.get('/v2/user/payments/search', (call) => search(world, call));
  app.post('/v1/user/payments/payin', (call) =>
    json(paymentView(createPayin(world, call.get('account'), bodyFields(call))), 201),
  );
  app.post('/v1/user/payments/payout', (call) =>
    plainOrderId(createPayout(world, call.get('account'), bodyFields(call)).orderId),
  );
  app.post('/v1/user/payments/payin/h2h', (call) =>
    json(paymentView(createH2hPayin(world, call.get('account'), bodyFields(call))), 201),
  );
  app.post('/v1/user/payments/payin/h2h/:id/card', (call) => {
    const payment = payments.findOf(call.get('account'), call.req.param('id'));
    return json(submitCard(world, payment, bodyFields(call)));
  });
}

function search(world: World, call: Call): Response {
  const query = call.req.queries();
  const page = readPage(query.page?.[0], query.size?.[0]);
  const order = readSort(query.sort);
  const found = world.payments.of(call.get('account')).filter(readFilter(query));
  found.sort(order ?? NEWEST_FIRST);
  return json(pageView({ items: found, sorted: order !== undefined }, page, paymentView));
}
