import type { Hono } from 'hono';
import { type Choice, chooseAsset } from '../acquiring/checkout.ts';
import { payAmount } from '../acquiring/requestfigures.ts';
import { settleFromBalance } from '../acquiring/sandboxsettle.ts';
import { readDecimal } from '../core/money.ts';
import { badRequest } from '../core/problem.ts';
import type { Checkout } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { readBody } from './body.ts';
import type { Env } from './env.ts';
import { escapeHtml, form, page, returnLink } from './html.ts';

/** Adds the hosted pages to which end users are sent; they need no token. */
export function addPages(app: Hono<Env>, world: World): void {
  const { acquiring } = world;
  app.get('/pay/:id', (call) => {
    const payment = world.payments.find(call.req.param('id'));
    const lines = [`Amount: ${payment.amount} ${payment.currency}`, `Status: ${payment.status}`];
    return call.html(page('Payment', lines, returnLink(payment.returnUrl)));
  });
  app.get('/checkout/:id', (call) => call.html(checkoutPage(acquiring.checkout(call.req.param('id')))));
  app.post('/checkout/:id', async (call) => {
    const checkout = acquiring.checkout(call.req.param('id'));
    const choice = await readForm(call.req.raw);
    if (checkout.status === 'NEW') chooseAsset(world, checkout, choice);
    else settleFromBalance(world, checkout, choice.amount);
    return call.redirect(checkout.acquiringUrl, 303);
  });
}

async function readForm(request: Request): Promise<Choice> {
  const sent = new URLSearchParams(new TextDecoder().decode(await readBody(request)));
  const text = sent.get('amount') ?? '';
  const amount = readDecimal(text);
  if (text !== '' && amount === undefined) throw badRequest('amount must be a number', 'amount');
  return { asset: sent.get('asset') ?? '', amount };
}

function checkoutPage(checkout: Checkout): string {
  const lines = [`Status: ${checkout.status}`];
  return page(checkout.name ?? 'Checkout', lines, checkoutForm(checkout) + returnLink(checkout.returnUrl));
}

function checkoutForm({ assets, fixedAmount, preselected, request, status }: Checkout): string {
  const amount = '<input name="amount" inputmode="decimal" placeholder="Amount">';
  if (status === 'NEW') {
    const options = assets.map(
      ({ id }) => `<option${id === preselected ? ' selected' : ''}>${escapeHtml(id)}</option>`,
    );
    return form(`<select name="asset">${options.join('')}</select>${fixedAmount ? '' : amount}`, 'Continue');
  }
  if (request?.status !== 'WAITING_PAYMENT') return '';
  const due = payAmount(request);
  const text = `Send ${due ?? 'any amount of'} ${request.asset.id} to ${request.address}`;
  return `<p>${escapeHtml(text)}</p>${form(due ? '' : amount, 'Pay from the sandbox balance')}`;
}
