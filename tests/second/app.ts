import { Hono } from 'hono';
import { addControlRoutes } from './control/routes.ts';
import { writeJson } from './core/json.ts';
import { notFound, Problem } from './core/problem.ts';
import { formatInstant } from './core/time.ts';
import { addAcquiringRoutes } from './http/acquiringroutes.ts';
import { authenticate } from './http/auth.ts';
import { readBody } from './http/body.ts';
import type { Env } from './http/env.ts';
import { addExchangeRoutes } from './http/exchangeroutes.ts';
import { addPages } from './http/pages.ts';
import { addPaymentRoutes } from './http/paymentroutes.ts';
import type { World } from './state/world.ts';

/** Builds the HTTP application over a world. */
export function buildApp(world: World, controlToken: string): Hono<Env> {
  const app = new Hono<Env>({ strict: false });
  app.onError((error) => answerProblem(world, error));
  app.notFound(() => answerProblem(world, notFound('path')));
  addPages(app, world);
  addControlRoutes(app, world, controlToken);
  addGate(app, world);
  addPaymentRoutes(app, world);
  addExchangeRoutes(app, world);
  addAcquiringRoutes(app, world);
  return app;
}

function addGate(app: Hono<Env>, world: World): void {
  app.use('/:version{v[12]}/*', async (call, next) => {
    const sent = await readBody(call.req.raw);
    const body = call.req.method === 'GET' ? new Uint8Array() : sent;
    const token = authenticate(world.tokens, { header: (name) => call.req.header(name), body });
    call.set('raw', body);
    call.set('account', token.account);
    await next();
  });
}

function answerProblem(world: World, error: Error): Response {
  const problem =
    error instanceof Problem ? error : new Problem({ status: 500, code: 'internal', detail: 'something went wrong' });
  if (problem !== error) console.error(error);
  const headers = { 'Content-Type': 'application/problem+json' };
  return new Response(writeJson(problem.body(formatInstant(world.clock.stamp()))), { status: problem.status, headers });
}
