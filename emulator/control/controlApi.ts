import { BOOKS } from '../domain/books.ts';
import { later, MILLISECOND } from '../domain/clock.ts';
import type { Answer, Call } from '../domain/httpMessages.ts';
import { header } from '../domain/httpMessages.ts';
import { type Json, numberSource, writeJson } from '../domain/json.ts';
import { type Payment, STATUSES } from '../domain/payment.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Standing, tokensOf } from '../domain/tokens.ts';
import { answeringRefusals } from '../http/answers.ts';
import { amountOf, isGiven, readBody, text } from '../http/bodyFields.ts';
import { now, type Service } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import { movePayment } from '../lifecycle/paymentTransitions.ts';
import { applyScheduled } from '../lifecycle/scheduler.ts';
import { paymentRecord } from '../records/paymentRecord.ts';
import { conformingRules } from '../rules/index.ts';
import { chooseOnPage, disableAddress, pay } from './acquiringActions.ts';
import { createPaymentLink, setDomain } from './dashboardActions.ts';
import { setAccountWebhook, setWebhook, webhookState } from './webhookActions.ts';

/** The clock advances by at most ten years at once, so that years keep four digits. */
const MAX_ADVANCE_MS = 10 * 365 * 24 * 3_600_000;

/** True if a request carries the control token. */
export const hasControlToken = (call: Call, token: string | null): boolean =>
  token !== null && header(call, 'x-control-token') === token;

/** A control action; `named` is the path segment that stands where the action's path has a name in braces. */
type ControlAction = (service: Service, call: Call, named: string) => Json;

const CONTROL_ACTIONS: readonly (readonly [verb: 'GET' | 'POST', path: string, lever: ControlAction])[] = [
  ['POST', 'clock', advance],
  ['POST', 'payments/{id}/settle', settle],
  ['POST', 'tokens/{label}/revoke', standing('revoked')],
  ['POST', 'tokens/{label}/restore', standing('alive')],
  ['POST', 'chain/transfers', pay],
  ['POST', 'checkouts/{id}/choose', chooseOnPage],
  ['POST', 'addresses/{address}/disable', disableAddress],
  ['POST', 'projects/{id}/domains', setDomain],
  ['POST', 'projects/{id}/payment-links', createPaymentLink],
  ['POST', 'webhooks', setWebhook],
  ['POST', 'accounts/{tokenId}/webhooks', setAccountWebhook],
  ['GET', 'webhooks', webhookState],
  ['GET', 'world', stateOf],
  ['GET', '', listOfCalls],
];

/** The calls that this API offers. */
function listOfCalls(): Json {
  return { calls: CONTROL_ACTIONS.filter(([, path]) => path !== '').map(([verb, path]) => `${verb} ${path}`) };
}

const isNamed = (part: string) => part.startsWith('{');

/** Runs a control request: advances the clock, moves payments and blockchains, or shows the state of a service. Returns undefined for an unknown path. */
export function control(service: Service, call: Call, path: readonly string[]): Answer | undefined {
  const found = CONTROL_ACTIONS.find(([verb, written]) => verb === call.verb && matchesPath(written.split('/'), path));
  if (found === undefined) return undefined;
  const [, written, action] = found;
  const named = path[written.split('/').findIndex(isNamed)] ?? '';
  return answeringRefusals(withConformingRules(service), () => answer(action(service, call, named)));
}

const matchesPath = (written: readonly string[], path: readonly string[]): boolean =>
  written.length === path.length &&
  written.every((part, place) => (isNamed(part) ? path[place] !== '' : part === path[place]));

function advance({ instance, rules }: Service, call: Call): Json {
  const ms = Number(numberSource(readBody(call.body.toString('utf8')).advanceMs) ?? Number.NaN);
  if (!Number.isInteger(ms) || ms < 0 || ms > MAX_ADVANCE_MS) {
    throw new Refusal('bad_value', 'advanceMs is not a whole number of milliseconds to go forward');
  }
  applyScheduled(instance, rules);
  instance.clockOffset = later(instance.clockOffset, ms);
  applyScheduled(instance, rules);
  return { now: conformingRules.instantShown(now(instance), { digits: 9, zone: 'Z', field: 'payment.createdAt' }) };
}

function settle({ instance, rules }: Service, call: Call, id: string): Json {
  applyScheduled(instance, rules);
  const body = readBody(call.body.toString('utf8'));
  const status = STATUSES.find((known) => known === text(body, 'status'));
  const stored = instance.payments.get(id);
  if (stored === undefined) throw new Refusal('unknown_payment', 'There is no such payment');
  if (status === undefined) throw new Refusal('bad_value', 'status is not a payment status');
  const payment = currentState(stored);
  const processed = isGiven(body, 'processedAmount')
    ? amountOf(body, 'processedAmount', conformingRules)
    : payment.requested;
  if (status === 'PARTIAL_SUCCESS' ? !processed.lt(payment.requested) : !processed.eq(payment.requested)) {
    throw new Refusal('bad_amount', 'processedAmount goes with PARTIAL_SUCCESS and is below the requested amount');
  }
  const detail = { at: now(instance), reason: text(body, 'reason'), processed };
  if (!movePayment({ instance, rules, stored }, status, detail)) {
    throw new Refusal('illegal_move', `A payment does not move from ${payment.status} to ${status}`);
  }
  return paymentRecord(currentState(stored), 'get', rules);
}

/** Returns the action that revokes a token, or restores it. */
function standing(of: Standing): ControlAction {
  return ({ instance }, _call, label) => {
    const found = tokensOf(instance.accounts).find(({ token }) => token.label === label);
    if (found === undefined) throw new Refusal('unknown_record', 'There is no such token');
    found.token.standing = of;
    return { label, standing: of };
  };
}

/** The state of an instance as JSON, without its secrets. */
function stateOf({ name, instance, rules }: Service): Json {
  applyScheduled(instance, rules);
  return {
    name,
    clockOffsetMs: Number(instance.clockOffset / MILLISECOND),
    served: instance.served,
    accounts: instance.accounts.map((account) => ({
      label: account.label,
      ownerId: account.ownerId,
      crossPayout: account.crossPayout,
      tokens: account.tokens.map(({ label, standing }) => ({ label, standing })),
      projects: account.projects.map(({ id }) => id),
      balances: Object.fromEntries(account.balances),
      payments: account.payments.map((stored) => paymentState(currentState(stored), stored.states)),
    })),
    books: Object.fromEntries(BOOKS.map((book) => [book, Object.fromEntries(instance.books[book].balances)])),
    checkouts: [...instance.checkouts.values()].map(({ id, status }) => ({ id, status })),
    requests: [...instance.requests.values()].map(({ id, status }) => ({ id, status })),
    bundles: [...instance.bundles.values()].map(({ id, referenceId }) => ({ id, referenceId })),
    plannedMoves: instance.scheduledMoves.length,
  };
}

const paymentState = (payment: Payment, states: readonly Payment[]): Json => ({
  id: payment.id,
  orderId: payment.orderId,
  orderType: payment.orderType,
  currency: payment.currency,
  requested: payment.requested,
  amount: payment.amount,
  fee: payment.fee,
  clientOrderId: payment.clientOrderId,
  statuses: states.map(({ status }) => status),
  receiverName: payment.receiverName,
});

/** Returns the service with the conforming rules, so that the control API answers refusals correctly whatever rules the service follows. */
const withConformingRules = ({ instance }: Service): Pick<Service, 'instance' | 'rules'> => ({
  instance,
  rules: conformingRules,
});

const answer = (value: Json): Answer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: writeJson(value),
});
