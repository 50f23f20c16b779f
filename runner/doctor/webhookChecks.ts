import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isLoopback } from '../../traffic/system/webAddress.ts';
import type { Webhook } from '../../traffic/target/target.ts';
import { exchange, openWire, type WireAnswer } from '../../traffic/transport/wire.ts';
import { kindsOf } from '../webhooks/receiver/registrationWays.ts';
import { type Check, lineIn } from './check.ts';
import type { Dependents } from './dependents.ts';
import type { Visit } from './visit.ts';

const thing = 'webhook.publicUrl';

/** How long a request may take through the public address, ms. */
const roundTripMs = 10_000;

async function getFrom(url: string): Promise<WireAnswer> {
  const wire = openWire();
  return exchange(wire, { url, method: 'GET', headers: [], deadlineMs: roundTripMs }).finally(() => wire.destroy());
}

/** Listens where the target file says, and asks the public address for a path that nobody can guess. Returns whether it came back, or why we cannot listen. */
async function roundTrip(
  publicUrl: string,
  { host, port }: Webhook['listen'],
): Promise<{ isBack: boolean; answer: WireAnswer } | string> {
  const token = randomBytes(16).toString('hex');
  let isBack = false;
  const server = createServer((request, response) => {
    isBack ||= request.method === 'GET' && request.url?.endsWith(`/${token}`) === true;
    response.writeHead(isBack ? 204 : 404).end();
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
  try {
    const answer = await getFrom(`${publicUrl.replace(/\/$/, '')}/${token}`);
    return { isBack, answer };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Returns the check of a public address. Only its origin is shown, because only the target may know its path. */
async function addressCheck(publicUrl: string, listen: Webhook['listen']): Promise<Check> {
  const { origin } = new URL(publicUrl);
  const here = `${listen.host}:${listen.port}`;
  const ended = await roundTrip(publicUrl, listen);
  if (typeof ended === 'string') {
    const todo = `End the program that has the port (perhaps assay inbox), or name another under webhook.listen.`;
    return {
      thing: 'webhook.listen',
      state: 'wrong',
      says: `cannot listen on ${here}: ${ended}`,
      todo,
      stops: 'correct',
    };
  }
  const { isBack, answer } = ended;
  if (isBack) return { thing, state: 'ok', says: `a request to ${origin} comes back to ${here}` };
  const seen = 'status' in answer ? `answered ${answer.status}` : `no answer: ${answer.failure.code}`;
  const todo = `Start the tunnel, and let it lead to ${here}.`;
  return { thing, state: 'wrong', says: `a request to ${origin} does not come back to ${here} (${seen})`, todo };
}

/** Returns the checks of how webhooks reach this machine, and of where they are registered. */
export async function webhookChecks(visit: Visit, dependents: Dependents): Promise<Check[]> {
  const { target } = visit;
  const { webhook, baseUrl } = target;
  const costs = dependents.ofWebhooks();
  const kinds = kindsOf(target, false);
  const registered: Check[] =
    kinds.length > 0
      ? [{ thing: 'webhook kinds', state: 'ok', says: kinds.join(', ') }]
      : [
          {
            thing: 'paths.webhooks',
            state: 'missing',
            says: 'where a run may register its webhooks',
            ...lineIn('paths', Object.keys(target.paths).length > 0, 'webhooks: { payment: /v1/… }'),
            costs,
          },
        ];
  if (webhook?.publicUrl !== undefined) {
    const check: Check = visit.take()
      ? await addressCheck(webhook.publicUrl, webhook.listen)
      : { thing, state: 'not checked', says: 'no request was left' };
    return [{ ...check, ...(check.state === 'wrong' && { costs }) }, ...registered];
  }
  if (isLoopback(baseUrl))
    return [{ thing, state: 'ok', says: 'not needed: the target is on this machine' }, ...registered];
  const inner = 'publicUrl: "https://…/(what openssl rand -hex 16 prints)", listen: { port: 8700 }';
  return [
    {
      thing,
      state: 'missing',
      says: 'how webhooks reach this machine',
      ...lineIn('webhook', webhook !== undefined, inner),
      costs,
    },
    ...registered,
  ];
}
