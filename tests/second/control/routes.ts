import type { Hono } from 'hono';
import { receiveTransfer } from '../acquiring/chain.ts';
import { chooseAsset } from '../acquiring/checkout.ts';
import { checkoutView } from '../acquiring/checkoutview.ts';
import type { Fields } from '../core/fields.ts';
import { badRequest, forbidden, notFound } from '../core/problem.ts';
import { formatInstant } from '../core/time.ts';
import { readBody } from '../http/body.ts';
import { bodyFields, type Call, type Env, json } from '../http/env.ts';
import { sameText } from '../http/signature.ts';
import { readProcessed, settlePayment } from '../payments/settle.ts';
import { paymentView } from '../state/payment.ts';
import type { World } from '../state/world.ts';
import { WEBHOOK_KINDS } from '../webhooks/webhooks.ts';

const LONGEST_ADVANCE_MS = 20 * 366 * 86_400_000;

/** Adds the test control API below /control. */
export function addControlRoutes(app: Hono<Env>, world: World, token: string): void {
  app.use('/control/*', async (call, next) => {
    if (!sameText(call.req.header('X-Control-Token') ?? '', token)) {
      throw forbidden('the control API needs the right X-Control-Token');
    }
    const raw = await readBody(call.req.raw);
    call.set('raw', raw.length === 0 ? new TextEncoder().encode('{}') : raw);
    await next();
  });
  app.post('/control/clock', (call) => advanceClock(world, call));
  app.post('/control/payments/:id/settle', (call) => {
    const payment = world.payments.find(call.req.param('id'));
    settlePayment(world.payments, payment, bodyFields(call));
    return json(paymentView(payment));
  });
  app.post('/control/checkouts/:id/choose', (call) => {
    const checkout = world.acquiring.checkout(call.req.param('id'));
    const fields = bodyFields(call);
    chooseAsset(world, checkout, { asset: fields.needText('asset'), amount: readProcessed(fields, 'amount') });
    return json(checkoutView(checkout));
  });
  app.post('/control/chain/transfers', (call) => json(receiveTransfer(world, bodyFields(call))));
  app.post('/control/addresses/:address/disable', (call) => disableAddress(world, call));
  app.post('/control/webhooks', (call) => setWebhook(world, bodyFields(call)));
  app.post('/control/tokens/:label/revoke', (call) => revokeToken(world, call));
}

async function advanceClock(world: World, call: Call): Promise<Response> {
  const ms = bodyFields(call).decimal('advanceMs');
  if (!ms?.isInteger() || ms.lt(0) || ms.gt(LONGEST_ADVANCE_MS)) {
    throw badRequest('advanceMs must be a whole number of milliseconds, not negative', 'advanceMs');
  }
  await world.clock.advance(ms.toNumber());
  return json({ now: formatInstant(world.clock.stamp()) });
}

function disableAddress(world: World, call: Call): Response {
  const owner = world.acquiring.owner(call.req.param('address') ?? '');
  if (!('bundle' in owner)) throw notFound('static address');
  owner.address.active = false;
  return json({ address: owner.address.address, active: false });
}

function setWebhook(world: World, fields: Fields): Response {
  const kind = fields.oneOf('kind', WEBHOOK_KINDS);
  if (kind === undefined) throw badRequest('kind is required', 'kind');
  const label = fields.text('account');
  const accounts = world.accounts.filter((account) => label === undefined || account.label === label);
  if (accounts.length === 0) throw notFound('account');
  if (!fields.has('url')) throw badRequest('url is required; null takes the webhook away', 'url');
  const url = fields.text('url');
  if (url !== undefined && !isWebAddress(url)) throw badRequest('url must be an http or https address', 'url');
  world.webhooks.configure(kind, accounts, url === undefined ? undefined : { url, secret: fields.text('secret') });
  return json({ kind, url: url ?? null });
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

function revokeToken(world: World, call: Call): Response {
  const token = world.tokens.find((candidate) => candidate.label === call.req.param('label'));
  if (token === undefined) throw notFound('token');
  token.revoked = true;
  return json({ label: token.label, revoked: true });
}
