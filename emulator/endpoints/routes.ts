import type { Operation } from '../domain/operations.ts';
import { OWN_PATHS } from '../domain/ownPaths.ts';
import { WEBHOOK_KINDS, WEBHOOKS } from '../domain/webhook.ts';
import type { Endpoint } from '../instance/context.ts';
import type { Rules } from '../rules/index.ts';
import { getAcquiringRate } from './acquiringRates.ts';
import { createBundle } from './bundles.ts';
import { createCheckout, getCheckout } from './checkouts.ts';
import { getDepositOptions } from './depositOptions.ts';
import { createExchange, getLimit, getRate, listLimits, listRates } from './exchange.ts';
import { createH2hPayin, submitCard } from './h2h.ts';
import { listMethods } from './methods.ts';
import { createPayin } from './payin.ts';
import { getPayment, listPayments } from './payments.ts';
import { createPayout } from './payout.ts';
import { createRequest, getRequest } from './requests.ts';
import { searchPayments } from './search.ts';
import { listBalances } from './wallet.ts';
import { registerWebhook } from './webhookRegistration.ts';

/** One operation: its HTTP method, its path with `*` for each parameter, and its endpoint. */
export interface Route {
  readonly operation: Operation;
  readonly verb: 'GET' | 'POST';
  readonly segments: readonly string[];
  readonly endpoint: Endpoint;
}

/** A route that matches a path, with the values of its parameters. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: readonly string[];
}

/** Replaces the named parameters of a path by `*`. */
const template = (path: string): string => path.replace(/\{\w+\}/g, '*');

const ACQUIRING = '/v1/user/crypto-acquiring';

const TABLE: readonly (readonly ['GET' | 'POST', string, Operation, Endpoint])[] = [
  ['GET', '/v1/user/methods', 'listMethods', listMethods],
  ['GET', '/v1/user/payments', 'listPayments', listPayments],
  ['GET', '/v2/user/payments/search', 'searchPayments', searchPayments],
  ['POST', '/v1/user/payments/payin', 'createPayin', createPayin],
  ['POST', '/v1/user/payments/payout', 'createPayout', createPayout],
  ['GET', '/v1/user/payments/*', 'getPayment', getPayment],
  ['POST', template(OWN_PATHS.h2hPayin), 'createH2hPayin', createH2hPayin],
  ['POST', template(OWN_PATHS.h2hCard), 'submitCard', submitCard],
  ['GET', '/v1/user/exchange/limits', 'listLimits', listLimits],
  ['GET', '/v1/user/exchange/limits/*', 'getLimit', getLimit],
  ['GET', '/v1/user/exchange/rates', 'listRates', listRates],
  ['GET', '/v1/user/exchange/rates/*', 'getRate', getRate],
  ['POST', '/v1/user/exchange', 'createExchange', createExchange],
  ['GET', '/v1/user/wallet/balances', 'listBalances', listBalances],
  ['POST', `${ACQUIRING}/*/checkouts`, 'createCheckout', createCheckout],
  ['GET', template(OWN_PATHS.checkout), 'getCheckout', getCheckout],
  ['GET', `${ACQUIRING}/*/deposit-options`, 'getDepositOptions', getDepositOptions],
  ['POST', `${ACQUIRING}/*/requests`, 'createRequest', createRequest],
  ['GET', template(OWN_PATHS.request), 'getRequest', getRequest],
  ['POST', `${ACQUIRING}/*/static/bundles`, 'createBundle', createBundle],
  ['GET', `${ACQUIRING}/rates/*/*`, 'getAcquiringRate', getAcquiringRate],
  ...WEBHOOK_KINDS.map((kind) => {
    const { operation, path } = WEBHOOKS[kind];
    return ['POST', template(path), operation, registerWebhook(kind)] as const;
  }),
];

/** The operations of § Endpoints and of OWN_PATHS. If two routes match a path, the more literal route comes first. */
export const ROUTES: readonly Route[] = TABLE.map(([verb, path, operation, endpoint]) => ({
  operation,
  verb,
  segments: path.split('/').slice(1),
  endpoint,
}));

/** The routes that match a path, for any HTTP method. */
export const matchingRoutes = (segments: readonly string[], rules: Rules): RouteMatch[] =>
  ROUTES.filter(
    ({ segments: [version = '', ...wanted] }) =>
      wanted.length + 1 === segments.length &&
      rules.versionAnswered(segments[0] ?? '', version) &&
      wanted.every((part, place) => (part === '*' ? segments[place + 1] !== '' : part === segments[place + 1])),
  ).map((route) => ({ route, parameters: segments.filter((_, place) => route.segments[place] === '*') }));
