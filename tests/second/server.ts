import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { buildApp } from './app.ts';
import { Clock } from './core/clock.ts';
import type { Env } from './http/env.ts';
import { buildCatalogue } from './payments/catalogue.ts';
import { buildProfile, type Profile } from './setup/profile.ts';
import { seedAccounts, seedTokens } from './setup/seed.ts';
import { Acquiring } from './state/acquiring.ts';
import { PaymentBook } from './state/book.ts';
import type { World } from './state/world.ts';
import { Webhooks } from './webhooks/webhooks.ts';

const HOST = '127.0.0.1';

/** A server that runs. */
export interface RunningServer {
  url: string;
  profile: Profile;
  close(): Promise<void>;
}

/** Starts a server on this machine and tells where it is; the token opens its control API. */
export async function startServer(controlToken: string): Promise<RunningServer> {
  const world = buildWorld();
  const server = makeServer(buildApp(world, controlToken), world.clock);
  server.listen(0, HOST);
  await once(server, 'listening');
  world.baseUrl = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return { url: world.baseUrl, profile: buildProfile(world, controlToken), close: () => shutDown(world, server) };
}

function buildWorld(): World {
  const clock = new Clock();
  const webhooks = new Webhooks(clock);
  const accounts = seedAccounts();
  return {
    clock,
    webhooks,
    accounts,
    tokens: seedTokens(accounts),
    methods: buildCatalogue(),
    payments: new PaymentBook(webhooks),
    acquiring: new Acquiring(),
    baseUrl: '',
  };
}

/** A server for an application; every answer tells the time of the server's own clock. */
function makeServer(app: Hono<Env>, clock: Clock): Server {
  const dated = (answer: Response): Response => {
    answer.headers.set('Date', new Date(clock.now()).toUTCString());
    return answer;
  };
  const listener = getRequestListener(async (request) => dated(await app.fetch(request)), {
    hostname: HOST,
    errorHandler: () => dated(new Response(null, { status: 400 })),
  });
  return createServer(listener);
}

function shutDown(world: World, server: Server): Promise<void> {
  world.clock.stop();
  world.webhooks.close();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
