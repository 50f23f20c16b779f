import type { Hono } from 'hono';
import { bundleView, getOrCreateBundle } from '../acquiring/bundle.ts';
import { createCheckout } from '../acquiring/checkout.ts';
import { checkoutView } from '../acquiring/checkoutview.ts';
import { depositOptions } from '../acquiring/options.ts';
import { acquiringRate } from '../acquiring/rates.ts';
import { createRequest } from '../acquiring/request.ts';
import { requestView } from '../acquiring/requestview.ts';
import { notFound } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import { type ProjectCall, projectOf } from '../state/acquiring.ts';
import type { World } from '../state/world.ts';
import { bodyFields, type Call, type Env, json } from './env.ts';

const BASE = '/v1/user/crypto-acquiring';

/** Adds the endpoints of crypto acquiring, with two of our own that read a checkout or a request back. */
export function addAcquiringRoutes(app: Hono<Env>, world: World): void {
  const { acquiring } = world;
  app.get(`${BASE}/rates/:base/:quote`, (call) => json(acquiringRate(call.req.param('base'), call.req.param('quote'))));
  app.get(`${BASE}/checkouts/:id`, (call) =>
    json(checkoutView(owned(acquiring.checkout(call.req.param('id')), call.get('account')))),
  );
  app.get(`${BASE}/requests/:id`, (call) =>
    json(requestView(owned(acquiring.request(call.req.param('id')), call.get('account')))),
  );
  app.get(`${BASE}/:id/deposit-options`, (call) =>
    json(depositOptions(projectOf(call.get('account'), call.req.param('id')))),
  );
  app.post(`${BASE}/:id/checkouts`, (call) => json(checkoutView(createCheckout(world, projectCall(call))), 201));
  app.post(`${BASE}/:id/requests`, (call) => json(requestView(createRequest(world, projectCall(call))), 201));
  app.post(`${BASE}/:id/static/bundles`, (call) => json(bundleView(getOrCreateBundle(world, projectCall(call)))));
}

function projectCall(call: Call): ProjectCall {
  const account = call.get('account');
  return { account, project: projectOf(account, call.req.param('id') ?? ''), fields: bodyFields(call) };
}

function owned<T extends { account: Account }>(found: T, account: Account): T {
  if (found.account !== account) throw notFound('that');
  return found;
}
